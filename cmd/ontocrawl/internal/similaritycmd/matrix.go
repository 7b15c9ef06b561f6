package similaritycmd

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"runtime"
	"strconv"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/heatmap"
)

const (
	heatMapConcepts = 300 // the most concepts of a heat map
	heatMapLabel    = 30  // columns of a label in it
)

// rows calls yield with the row of every concept of s, on all processors.
func (r *command) rows(s *topic.Source, m semsim.Comparer, yield func(a ontology.ID, row []float64) error) error {
	err := semsim.Rows(r.ctx, m, s.Graph().Len(), runtime.GOMAXPROCS(0), yield)
	if errors.Is(err, context.Canceled) {
		return cli.Exit(cli.ExitInterrupted, err)
	}
	return err
}

// write gives write the place that --out names. Output to a terminal is not
// buffered, since every field is made safe by itself.
func (r *command) write(write func(io.Writer) error) error {
	if r.out == "" || r.out == "-" {
		return write(r.Out)
	}
	return cli.ReplaceFile(r.out, write)
}

func (r *command) printMatrix() error {
	s, m, err := r.whole("matrix")
	if err != nil {
		return err
	}
	switch r.format {
	case "csv", "text":
		return r.write(func(w io.Writer) error { return r.matrixCSV(w, ',', s, m) })
	case "tsv":
		return r.write(func(w io.Writer) error { return r.matrixCSV(w, '\t', s, m) })
	case "json":
		return r.write(func(w io.Writer) error { return matrixJSON(w, s, m) })
	case "svg":
		if n := s.Graph().Len(); n > heatMapConcepts {
			return cli.Usagef("%s has %d concepts, too many for a readable heat map (%d at most); take --format csv, or --all-pairs --min 0.9", s.Name, n, heatMapConcepts)
		}
		return r.write(func(w io.Writer) error {
			return heatmap.Write(w, s.Graph(), m, heatmap.Options{
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

// matrixCSV writes a row and a column for each concept, named by its label.
func (r *command) matrixCSV(w io.Writer, comma rune, s *topic.Source, m semsim.Comparer) error {
	cw := csv.NewWriter(w)
	cw.Comma = comma
	names := []string{"concept"}
	for i := range s.Graph().Len() {
		names = append(names, term.Cell(s.Graph().Concept(ontology.ID(i)).Name(r.c.Lang)))
	}
	if err := cw.Write(names); err != nil {
		return err
	}
	line := make([]string, len(names))
	err := r.rows(s, m, func(a ontology.ID, row []float64) error {
		line[0] = names[a+1]
		for j, x := range row {
			line[j+1] = strconv.FormatFloat(x, 'f', 6, 64)
		}
		return cw.Write(line)
	})
	if err != nil {
		return err
	}
	cw.Flush()
	return cw.Error()
}

func matrixJSON(w io.Writer, s *topic.Source, m semsim.Comparer) error {
	out := struct {
		Ontology string       `json:"ontology"`
		Concepts []semsim.Ref `json:"concepts"`
		Sim      [][]float64  `json:"sim"`
	}{Ontology: s.Name}
	for i := range s.Graph().Len() {
		out.Concepts = append(out.Concepts, semsim.RefOf(s.Graph(), ontology.ID(i)))
		out.Sim = append(out.Sim, m.Topic(ontology.ID(i), nil))
	}
	return term.WriteJSON(w, out, "  ")
}
