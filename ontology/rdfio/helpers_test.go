package rdfio_test

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// short makes the tests' IRIs short: <e:x> is one already.
var short = strings.NewReplacer(
	"<rdf:", "<"+rdfNS,
	"<rdfs:", "<http://www.w3.org/2000/01/rdf-schema#",
	"<owl:", "<http://www.w3.org/2002/07/owl#",
	"<xsd:", "<http://www.w3.org/2001/XMLSchema#",
	"<b:", "<http://example.org/dir/doc", // what relative references are resolved against
)

const testBase = "http://example.org/dir/doc"

// read reads a document in the syntax that opt names, else in the one that its
// content tells, as it comes.
func read(r io.Reader, opt rdfio.Options, yield func(rdf.Triple) error) error {
	b := bufio.NewReaderSize(r, rdfio.HeadSize)
	s := syntax.All().Named(opt.Syntax)
	if s == nil {
		head, err := b.Peek(rdfio.HeadSize)
		if err != nil && err != io.EOF {
			return err
		}
		if s, err = syntax.All().Detect(head); err != nil {
			return opt.Named(err)
		}
	}
	return s.Decode(b, opt, yield)
}

// wantGraph compares with N-Triples in the short form, of which several may
// stand in a line. Blank nodes may be called anything.
func wantGraph(t *testing.T, got []rdf.Triple, want string) {
	t.Helper()
	want = strings.ReplaceAll(short.Replace(want), " . ", " .\n")
	triples, err := decode([]byte(want), rdfio.Options{Syntax: "ntriples"})
	if err != nil {
		t.Fatalf("the test itself: %v", err)
	}
	if !rdfiotest.Isomorphic(got, triples) {
		t.Errorf("got\n%s\nwant\n%s", inNTriples(t, got), inNTriples(t, triples))
	}
}

// A graphCase is a document and what it states.
type graphCase struct{ name, in, want string }

func runGraphs(t *testing.T, format string, cases []graphCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, window := range []int{0, 1} {
				got, err := decode([]byte(c.in), rdfio.WithWindow(rdfio.Options{Syntax: format, Base: testBase}, window))
				if err != nil {
					t.Fatal(err)
				}
				wantGraph(t, got, c.want)
			}
		})
	}
}

// An errorCase is a document and the whole error it gives.
type errorCase struct{ name, in, want string }

func runErrors(t *testing.T, opt rdfio.Options, cases []errorCase) {
	opt.File = "f"
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, window := range []int{0, 1} {
				_, err := decode([]byte(c.in), rdfio.WithWindow(opt, window))
				var syn *rdfio.SyntaxError
				if !errors.As(err, &syn) {
					t.Fatalf("error %v, want a *SyntaxError", err)
				}
				if !strings.HasPrefix(err.Error(), c.want) {
					t.Errorf("got  %s\nwant %s…", err, c.want)
				}
				if strings.ContainsAny(err.Error(), "\n\r\x00\x1b") {
					t.Errorf("%q is not one harmless line", err)
				}
			}
		})
	}
}
