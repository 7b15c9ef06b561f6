package export

import (
	"bufio"
	"io"
	"iter"

	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// JSONL writes pages as lines of pages.jsonl.
func JSONL(w io.Writer, pages iter.Seq2[rundir.Page, error]) error {
	out := bufio.NewWriterSize(w, 64<<10)
	for p, err := range pages {
		if err != nil {
			return err
		}
		line, err := p.Line()
		if err != nil {
			return err
		}
		out.Write(line) //nolint:errcheck // Flush returns it
	}
	return out.Flush()
}
