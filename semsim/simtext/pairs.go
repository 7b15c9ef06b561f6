package simtext

import (
	"bufio"
	"context"
	"encoding/csv"
	"io"
	"strconv"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// Pair is two concepts and their similarity.
type Pair struct {
	A     string  `json:"a"` // IRI
	B     string  `json:"b"`
	NameA string  `json:"name_a"`
	NameB string  `json:"name_b"`
	Sim   float64 `json:"sim"`
}

// PairWriter writes pairs in some form.
type PairWriter interface {
	Write(p Pair) error
	Flush() error
}

// PairFormat returns the writer of a form: tsv or text, csv, json.
func PairFormat(name string) (open func(io.Writer) PairWriter, ok bool) {
	open, ok = map[string]func(io.Writer) PairWriter{
		"text": func(w io.Writer) PairWriter { return pairsTo(w, '\t') },
		"tsv":  func(w io.Writer) PairWriter { return pairsTo(w, '\t') },
		"csv":  func(w io.Writer) PairWriter { return pairsTo(w, ',') },
		"json": func(w io.Writer) PairWriter { return pairLines{bufio.NewWriter(w)} },
	}[name]
	return open, ok
}

// Pairs writes the pairs of different concepts of g with a similarity of least or
// more, each once, its concepts in the order of g, named in the language lang.
// Pairs are written as they are computed; none is kept.
func Pairs(ctx context.Context, w PairWriter, g *ontology.Graph, m semsim.Comparer, least float64, lang string) error {
	names := make([]string, g.Len())
	for i := range names {
		names[i] = g.Concept(ontology.ID(i)).Name(lang)
	}
	err := rows(ctx, g, m, func(a ontology.ID, row []float64) error {
		for b := int(a) + 1; b < len(row); b++ {
			if row[b] < least {
				continue
			}
			if err := w.Write(Pair{g.Concept(a).IRI, g.Concept(ontology.ID(b)).IRI, names[a], names[b], row[b]}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.Flush()
}

// pairTable writes a table with a comma or a tab between the fields.
type pairTable struct{ csv *csv.Writer }

func pairsTo(w io.Writer, comma rune) PairWriter {
	t := pairTable{csv.NewWriter(w)}
	t.csv.Comma = comma
	_ = t.csv.Write([]string{"a", "b", "sim", "iri_a", "iri_b"}) // the writer keeps its error for Flush
	return t
}

func (t pairTable) Write(p Pair) error {
	return t.csv.Write([]string{term.Cell(p.NameA), term.Cell(p.NameB), strconv.FormatFloat(p.Sim, 'f', 6, 64), term.Cell(p.A), term.Cell(p.B)})
}

func (t pairTable) Flush() error {
	t.csv.Flush()
	return t.csv.Error()
}

// pairLines writes a JSON object a line.
type pairLines struct{ w *bufio.Writer }

func (l pairLines) Write(p Pair) error { return term.WriteJSON(l.w, p, "") }
func (l pairLines) Flush() error       { return l.w.Flush() }
