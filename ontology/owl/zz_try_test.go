package owl

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/ontology"
)

func TestZZTry(t *testing.T) {
	for _, dir := range strings.Fields(os.Getenv("TRY")) {
		files, _ := filepath.Glob(dir)
		for _, f := range files {
			start := time.Now()
			o, err := Open(f, Options{})
			d := time.Since(start)
			if err != nil {
				fmt.Println("ERR", d.Round(time.Millisecond), err)
				continue
			}
			n := map[ontology.Relation]int{}
			for _, e := range o.Graph.Edges() {
				n[e.Rel]++
			}
			fmt.Println("ok", f, d.Round(time.Millisecond), "triples", o.Triples, "concepts", o.Graph.Len(), n, "roots", len(o.Graph.Roots()), "files", len(o.Files), "findings", len(o.Findings))
			if os.Getenv("V") != "" {
				for _, x := range o.Findings {
					fmt.Println("   ", x)
				}
			}
		}
	}
}
