package similaritycmd

import (
	"io"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// printPairs lists the pairs of different concepts with a similarity of --min or
// more.
func (r *command) printPairs() error {
	s, m, err := r.whole("pairs")
	if err != nil {
		return err
	}
	var open func(io.Writer) simtext.PairWriter
	switch r.format {
	case "text", "tsv":
		open = func(w io.Writer) simtext.PairWriter { return simtext.PairTable(w, '\t') }
	case "csv":
		open = func(w io.Writer) simtext.PairWriter { return simtext.PairTable(w, ',') }
	case "json":
		open = simtext.PairLines
	default:
		return cli.Usagef("--format is %q, but for --all-pairs it must be tsv, csv or json", r.format)
	}
	return r.write(func(w io.Writer) error { return simtext.Pairs(r.ctx, open(w), s.Graph(), m, r.min, r.c.Lang) })
}
