package rdfiotest

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/knakk/rdf"
	"golang.org/x/text/encoding/unicode"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Conformance examines a reader.
func Conformance(t *testing.T, r Reader) {
	t.Run("yield", r.yields)
	t.Run("cut", r.cut)
	t.Run("blank nodes", r.blanks)
	t.Run("charsets", r.charsets)
	t.Run("broken reader", r.broken)
	t.Run("goroutines", r.goroutines)
	t.Run("limits", r.limits)
	t.Run("nesting", r.nesting)
	t.Run("mutations", r.mutations)
}

var errStop = errors.New("enough")

// An error of yield ends the reading, wherever it comes, and comes back.
func (r Reader) yields(t *testing.T) {
	all := r.must(t, r.Sample, rdfio.Options{})
	for i := range all {
		n := 0
		err := r.Decode(strings.NewReader(r.Sample), rdfio.Options{Syntax: r.Syntax}, func(rdf.Triple) error {
			if n++; n > i {
				return errStop
			}
			return nil
		})
		if !errors.Is(err, errStop) || n != i+1 {
			t.Errorf("stopped at triple %d: %d were yielded, error %v", i+1, n, err)
		}
	}
}

// A document that is cut is an error with file and place; or, where the syntax
// allows it, a document that says less.
func (r Reader) cut(t *testing.T) {
	whole := strings.TrimSpace(r.Sample)
	all := r.must(t, whole, rdfio.Options{})
	for n := range whole {
		got, err := r.read(whole[:n], rdfio.Options{File: "f.x"})
		switch {
		case err != nil && (position(err) == nil || !strings.HasPrefix(err.Error(), "f.x:")):
			t.Fatalf("cut to %q: %v has no place", whole[:n], err)
		case err == nil && !r.Parts:
			t.Fatalf("cut to %q: no error", whole[:n])
		case len(got) > len(all)+8: // what is used and not declared may be declared
			t.Fatalf("cut to %q: %d triples of %d", whole[:n], len(got), len(all))
		}
	}
}

// Blank nodes bear the prefix, which may only be letters and digits.
func (r Reader) blanks(t *testing.T) {
	plain := r.must(t, r.Sample, rdfio.Options{})
	marked := r.must(t, r.Sample, rdfio.Options{BlankPrefix: "d7"})
	if !Isomorphic(plain, marked) {
		t.Error("a prefix of blank nodes changes more than their labels")
	}
	n := 0
	for _, tr := range marked {
		for _, term := range []rdf.Term{tr.Subj, tr.Obj} {
			if term.Type() == rdf.TermBlank {
				if n++; !strings.HasPrefix(term.String(), "d7") {
					t.Errorf("blank node %s lacks its prefix", term)
				}
			}
		}
	}
	if n == 0 {
		t.Error("the sample has no blank nodes")
	}
	if _, err := r.read(r.Sample, rdfio.Options{BlankPrefix: "a-b"}); err == nil || !strings.Contains(err.Error(), "only ASCII letters and digits") {
		t.Errorf("a prefix with a hyphen: %v", err)
	}
}

// UTF-8 and UTF-16 with a byte order mark are one document; bytes that are no
// text are an error.
func (r Reader) charsets(t *testing.T) {
	want := r.must(t, r.Sample, rdfio.Options{})
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		doc, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String(r.Sample)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.must(t, doc, rdfio.Options{}); !Isomorphic(got, want) {
			t.Errorf("%v: other triples", order)
		}
	}
	if got := r.must(t, "\ufeff"+r.Sample, rdfio.Options{}); !Isomorphic(got, want) {
		t.Error("byte order mark of UTF-8: other triples")
	}
	doc := strings.Replace(r.Literal("abcdef"), "abcdef", "abc\xffdef", 1)
	if _, err := r.read(doc, rdfio.Options{}); position(err) == nil {
		t.Errorf("a byte that is not UTF-8: %v", err)
	}
}

// An error of the reader comes back.
func (r Reader) broken(t *testing.T) {
	for _, n := range []int{0, len(r.Sample) / 2, len(r.Sample)} {
		in := io.MultiReader(strings.NewReader(r.Sample[:n]), iotest.ErrReader(errStop))
		err := r.Decode(in, rdfio.Options{Syntax: r.Syntax}, func(rdf.Triple) error { return nil })
		if !errors.Is(err, errStop) && (position(err) == nil || n == len(r.Sample)) {
			t.Errorf("the reader fails at %d: %v", n, err)
		}
	}
}

// Nothing runs on after a document, read to its end or not.
func (r Reader) goroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, doc := range []string{r.Sample, r.Sample[:len(r.Sample)/2]} {
		for _, end := range []error{nil, errStop} {
			during := 0
			_ = r.Decode(strings.NewReader(doc), rdfio.Options{Syntax: r.Syntax}, func(rdf.Triple) error {
				during = max(during, runtime.NumGoroutine())
				return end
			})
			if after := runtime.NumGoroutine(); after > before || during > before {
				t.Errorf("%d goroutines before, %d during, %d after", before, during, after)
			}
		}
	}
}
