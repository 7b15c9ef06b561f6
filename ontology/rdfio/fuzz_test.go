package rdfio_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
)

func itoa(n int) string { return strconv.Itoa(n) }

// checkAny checks what must hold of any input: there is no panic and no endless
// loop; errors are syntax errors with a place in the document; the size of the
// Window makes no difference; what was read can be written and read again.
func checkAny(t *testing.T, format string, doc []byte) {
	t.Helper()
	opt := rdfio.Options{Syntax: format, Base: testBase, Limits: rdfio.Limits{Depth: 50}}
	got, err := decode(doc, opt)
	again, err2 := decode(doc, rdfio.WithWindow(opt, 1))
	if place(err) != place(err2) {
		t.Fatalf("%q: %v, with a small window %v", doc, err, err2)
	}
	nt := inNTriples(t, got)
	if s := inNTriples(t, again); nt != s {
		t.Fatalf("%q: got\n%s\nwith a small window\n%s", doc, nt, s)
	}
	if err != nil && place(err) == [2]int{} {
		t.Fatalf("%q: %#v is no syntax error with a place", doc, err)
	}
	back, err := decode([]byte(nt), rdfio.Options{Syntax: "ntriples"})
	if err != nil || len(back) != len(got) {
		t.Fatalf("%q: %d triples of %d read back from N-Triples, %v", doc, len(back), len(got), err)
	}
	back, err = decode([]byte(inTurtle(t, got, rdfio.EncodeOptions{})), rdfio.Options{Syntax: "turtle"})
	if err != nil || len(got) < 100 && !rdfiotest.Isomorphic(got, back) {
		t.Fatalf("%q: read back from Turtle: %v", doc, err)
	}
}

func fuzz(f *testing.F, format string, seeds ...string) {
	for _, s := range append(seeds, samples()...) {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) { checkAny(t, format, doc) })
}

// TestMutations does a little of what the fuzz targets do, every time: bytes of
// the samples changed, dropped, repeated and moved.
func TestMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	odd := []byte("<>\"'\\&;:.,[](){}@^#_%-+0eE \t\r\n\x00\x7f\xc3\xa9\xef\xbb\xbf\xff/?!")
	for i, format := range []string{"ntriples", "turtle", "rdfxml"} {
		seed := []byte(samples()[i])
		for range mutations {
			doc := bytes.Clone(seed)
			for range 1 + r.IntN(3) {
				at := r.IntN(len(doc))
				end := at + r.IntN(min(30, len(doc)-at))
				switch r.IntN(5) {
				case 0:
					doc[at] = odd[r.IntN(len(odd))]
				case 1:
					doc = slices.Insert(doc, at, odd[r.IntN(len(odd))])
				case 2:
					doc = slices.Delete(doc, at, end)
				case 3:
					doc = slices.Insert(doc, r.IntN(len(doc)), bytes.Clone(doc[at:end])...)
				default:
					doc = doc[:at+1]
				}
				if len(doc) == 0 {
					doc = []byte(" ")
				}
			}
			checkAny(t, format, doc)
			if format != "rdfxml" {
				checkAny(t, "", doc)
			}
		}
	}
}

const mutations = 400

// place is where an error points to. The message may repeat as much of the
// document as the window shows.
func place(err error) [2]int {
	var syn *rdfio.SyntaxError
	if errors.As(err, &syn) {
		return [2]int{syn.Line, syn.Col}
	}
	return [2]int{}
}

func FuzzNTriples(f *testing.F) {
	fuzz(f, "ntriples", `<e:s> <e:p> "\u4\u0627`, "<e:s> <e:p> <e:o> .\r_:a <e:p> \"a\\\\\"^^<e:t>.")
}

func FuzzTurtle(f *testing.F) {
	fuzz(f, "turtle", "", "[[[[((((", `<`, `"""`, `<a> a "\u00e9"@en-x-1 .`, "@prefix a: <b> . a:c. .", "e:\\", "1.e", "_:a..", "@base <//> . <a> <b> <?c> .")
}

func FuzzRDFXML(f *testing.F) {
	fuzz(f, "rdfxml", "<", "<!DOCTYPE a [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><a xmlns='e:'><b>&a;</b></a>",
		about("<e:p rdf:resource='a b%'/><e:p rdf:parseType='Literal'><!--a--><?b c?><e:d xml:lang='f'/></e:p>"), "<a:b xmlns:a='e:'/>", "\xff\xfe<\x00", "<?xml version='1.0' encoding='GBK'?><a/>")
}
