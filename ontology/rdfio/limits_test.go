package rdfio_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// A document as deep as it is long gives an error, not a stack overflow.
func TestDepth(t *testing.T) {
	const deep = 2_000_000
	runErrors(t, rdfio.Options{}, []errorCase{
		{"brackets", "<e:s> <e:p> " + strings.Repeat("[<e:p> ", deep), `f:1:7013: more than 1000 brackets inside each other`},
		{"lists", "<e:s> <e:p> " + strings.Repeat("(", deep), `f:1:1013: more than 1000 brackets inside each other`},
		{"nodes", strings.Replace(inRDF(strings.Repeat("<e:T><e:p>", deep/10)), "</rdf:RDF>", "", 1), `f:3:10001: more than 1000 nodes inside each other`},
		{"resources", about(strings.Repeat("<e:p rdf:parseType='Resource'>", deep/10)), `f:4:29971: more than 1000 nodes inside each other`},
		{"elements of a literal", about("<e:p rdf:parseType='Literal'>" + strings.Repeat("<a>", deep/10)), `f:4:12021: more than 4 times 1000 elements inside each other`},
	})
	for _, n := range []int{1000, 1001} {
		nested := strings.Repeat("<e:T><e:p>", n) + strings.Repeat("</e:p></e:T>", n)
		if _, err := decode([]byte(inRDF(nested)), rdfio.Options{}); (err == nil) != (n <= 1000) {
			t.Errorf("%d nodes: %v", n, err)
		}
		nested = ttl("e:s e:p " + strings.Repeat("[e:p ", n) + "1" + strings.Repeat("]", n) + ".")
		if _, err := decode([]byte(nested), rdfio.Options{}); (err == nil) != (n <= 1000) {
			t.Errorf("%d brackets: %v", n, err)
		}
	}
	if _, err := decode([]byte(ttl("e:s e:p [ e:p [ e:p 1 ] ] .")), rdfio.Options{Limits: rdfio.Limits{Depth: 1}}); err == nil {
		t.Error("a depth of 2 is accepted where 1 is the limit")
	}
	long := ttl("e:s e:p (" + strings.Repeat(" 1", 100_000) + " ) .")
	if got, err := decode([]byte(long), rdfio.Options{}); err != nil || len(got) != 200_001 {
		t.Errorf("a long list: %d triples, %v", len(got), err)
	}
}

// literals returns one long literal in each place where one can stand.
func literals(text string) []string {
	return []string{
		`<e:s> <e:p> "` + text + `" .`,
		`<e:s> a <e:T> ; <e:p> """` + text + `""" .`,
		about("<e:p>" + text + "</e:p>"),
		inRDF(`<rdf:Description rdf:about="e:s" e:p="` + text + `"/>`),
	}
}

