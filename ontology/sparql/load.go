package sparql

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/nq"
	"github.com/tggo/goRDFlib/store"
	"github.com/tggo/goRDFlib/term"
	"github.com/tggo/goRDFlib/trig"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// largestFile bounds a file of graphs, in bytes.
const largestFile = 512 << 20

// Load adds the graphs of a document: the named graphs of TriG (.trig) and N-Quads (.nq), and what stands
// in none, or the whole of a document in another syntax, as the graph called name. file is its name in
// errors, and its extension says which of the two it is. unit sets its blank nodes apart from the blank
// nodes of other documents.
func (d *Dataset) Load(r io.Reader, file, name string, unit int) error {
	in := bufio.NewReader(r)
	if head, err := in.Peek(4096); err == io.EOF && len(bytes.TrimSpace(head)) == 0 {
		return nil // an empty graph is one
	}
	r = in
	ext := strings.ToLower(filepath.Ext(file))
	if ext != ".trig" && ext != ".nq" && ext != ".nquads" {
		return syntax.Decode(r, rdfio.Options{File: file, BlankPrefix: "f" + strconv.Itoa(unit)}, func(t rdf.Triple) error { return d.Add(name, t) })
	}
	text, err := io.ReadAll(io.LimitReader(r, largestFile+1))
	switch {
	case err != nil:
		return english.Errorf("%s: %w", file, err)
	case len(text) > largestFile:
		return english.Errorf("%s: larger than %d MiB", file, largestFile>>20)
	}
	if err := shallow(string(text), file); err != nil {
		return err
	}
	return d.quads(text, file, name, unit, ext == ".trig")
}

// shallow refuses brackets that are nested so deeply that the library's recursion could end the program.
func shallow(text, file string) (err error) {
	const deepestDocument = 1000
	depth := 0
	scan(text, func(t token) bool {
		if t.kind != markToken {
			return true
		}
		switch t.text {
		case "[", "(", "{":
			depth++
		case "]", ")", "}":
			depth--
		}
		if depth > deepestDocument {
			line, col := place(text, t.at)
			deep := rdfio.NewSyntaxError(line, col, "brackets are nested more than %d deep", deepestDocument)
			deep.File, err = file, deep
		}
		return err == nil
	})
	return err
}

func (d *Dataset) quads(text []byte, file, name string, unit int, isTrig bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = english.Errorf("%s: it cannot be read: %v", file, p)
		}
	}()
	in := &sink{d: d, name: name, unit: "f" + strconv.Itoa(unit) + "-"}
	if isTrig {
		ds := graph.NewDataset(graph.WithStore(in), graph.WithIdentifier(term.NewURIRefUnsafe(name)))
		err = trig.ParseDataset(ds, bytes.NewReader(text), trig.WithBase("file:///"+filepath.Base(file)))
	} else {
		g := graph.NewGraphFromStore(readOnly{}, nil) // the handler takes all
		err = nq.Parse(g, bytes.NewReader(text), nq.WithQuadHandler(func(s term.Subject, p term.URIRef, o term.Term, g term.Term) {
			in.Add(term.Triple{Subject: s, Predicate: p, Object: o}, g)
		}))
	}
	if err = errors.Join(err, in.err); err != nil {
		return positioned(err, file)
	}
	return nil
}

var atLine = lazyre.Compile(`line (\d+)(?:[,:]? (?:col(?:umn)? )?(\d+))?:? *(.*)$`)

// positioned gives an error of the library's readers the form of our own.
func positioned(err error, file string) error {
	m := atLine().FindStringSubmatch(err.Error())
	if m == nil {
		return english.Errorf("%s: %w", file, err)
	}
	line, _ := strconv.Atoi(m[1]) //nolint:errcheck // digits
	col, _ := strconv.Atoi(m[2])  //nolint:errcheck // digits or nothing
	return &rdfio.SyntaxError{File: file, Line: line, Col: max(col, 1), Msg: m[3]}
}

// sink is a store that hands what it is given on to a dataset.
type sink struct {
	readOnly
	d          *Dataset
	name, unit string
	err        error
}

var _ store.Store = (*sink)(nil)

func (s *sink) Add(t term.Triple, in term.Term) {
	name := s.name
	switch in := in.(type) {
	case term.URIRef:
		name = in.Value()
	case term.BNode:
		name = s.name + "#" + in.Value()
	}
	if err := s.d.add(name, s.own(t.Subject), t.Predicate, s.own(t.Object)); err != nil && s.err == nil {
		s.err = err
	}
}

func (s *sink) AddN(quads []term.Quad) {
	for _, q := range quads {
		s.Add(q.Triple, q.Graph)
	}
}

// own sets the blank nodes of a document apart.
func (s *sink) own(t term.Term) term.Term {
	if b, ok := t.(term.BNode); ok {
		return term.NewBNode(s.unit + b.Value())
	}
	return t
}
