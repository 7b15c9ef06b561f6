package rdfiotest

import (
	"errors"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// exceeds checks that err names a limit and its value, and a place if one is
// to be expected.
func exceeds(t *testing.T, err error, limit string, most int64, placed bool) {
	t.Helper()
	var e *rdfio.LimitError
	if !errors.As(err, &e) || e.Limit != limit || e.Max != most || !strings.Contains(err.Error(), "(Limits."+limit+")") {
		t.Errorf("error %.300v; want one of Limits.%s, %d", err, limit, most)
		return
	}
	if placed && position(err) == nil {
		t.Errorf("error %v has no place", err)
	}
}

// Each limit has an error that names it, and is exact to the byte and triple.
func (r Reader) limits(t *testing.T) {
	all := r.must(t, r.Sample, rdfio.Options{})
	size, n := int64(len(r.Sample)), int64(len(all))
	for _, lim := range []rdfio.Limits{{Bytes: size}, {Triples: n}} {
		r.must(t, r.Sample, rdfio.Options{Limits: lim})
	}
	_, err := r.read(r.Sample, rdfio.Options{Limits: rdfio.Limits{Bytes: size - 1}})
	exceeds(t, err, "Bytes", size-1, false)
	got, err := r.read(r.Sample, rdfio.Options{Limits: rdfio.Limits{Triples: n - 1}})
	exceeds(t, err, "Triples", n-1, false)
	if int64(len(got)) != n-1 {
		t.Errorf("%d triples, want the %d allowed", len(got), n-1)
	}

	const most = 128 << 10
	long := r.Literal(strings.Repeat("storm ", 2*most/6))
	_, err = r.read(long, rdfio.Options{Limits: rdfio.Limits{Token: most}})
	exceeds(t, err, "Token", most, true)
	r.must(t, long, rdfio.Options{Limits: rdfio.Limits{Token: 3 * most}})
	r.must(t, long, rdfio.Options{})
}

// Depth is bounded, however the nesting is written, and can be raised; two
// million brackets are an error and not a stack overflow.
func (r Reader) nesting(t *testing.T) {
	if r.Nested == nil {
		t.Skip("nothing nests in this syntax")
	}
	const few, many = 50, 300
	r.must(t, r.Nested(many), rdfio.Options{})
	_, err := r.read(r.Nested(many), rdfio.Options{Limits: rdfio.Limits{Depth: few}})
	exceeds(t, err, "Depth", few, true)
	_, err = r.read(r.Nested(6*many), rdfio.Options{})
	exceeds(t, err, "Depth", rdfio.DefaultDepth, true)
	r.must(t, r.Nested(6*many), rdfio.Options{Limits: rdfio.Limits{Depth: 20 * many}})
	for _, open := range r.Open {
		begin, again, _ := strings.Cut(open, "\t")
		_, err := r.read(begin+strings.Repeat(again, 2_000_000), rdfio.Options{})
		exceeds(t, err, "Depth", rdfio.DefaultDepth, true)
	}
}
