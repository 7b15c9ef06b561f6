// Command pack writes the Chinese word list for programs that are built with the tag
// "packed": the words that the lexicon keeps with their frequencies, compressed.
//
//	go run ./semsim/lexicon/internal/gsedict/pack FILE
package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon/internal/gsedict"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "pack: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("want the file to write, have %d arguments", len(args))
	}
	list, err := gsedict.Simplified()
	if err != nil {
		return err
	}
	words := trim(list)
	if words == "" {
		return fmt.Errorf("gse's list is not in this build")
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return atomicfile.Write(args[0], e.EncodeAll([]byte(words), nil), atomicfile.Options{Mode: 0o644})
}

// trim returns the lines of list whose frequency is at least gsedict.MinFreq, without
// the class of the word.
func trim(list string) string {
	var b strings.Builder
	for line := range strings.Lines(list) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		if freq, err := strconv.ParseFloat(f[1], 64); err != nil || freq < gsedict.MinFreq {
			continue
		}
		b.WriteString(f[0] + " " + f[1] + "\n")
	}
	return b.String()
}
