package main

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Rows calls yield with the row of every concept of s, on all processors.
func (s *source) rows(ctx context.Context, m semsim.Comparer, yield func(a ontology.ID, row []float64) error) error {
	err := semsim.Rows(ctx, m, s.ont.Graph.Len(), runtime.GOMAXPROCS(0), yield)
	if errors.Is(err, context.Canceled) {
		return cli.Exit(cli.ExitInterrupted, err)
	}
	return err
}

// Write gives write the place that --out names. Nothing is held back for a
// Columns: what goes there is made safe field by field.
func (a *app) write(out string, write func(io.Writer) error) error {
	if out == "" || out == "-" {
		return write(a.Out)
	}
	return cli.ReplaceFile(out, write)
}

func (a *app) matrix(ctx context.Context, c *config.Config, r *similarityRun) error {
	s, err := a.one(c, "matrix")
	if err != nil {
		return err
	}
	m, err := s.comparer(r)
	if err != nil {
		return err
	}
	var write func(io.Writer) error
	switch r.format {
	case "csv", "text":
		write = func(w io.Writer) error { return s.matrixCSV(ctx, w, m, ',', c.Lang) }
	case "tsv":
		write = func(w io.Writer) error { return s.matrixCSV(ctx, w, m, '\t', c.Lang) }
	case "json":
		write = func(w io.Writer) error { return s.matrixJSON(w, m) }
	case "svg":
		if n := s.ont.Graph.Len(); n > heatMost {
			return cli.Usagef("%s has %d concepts, too many for a heat map one can read (%d at most); take --format csv, or --all-pairs --min 0.9", s.name, n, heatMost)
		}
		write = func(w io.Writer) error { return s.heatMap(w, m, r.measure, c.Lang) }
	default:
		return cli.Usagef("--format is %q, but it must be csv, tsv, json or svg", r.format)
	}
	return a.write(r.out, write)
}

// matrixCSV writes one row and one column per concept, each named by its
// label.
func (s *source) matrixCSV(ctx context.Context, w io.Writer, m semsim.Comparer, comma rune, lang string) error {
	cw := csv.NewWriter(w)
	cw.Comma = comma
	g := s.ont.Graph
	line := make([]string, g.Len()+1)
	for i := range g.Len() {
		line[i+1] = cell(g.Concept(ontology.ID(i)).Name(lang))
	}
	line[0] = "concept"
	if err := cw.Write(line); err != nil {
		return err
	}
	err := s.rows(ctx, m, func(a ontology.ID, row []float64) error {
		line[0] = cell(g.Concept(a).Name(lang))
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

// cell keeps a label from being run as a formula by a spreadsheet.
func cell(s string) string {
	s = term.Safe(s)
	if s != "" && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

func (s *source) matrixJSON(w io.Writer, m semsim.Comparer) error {
	g := s.ont.Graph
	out := struct {
		Ontology string       `json:"ontology"`
		Concepts []semsim.Ref `json:"concepts"`
		Sim      [][]float64  `json:"sim"`
	}{Ontology: s.name}
	for i := range g.Len() {
		c := g.Concept(ontology.ID(i))
		out.Concepts = append(out.Concepts, semsim.Ref{IRI: c.IRI, Zh: c.Name("zh"), En: c.Name("en")})
		out.Sim = append(out.Sim, m.Topic(ontology.ID(i), nil))
	}
	return term.WriteJSON(w, out, "  ")
}
