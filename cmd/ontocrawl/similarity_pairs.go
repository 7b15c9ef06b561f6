package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// pairLine is a pair of --all-pairs in JSON, one to a line.
type pairLine struct {
	A     string  `json:"a"` // IRI
	B     string  `json:"b"`
	NameA string  `json:"name_a"`
	NameB string  `json:"name_b"`
	Sim   float64 `json:"sim"`
}

// allPairs lists the pairs of different concepts alike by --min or more, one
// after the other as they are found: nothing of them is held. A pair is listed
// once, its concepts in the order of the file.
func (a *app) allPairs(ctx context.Context, c *config.Config, r *similarityRun) error {
	s, err := a.one(c, "pairs")
	if err != nil {
		return err
	}
	m, err := s.comparer(r)
	if err != nil {
		return err
	}
	var begin func(w io.Writer) pairWriter
	switch r.format {
	case "text", "tsv":
		begin = func(w io.Writer) pairWriter { return newPairTable(w, '\t') }
	case "csv":
		begin = func(w io.Writer) pairWriter { return newPairTable(w, ',') }
	case "json":
		begin = newPairLines
	default:
		return cli.Usagef("--format is %q, but for --all-pairs it must be tsv, csv or json", r.format)
	}
	return a.write(r.out, func(w io.Writer) error {
		return s.writePairs(ctx, m, r.min, c.Lang, begin(w))
	})
}

// pairWriter writes pairs in a format.
type pairWriter struct {
	pair  func(pairLine) error
	flush func() error
}

func (s *source) writePairs(ctx context.Context, m semsim.Comparer, least float64, lang string, w pairWriter) error {
	g := s.ont.Graph
	names := make([]string, g.Len())
	for i := range names {
		names[i] = g.Concept(ontology.ID(i)).Name(lang)
	}
	err := s.rows(ctx, m, func(a ontology.ID, row []float64) error {
		for b := int(a) + 1; b < len(row); b++ {
			if row[b] < least {
				continue
			}
			if err := w.pair(pairLine{g.Concept(a).IRI, g.Concept(ontology.ID(b)).IRI, names[a], names[b], row[b]}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.flush()
}

func newPairTable(w io.Writer, comma rune) pairWriter {
	cw := csv.NewWriter(w)
	cw.Comma = comma
	line := []string{"a", "b", "sim", "iri_a", "iri_b"}
	fresh := true
	write := func() error {
		fresh = false
		return cw.Write(line)
	}
	return pairWriter{
		pair: func(p pairLine) error {
			if fresh {
				if err := write(); err != nil {
					return err
				}
			}
			line[0], line[1], line[2] = cell(p.NameA), cell(p.NameB), strconv.FormatFloat(p.Sim, 'f', 6, 64)
			line[3], line[4] = cell(p.A), cell(p.B)
			return write()
		},
		flush: func() error {
			if fresh { // no pairs, but a head
				if err := write(); err != nil {
					return err
				}
			}
			cw.Flush()
			return cw.Error()
		},
	}
}

func newPairLines(w io.Writer) pairWriter {
	bw := bufio.NewWriter(w)
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	return pairWriter{
		pair: func(p pairLine) error {
			line.Reset()
			if err := enc.Encode(p); err != nil {
				return err
			}
			_, err := bw.Write(term.EscapeJSON(line.Bytes()))
			return err
		},
		flush: bw.Flush,
	}
}
