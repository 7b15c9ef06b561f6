package template

import (
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/manchester"
)

// Options say how a table is read.
type Options struct {
	File     string            // name of the table in errors
	Tabs     bool              // cells are parted by tabs instead of commas
	IRI      string            // of the ontology; may be empty
	Prefixes map[string]string // of short names, besides owl, rdf, rdfs and xsd
	Input    []axiom.Axiom     // their labels and entities may be named; they are not in the result
	Limits   rdfio.Limits
}

// mostFaults are told of one table.
const mostFaults = 20

// CellError is a fault of one cell.
type CellError struct {
	File   string
	Line   int    // where the cell stands, from 1
	Column string // as the first row calls it
	Err    error
}

// Error returns "file:line: column "Parent": message".
func (e *CellError) Error() string { return e.Message().String() }

// Message is Error, to be translated.
func (e *CellError) Message() english.Phrase {
	return english.Phrasef("%s:%d: column %q: %v", e.File, e.Line, e.Column, e.Err)
}

// Unwrap returns e.Err.
func (e *CellError) Unwrap() error { return e.Err }

// Read reads a table. Errors of cells are *CellError, joined, at most twenty; a table that is no
// table is another error.
func Read(r io.Reader, opt Options) (*axiom.Ontology, error) {
	t := &table{opt: opt}
	if err := t.read(r); err != nil {
		return nil, err
	}
	t.names = newNames(opt)
	t.identify()
	t.header()
	for _, e := range t.entities {
		t.write(e)
	}
	o, err := t.parse()
	if err == nil && len(t.faults) > 0 {
		slices.SortStableFunc(t.faults, func(a, b *CellError) int { return cmp.Compare(a.Line, b.Line) })
		var told []error
		for _, f := range t.faults[:min(len(t.faults), mostFaults)] {
			told = append(told, f)
		}
		err = errors.Join(told...)
	}
	if err != nil {
		return nil, err
	}
	return o, nil
}

// table is a table that is being read.
type table struct {
	opt      Options
	columns  []column
	rows     []row
	names    *names
	entities []*entity
	ours     map[string]bool // IRIs of the entities
	document document
	faults   []*CellError
}

// row is a row of the table.
type row struct {
	line  []int // of each cell
	cells []string
}

// cell returns the text of a column, trimmed.
func (r *row) cell(at int) string {
	if at < 0 || at >= len(r.cells) {
		return ""
	}
	return strings.TrimSpace(r.cells[at])
}

// place is where a cell stands.
type place struct {
	line int
	at   int // of the column
}

func (r *row) place(at int) place {
	if at < len(r.line) {
		return place{r.line[at], at}
	}
	return place{r.line[0], at}
}

// read reads the rows, and what the columns hold.
func (t *table) read(r io.Reader) error {
	in := csv.NewReader(r)
	in.FieldsPerRecord = -1
	if t.opt.Tabs {
		in.Comma, in.LazyQuotes = '\t', true
	}
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return english.Errorf("%s: %w", t.opt.File, err)
		}
		next := row{cells: cells}
		for i := range cells {
			line, _ := in.FieldPos(i)
			next.line = append(next.line, line)
		}
		t.rows = append(t.rows, next)
	}
	if len(t.rows) < 2 {
		return english.Errorf("%s: a template has a row with the names of its columns, and a second one that says what they hold, as in ID, LABEL, SC %%", t.opt.File)
	}
	t.rows[0].cells[0] = strings.TrimPrefix(t.rows[0].cells[0], "\ufeff")
	t.columns = make([]column, len(t.rows[1].cells))
	for i, text := range t.rows[1].cells {
		c, err := parseColumn(text)
		if err != nil {
			t.fault(t.rows[1].place(i), err)
		}
		t.columns[i] = c
	}
	t.rows = slices.Delete(t.rows, 1, 2)
	if t.column("ID") < 0 && t.column("LABEL") < 0 {
		return english.Errorf("%s: no column is ID or LABEL in the second row, so nothing says which entity a row is about", t.opt.File)
	}
	return nil
}

// column returns the first column that holds what, or -1.
func (t *table) column(what string) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return c.what == what && !c.note })
}

// fault notes a fault of a cell.
func (t *table) fault(at place, err error) {
	name := ""
	if titles := t.rows[0].cells; at.at < len(titles) {
		name = titles[at.at]
	}
	t.faults = append(t.faults, &CellError{File: t.opt.File, Line: at.line, Column: name, Err: err})
}

// parse reads the document that the rows made. The parser ends at its first fault, so the line of it is left
// out, and what follows is read too. After many faults there is no ontology.
func (t *table) parse() (*axiom.Ontology, error) {
	for {
		o, err := manchester.Parse(strings.NewReader(t.document.String()), rdfio.Options{Limits: t.opt.Limits})
		var fault *rdfio.SyntaxError
		switch {
		case errors.As(err, &fault):
			at, ok := t.document.drop(fault.Line, fault.Col)
			if !ok {
				return nil, english.Errorf("%s: %w", t.opt.File, err)
			}
			if t.fault(at, english.Errorf("%v", fault.Phrase())); len(t.faults) < mostFaults {
				continue
			}
			return nil, nil
		case err != nil:
			return nil, english.Errorf("%s: %w", t.opt.File, err)
		}
		o.Axioms = slices.DeleteFunc(o.Axioms, func(a axiom.Axiom) bool { return a.Op == axiom.Declaration && t.foreign(a.Args[0].Text) })
		o.Prefixes = maps.Clone(t.opt.Prefixes)
		return o, nil
	}
}
