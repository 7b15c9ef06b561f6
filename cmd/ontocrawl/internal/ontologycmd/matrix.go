package ontologycmd

import (
	"context"
	"errors"
	"io"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

const (
	heatMapConcepts = 300 // the most concepts of a heat map
	heatMapLabel    = 30  // columns of a label in it
)

// write gives write the place that --out names. Output to a terminal is not
// buffered, since every field is made safe by itself.
func (r *command) write(write func(io.Writer) error) error {
	interruptible := func(w io.Writer) error {
		err := write(w)
		if errors.Is(err, context.Canceled) {
			return cli.Exit(cli.ExitInterrupted, err)
		}
		return err
	}
	if r.out == "" || r.out == "-" {
		return interruptible(r.Out)
	}
	return cli.ReplaceFile(r.out, interruptible)
}

func (r *command) printMatrix() error {
	s, m, err := r.whole("matrix")
	if err != nil {
		return err
	}
	switch r.format {
	case "csv", "text", "tsv":
		comma := ','
		if r.format == "tsv" {
			comma = '\t'
		}
		return r.write(func(w io.Writer) error {
			return simtext.MatrixCSV(r.ctx, w, comma, s.Graph(), m, r.c.Lang)
		})
	case "json":
		return r.write(func(w io.Writer) error { return simtext.MatrixJSON(w, s.Name, s.Graph(), m) })
	case "svg":
		if n := s.Graph().Len(); n > heatMapConcepts {
			return cli.Usagef("%s has %d concepts, too many for a readable heat map (%d at most); take --format csv, or --all-pairs --min 0.9", s.Name, n, heatMapConcepts)
		}
		return r.write(func(w io.Writer) error {
			return simtext.WriteHeatmap(w, s.Graph(), m, simtext.HeatmapOptions{
				Title: term.Safe(s.Name), Measure: r.measure, Columns: term.Cells,
				Label: func(id ontology.ID) (label, full string) {
					full = term.Safe(s.Graph().Concept(id).Name(r.c.Lang))
					return term.Clip(full, heatMapLabel), full
				},
			})
		})
	}
	return cli.Usagef("--format is %q, but it must be csv, tsv, json or svg", r.format)
}

// printPairs lists the pairs of different concepts with a similarity of --min or
// more.
func (r *command) printPairs() error {
	s, m, err := r.whole("pairs")
	if err != nil {
		return err
	}
	open, ok := simtext.PairFormat(r.format)
	if !ok {
		return cli.Usagef("--format is %q, but for --all-pairs it must be tsv, csv or json", r.format)
	}
	return r.write(func(w io.Writer) error { return simtext.Pairs(r.ctx, open(w), s.Graph(), m, r.min, r.c.Lang) })
}
