package rdfiotest

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
)

// Any checks what must hold of any input: no panic, no endless loop; errors
// are printable and have a place or name a limit; what is read can be written
// and read again. It returns whether the document has no flaw.
func (r Reader) Any(t testing.TB, doc []byte) bool {
	t.Helper()
	right := true
	for _, warn := range []func(*rdfio.SyntaxError){nil, func(*rdfio.SyntaxError) {}} {
		opt := rdfio.Options{Syntax: r.Syntax, Base: "http://x.org/o", Warn: warn, Limits: rdfio.Limits{Depth: 50, Triples: 100_000}}
		var all []rdf.Triple
		err := r.Decode(bytes.NewReader(doc), opt, func(t rdf.Triple) error { all = append(all, t); return nil })
		var limit *rdfio.LimitError
		if err != nil {
			right = false
			if position(err) == nil && !errors.As(err, &limit) || strings.ContainsFunc(err.Error(), unicode.IsControl) {
				t.Fatalf("%q: %#v (%v) is no printable error with a place", doc, err, err)
			}
		}
		var b bytes.Buffer
		if err := ntriples.Encode(&b, all, rdfio.EncodeOptions{}); err != nil {
			t.Fatalf("%q: %v", doc, err)
		}
		n := 0
		err = ntriples.Decode(&b, rdfio.Options{}, func(rdf.Triple) error { n++; return nil })
		if err != nil || n != len(all) {
			t.Fatalf("%q: %d of %d triples read back, %v", doc, n, len(all), err)
		}
	}
	return right
}

// Fuzz runs Any on the sample, the seeds and what the fuzzer makes of them.
func Fuzz(f *testing.F, r Reader, seeds ...string) {
	f.Add([]byte(r.Sample))
	f.Add([]byte("\xFF\xFE[\x00]\x00"))
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) { r.Any(t, doc) })
}

// mutations does a little of what a fuzz target does, every time: bytes of the
// sample changed, dropped, repeated and moved.
func (r Reader) mutations(t *testing.T) {
	if !r.Any(t, []byte(r.Sample)) {
		t.Fatal("the sample has a flaw")
	}
	random := rand.New(rand.NewPCG(1, 2))
	signs := []byte(r.Signs + "\"'\\ \n\x00\xff\xe5\xc3\xa9\xef\xbb\xbf0a")
	const many = 1000
	right := 0
	for range many {
		doc := []byte(r.Sample)
		for range 1 + random.IntN(3) {
			at := random.IntN(len(doc))
			end := at + random.IntN(min(40, len(doc)-at))
			switch random.IntN(5) {
			case 0:
				doc[at] = signs[random.IntN(len(signs))]
			case 1:
				doc = slices.Insert(doc, at, signs[random.IntN(len(signs))])
			case 2:
				doc = slices.Delete(doc, at, end)
			case 3:
				doc = slices.Insert(doc, random.IntN(len(doc)), bytes.Clone(doc[at:end])...)
			default:
				doc = doc[:at+1]
			}
			if len(doc) == 0 {
				doc = []byte(" ")
			}
		}
		if r.Any(t, doc) {
			right++
		}
	}
	if right == many {
		t.Error("no mutation is an error")
	}
}