// A literal of 30 MB is read.
func TestLongLiteral(t *testing.T) {
	text := strings.Repeat("台风 ", 30<<20/7)
	for _, doc := range literals(text) {
		got, err := decode([]byte(doc), rdfio.Options{})
		if err != nil || got[len(got)-1].Obj.String() != text {
			t.Errorf("%.30s…: %d triples, %v", doc, len(got), err)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, doc := range literals(strings.Repeat("台风 ", 300<<10/7)) {
		_, err := decode([]byte(doc), rdfio.Options{Limits: rdfio.Limits{Token: 1 << 17}})
		var syn *rdfio.SyntaxError
		if !errors.As(err, &syn) || !strings.Contains(syn.Msg, "longer than the limit of 131072 bytes") {
			t.Errorf("%.30s…: %v, want an error about the limit", doc, err)
		}
		_, err = decode([]byte(doc), rdfio.Options{Limits: rdfio.Limits{Bytes: 1 << 17}})
		if err == nil || !strings.Contains(err.Error(), "longer than the limit of 131072 bytes") {
			t.Errorf("%.30s…: %v, want an error about the limit", doc, err)
		}
		if _, err = decode([]byte(doc), rdfio.Options{Limits: rdfio.Limits{Bytes: int64(len(doc))}}); err != nil {
			t.Errorf("%.30s…, limit as long as the document: %v", doc, err)
		}
	}
}

// samples are documents in the three syntaxes that use much of them.
func samples() []string {
	return []string{
		"# N-Triples\n<e:s> <e:\\u53F0> \"a\\n\\\"é\"@zh-Hant .\r\n_:b.c <e:p> \"1\"^^<e:t> .\n",
		ttl("# Turtle\ne:s a e:T ;; e:p -1.5e3 , .5 , 7 , true , 'a' , \"\"\"c\"d\n\"\"\"@zh-Hant , '''x'''^^e:t ;\n e:q [ e:a\\, ( _:b.c <../x> [] ) ; ] . @base <http://é/> . PREFIX x: <y>\nx:%20.z e:p x: ."),
		"<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE rdf:RDF [ <!-- ' --> <!ENTITY e 'e:'> <!ENTITY x \"&e;x&#65;\"> ]>\n" +
			inRDF("<!-- c --><?p i?><e:T rdf:about='&x;' e:台='&lt;\n'><e:p xml:lang='zh-Hant' xml:base='../x'>a<![CDATA[<]]>\r\n&#xE9;</e:p><rdf:li rdf:parseType='Literal'><a b=''>é</a></rdf:li><e:p rdf:parseType='Collection'><e:T rdf:ID='i'/></e:p></e:T>"),
	}
}

// A document cut anywhere gives an error or what it says so far, however it
// arrives.
func TestCut(t *testing.T) {
	for _, doc := range samples() {
		whole, err := decode([]byte(doc), rdfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for n := range doc {
			got, err := decode([]byte(doc[:n]), rdfio.Options{})
			var syn *rdfio.SyntaxError
			if err != nil && !errors.As(err, &syn) {
				t.Fatalf("cut at %d: %v, want a *SyntaxError", n, err)
			}
			if len(got) > len(whole) {
				t.Fatalf("cut at %d: %d triples of %d", n, len(got), len(whole))
			}
		}
	}
}

func TestReaders(t *testing.T) {
	for _, doc := range samples() {
		whole, err := decode([]byte(doc), rdfio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := inNTriples(t, whole)
		for _, wrap := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			for window := range 9 {
				var got []rdf.Triple
				opt := rdfio.WithWindow(rdfio.Options{}, window)
				err := read(wrap(strings.NewReader(doc)), opt, func(t rdf.Triple) error {
					got = append(got, t)
					return nil
				})
				if s := inNTriples(t, got); err != nil || s != want {
					t.Fatalf("window %d: %v, got\n%s\nwant\n%s", window, err, s, want)
				}
			}
		}
	}
}

var errTest = errors.New("test")

// An error of the reader comes back, and so does one of yield, at once.
func TestErrorsOfOthers(t *testing.T) {
	for _, doc := range samples() {
		for n := range doc {
			r := io.MultiReader(strings.NewReader(doc[:n]), iotest.ErrReader(errTest))
			err := read(r, rdfio.WithWindow(rdfio.Options{}, 1), func(rdf.Triple) error { return nil })
			var syn *rdfio.SyntaxError
			if !errors.Is(err, errTest) && !errors.As(err, &syn) {
				t.Fatalf("reader fails at %d: %v", n, err)
			}
		}
		for _, stop := range []error{errTest, io.EOF, io.ErrShortBuffer, &rdfio.SyntaxError{Msg: "not ours"}} {
			calls := 0
			err := read(strings.NewReader(doc), rdfio.Options{}, func(rdf.Triple) error {
				calls++
				return stop
			})
			if err != stop || calls != 1 {
				t.Errorf("yield fails with %v: got %v after %d calls", stop, err, calls)
			}
		}
	}
}

// Nothing runs on after a document was abandoned.
func TestNoGoroutines(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 100 {
		for _, doc := range samples() {
			_ = read(strings.NewReader(doc), rdfio.Options{}, func(rdf.Triple) error { return errTest })
		}
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}

// Memory does not grow with the length of the document.
func TestFlatMemory(t *testing.T) {
	line := []byte("<http://example.org/subject> <http://example.org/predicate> <http://example.org/object> .\n")
	peak := func(lines int) uint64 {
		r := io.LimitReader(&repeated{line: line}, int64(lines*len(line)))
		var highest uint64
		n := 0
		err := read(r, rdfio.Options{Syntax: "turtle"}, func(rdf.Triple) error {
			if n++; n%50_000 == 0 {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				highest = max(highest, m.HeapAlloc)
			}
			return nil
		})
		if err != nil || n != lines {
			t.Fatalf("%d triples, %v", n, err)
		}
		return highest
	}
	small, large := peak(50_000), peak(500_000)
	if large > small+4<<20 {
		t.Errorf("%d bytes in use for 4 MB, %d for 40 MB", small, large)
	}
}

// Tables of repeated terms are emptied when they grow; terms stay the same.
func TestManyTerms(t *testing.T) {
	var doc strings.Builder
	const n = 140_000 // the tables hold 131,072
	for i := range n {
		fmt.Fprintf(&doc, "_:b%d <e:p> <e:%d> .\n", i, i)
	}
	doc.WriteString("_:b0 <e:p> <e:0> .\n")
	for _, format := range []string{"ntriples", "turtle"} {
		got, err := decode([]byte(doc.String()), rdfio.Options{Syntax: format})
		if err != nil || len(got) != n+1 || got[0] != got[n] || got[0] == got[n-1] {
			t.Errorf("%s: %d triples, %v", format, len(got), err)
		}
	}
}

// repeated is one line again and again.
type repeated struct {
	line []byte
	rest bytes.Buffer
}

func (r *repeated) Read(p []byte) (int, error) {
	for r.rest.Len() < len(p) {
		r.rest.Write(r.line)
	}
	return r.rest.Read(p)
}
