// Command train trains the model of crawl/read/maintext.
//
//	go run ./lab/internal/reading/train -o crawl/read/maintext/model.bin FOLDER...
//
// A folder holds truth.jsonl and pages/ (lab/internal/reading has the form). With -write, what was
// read of the pages is written: below "open" by models without a page's site, below "held"
// by the final model of the sites held aside, below "ceiling" by the truth itself.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/lab/internal/reading"
)

func main() {
	out := flag.String("o", "", "`file` of the model")
	write := flag.String("write", "", "`folder` for what was read")
	flag.Parse()
	if err := run(flag.Args(), *out, *write); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dirs []string, out, write string) error {
	pages, err := reading.Load(dirs...)
	if err != nil {
		return err
	}
	model, reads := reading.Fit(pages)
	if out != "" {
		if err := atomicfile.Write(out, model.Marshal(), atomicfile.Options{}); err != nil {
			return err
		}
	}
	if write == "" {
		return nil
	}
	var held []*reading.Page
	for _, p := range pages {
		if p.Held {
			held = append(held, p)
		}
	}
	if err := reading.Write(filepath.Join(write, "open"), reads); err != nil {
		return err
	}
	if err := reading.Write(filepath.Join(write, "ceiling"), reading.Ceiling(pages)); err != nil {
		return err
	}
	return reading.Write(filepath.Join(write, "held"), reading.Apply(model, held))
}
