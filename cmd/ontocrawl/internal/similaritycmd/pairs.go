package similaritycmd

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// pair is a pair of --all-pairs; in JSON one object a line.
type pair struct {
	A     string  `json:"a"` // IRI
	B     string  `json:"b"`
	NameA string  `json:"name_a"`
	NameB string  `json:"name_b"`
	Sim   float64 `json:"sim"`
}

// printPairs lists the pairs of different concepts with a similarity of --min or
// more, each once, its concepts in the order of the file. Pairs are written as
// they are computed; none is kept.
func (r *command) printPairs() error {
	s, m, err := r.whole("pairs")
	if err != nil {
		return err
	}
	var format func(io.Writer) (write func(pair) error, flush func() error)
	switch r.format {
	case "text", "tsv":
		format = func(w io.Writer) (func(pair) error, func() error) { return pairTable(w, '\t') }
	case "csv":
		format = func(w io.Writer) (func(pair) error, func() error) { return pairTable(w, ',') }
	case "json":
		format = pairLines
	default:
		return cli.Usagef("--format is %q, but for --all-pairs it must be tsv, csv or json", r.format)
	}
	return r.write(func(w io.Writer) error {
		write, flush := format(w)
		if err := r.eachPair(s, m, write); err != nil {
			return err
		}
		return flush()
	})
}

func (r *command) eachPair(s *topic.Source, m semsim.Comparer, yield func(pair) error) error {
	g := s.Graph()
	names := make([]string, g.Len())
	for i := range names {
		names[i] = g.Concept(ontology.ID(i)).Name(r.c.Lang)
	}
	return r.rows(s, m, func(a ontology.ID, row []float64) error {
		for b := int(a) + 1; b < len(row); b++ {
			if row[b] < r.min {
				continue
			}
			if err := yield(pair{g.Concept(a).IRI, g.Concept(ontology.ID(b)).IRI, names[a], names[b], row[b]}); err != nil {
				return err
			}
		}
		return nil
	})
}

func pairTable(w io.Writer, comma rune) (write func(pair) error, flush func() error) {
	cw := csv.NewWriter(w)
	cw.Comma = comma
	head := cw.Write([]string{"a", "b", "sim", "iri_a", "iri_b"})
	write = func(p pair) error {
		if head != nil {
			return head
		}
		return cw.Write([]string{term.Cell(p.NameA), term.Cell(p.NameB), strconv.FormatFloat(p.Sim, 'f', 6, 64), term.Cell(p.A), term.Cell(p.B)})
	}
	flush = func() error {
		cw.Flush()
		return cw.Error()
	}
	return write, flush
}

func pairLines(w io.Writer) (write func(pair) error, flush func() error) {
	bw := bufio.NewWriter(w)
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	write = func(p pair) error {
		line.Reset()
		if err := enc.Encode(p); err != nil {
			return err
		}
		_, err := bw.Write(term.EscapeJSON(line.Bytes()))
		return err
	}
	return write, bw.Flush
}
