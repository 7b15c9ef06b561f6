package rundir

import (
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// sameLine compares a line composed by hand with encoding/json's.
func sameLine(t *testing.T, line []byte, x any) {
	t.Helper()
	want, err := encodeJSON(x, "")
	if err != nil {
		t.Fatal(err)
	}
	if string(line) != string(want) {
		t.Errorf("%s\nencoding/json: %s", line, want)
	}
}

// fill sets every field that x has, so that one that the encoder forgets shows.
func fill(x reflect.Value) {
	switch x.Kind() {
	case reflect.Pointer:
		x.Set(reflect.New(x.Type().Elem()))
		fill(x.Elem())
	case reflect.Struct:
		if at, ok := x.Addr().Interface().(*Time); ok {
			at.Time = time.Date(2026, 11, 21, 16, 40, 5, 67890123, time.FixedZone("", 3600))
			return
		}
		if at, ok := x.Addr().Interface().(*crawl.Date); ok {
			*at = crawl.DayOf(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC))
			return
		}
		for i := range x.NumField() {
			fill(x.Field(i))
		}
	case reflect.Slice:
		x.Set(reflect.MakeSlice(x.Type(), 2, 2))
		fill(x.Index(0))
	case reflect.String:
		x.SetString("a \"text\"")
	case reflect.Bool:
		x.SetBool(true)
	case reflect.Float64:
		x.SetFloat(.1)
	default:
		x.SetInt(-7)
	}
}

func TestLinesAreJSON(t *testing.T) {
	var empty, full Page
	fill(reflect.ValueOf(&full).Elem())
	none := Page{Evidence: []crawl.Evidence{}}
	for _, p := range []*Page{&empty, &none, &full} {
		sameLine(t, p.append(nil), p)
	}
	var failure, all Failure
	fill(reflect.ValueOf(&all).Elem())
	for _, f := range []*Failure{&failure, &all} {
		sameLine(t, f.append(nil), f)
	}
}

func FuzzLine(f *testing.F) {
	for _, s := range []string{"", "plain", "台风 typhoon", "\"\\/<&>", "\x00\b\f\n\r\t\x1b[2J\x7f", "\u0085\u202e\u2066\u200e\u2028\u2029", "\xff\xe4\xb8 \ufffd", "\U0001F300"} {
		f.Add(s, .25)
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1e-6, 9.99e-7, 1e-9, -1.5e-12, 1e-100, 1e20, 1e21, 1e22, 123456789, 5e-324, math.MaxFloat64, math.NaN(), math.Inf(-1)} {
		f.Add("x", x)
	}
	f.Fuzz(func(t *testing.T, s string, x float64) {
		v := &crawl.Visit{
			Seq: len(s), Choice: crawl.Choice{URL: s, Parent: s, Priority: x}, Status: 200,
			Page:  &crawl.Page{Final: s + "f", Title: s, Lang: s},
			Score: crawl.Score{Relevance: x, Evidence: []crawl.Evidence{{Concept: s, Label: s, Contribution: x}}},
		}
		sameLine(t, appendLine(nil, v), pageLine(v))
		failed := &crawl.Visit{Choice: v.Choice, Failure: crawl.Failure{Text: s}}
		sameLine(t, appendLine(nil, failed), failureLine(failed))
	})
}

func BenchmarkLine(b *testing.B) {
	var p Page
	fill(reflect.ValueOf(&p).Elem())
	b.Run("ours", func(b *testing.B) {
		var line []byte
		b.ReportAllocs()
		for b.Loop() {
			line = p.append(line[:0])
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := encodeJSON(&p, ""); err != nil {
				b.Fatal(err)
			}
		}
	})
}
