package rundir

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// sameAsJSON reports how a line read by a decoder differs from what encoding/json makes of it.
func sameAsJSON(d *decoder, line string) error {
	var got, want Page
	a, b := d.decode([]byte(line), &got), json.Unmarshal([]byte(line), &want)
	if fmt.Sprint(a) != fmt.Sprint(b) || a == nil && !reflect.DeepEqual(got, want) {
		return fmt.Errorf("%s\n%+v, %v; want\n%+v, %v", line, got, a, want, b)
	}
	return nil
}

// evidenceLines are lines of our own form, of other forms, and wrong ones.
func evidenceLines() []string {
	const one = `{"concept":"urn:storm","label":"台风","group":"title","count":2,"contribution":0.25}`
	line := func(evidence string) string {
		return `{"seq":7,"url":"http://a.example/?a=1\u0026b=2","title":"{x}","relevance":0.5,"evidence":` + evidence + `,"links":3,"warc":{"file":"a.warc.gz","offset":1,"length":2}}`
	}
	plain := func(evidence string) string { return strings.Replace(line(evidence), "{x}", "x", 1) }
	all := []string{"", "{}", "null", `{"seq":1}`, `,"evidence":`, `{"seq":1,"evidence":`, `{"x":{"y":1,"evidence":[` + one + `]},"seq":1}`, `{"title":",\"evidence\":[","seq":1}`,
		plain("["+one+"]") + "x", `{"seq":1,"evidence":[` + one, `{"seq":1,"evidence":[` + one + `],"evidence":[` + one + "," + one + `]}`, line("[" + one + "]")}
	for _, e := range []string{"[]", "null", "{}", "[" + one + "]", "[" + one + "," + one + "]", "[ " + one + "]", "[" + one + ",]", "[" + one + "}", "[{}]",
		strings.Replace("["+one+"]", "title", `ti\u0074le`, 1), strings.Replace("["+one+"]", "title", "ti\tle", 1), strings.Replace("["+one+"]", "title", "ti\xffle", 1),
		strings.Replace("["+one+"]", `"count":2,`, "", 1), strings.Replace("["+one+"]", `}`, `,"more":[1]}`, 1)} {
		all = append(all, plain(e))
	}
	for _, n := range []string{"0", "-1", "01", "007", "1.5", "1e3", "-0", "", "99999999999999999999", "0x1", "Inf", "+1", ".5", "5.", "1e", "1e+2", "1E-400", "1e400", "1_0", "3.0"} {
		all = append(all, plain("["+strings.Replace(one, `"count":2`, `"count":`+n, 1)+"]"), plain("["+strings.Replace(one, "0.25", n, 1)+"]"))
	}
	return all
}

// A decoder reads a line as encoding/json does, whatever its form.
func TestDecoder(t *testing.T) {
	t.Parallel()
	d := new(decoder)
	for _, line := range evidenceLines() {
		if err := sameAsJSON(d, line); err != nil {
			t.Error(err)
		}
	}
	p := Page{Evidence: []crawl.Evidence{{Concept: "urn:a&b", Label: "a", Group: "title", Count: 3, Contribution: 1.0 / 3}, {Concept: "urn:b", Label: "b", Group: "body", Contribution: 1e-9}}}
	line, err := p.Line()
	if err != nil {
		t.Fatal(err)
	}
	if err := sameAsJSON(d, string(line)); err != nil {
		t.Error(err)
	}
}

// The form that pages are written in is the one that is read directly.
func TestDecoderReadsOwnForm(t *testing.T) {
	t.Parallel()
	p := Page{URL: "http://a.example/", Title: "x", Evidence: []crawl.Evidence{{Concept: "urn:a", Label: "台风", Group: "title", Count: 3, Contribution: 1.0 / 3}}}
	line, err := p.Line()
	if err != nil {
		t.Fatal(err)
	}
	c, err := json.Marshal(Change{URL: p.URL, Evidence: p.Evidence})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]byte{line, c} {
		s := scan{line: line, at: evidenceAt(line), decoder: new(decoder)}
		if s.at < 0 {
			t.Errorf("no evidence is found in %s", line)
		} else if list, ok := s.evidence(); !ok || !reflect.DeepEqual(list, p.Evidence) {
			t.Errorf("%+v of %s", list, line)
		}
	}
}

func FuzzDecoder(f *testing.F) {
	for _, line := range evidenceLines() {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if strings.Count(strings.ToLower(line), "evidence") > 1 || strings.Contains(line, `\u`) {
			t.Skip("a key that stands twice")
		}
		if err := sameAsJSON(new(decoder), line); err != nil {
			t.Fatal(err)
		}
	})
}
