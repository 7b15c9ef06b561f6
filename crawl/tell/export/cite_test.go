package export

import (
	"encoding/json"
	"iter"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// cited are two pages, one of them hostile.
func cited() iter.Seq2[rundir.Page, error] {
	at := rundir.Time{Time: time.Date(2026, 11, 29, 23, 30, 0, 0, time.FixedZone("", -3600))}
	return func(yield func(rundir.Page, error) bool) {
		_ = yield(rundir.Page{URL: "https://www.weather.example/a?x={1}", Title: "100% wind & rain \\input{x}\n@online{evil", Author: "Li, Na", Site: "Weather_Desk", Lang: "en",
			Published: crawl.Instant(time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)), FetchedAt: at, Relevance: 0.75, Relevant: true}, nil) &&
			yield(rundir.Page{URL: "https://b.example/", FetchedAt: at, Relevance: 0.5, Lang: "zh"}, nil)
	}
}

// By sha256sum.
const key1, key2 = "0e0f9c1a", "5d1dd984"

func TestBibTeX(t *testing.T) {
	var b strings.Builder
	if err := bibTeX(&b, cited()); err != nil {
		t.Fatal(err)
	}
	want := `@online{weather-example-KEY1,
  title = {{100\% wind \& rain \textbackslash{}input\{x\} @online\{evil}},
  author = {{Li, Na}},
  organization = {Weather\_Desk},
  date = {2026-11-02},
  url = {https://www.weather.example/a?x=%7B1%7D},
  urldate = {2026-11-30},
  langid = {en},
  note = {relevance 0.75}
}

@online{b-example-KEY2,
  title = {{https://b.example/}},
  url = {https://b.example/},
  urldate = {2026-11-30},
  langid = {zh},
  note = {relevance 0.5}
}

`
	want = strings.NewReplacer("KEY1", key1, "KEY2", key2).Replace(want)
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCSLJSON(t *testing.T) {
	var b strings.Builder
	if err := csljson(&b, cited()); err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	if err := json.Unmarshal([]byte(b.String()), &all); err != nil || len(all) != 2 {
		t.Fatalf("%v\n%s", err, b.String())
	}
	first, _ := json.Marshal([]any{all[0]["id"], all[0]["type"], all[0]["author"], all[0]["issued"], all[0]["accessed"], all[0]["container-title"]})
	if want := `["weather-example-` + key1 + `","webpage",[{"literal":"Li, Na"}],{"date-parts":[[2026,11,2]]},{"date-parts":[[2026,11,30]]},"Weather_Desk"]`; string(first) != want {
		t.Errorf("got  %s\nwant %s", first, want)
	}
	b.Reset()
	if err := csljson(&b, func(func(rundir.Page, error) bool) {}); err != nil || b.String() != "[]\n" {
		t.Errorf("of no page: %q, %v", b.String(), err)
	}
}

var ofCard = &Run{ID: "urn:run:1", Topic: "typhoon | <b>", Program: "ontocrawl 0.3.0", Started: time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC),
	Ontologies: []Ontology{{Name: "mine.owl", SHA256: "ab12", IRI: "https://o.example/typhoon"}}}

func TestCard(t *testing.T) {
	var b strings.Builder
	if err := card(&b, ofCard, cited()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Web pages about typhoon \\| &lt;b>\n", "2 pages of 2 hosts, 1 of them relevant", "| program | ontocrawl 0.3.0,", "SHA-256 `ab12`",
		"| pages fetched | 2026-11-30T00:30:00Z to 2026-11-30T00:30:00Z |", "| languages | en 1, zh 1 |"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the card lacks %q:\n%s", want, b.String())
		}
	}
}

func TestCFF(t *testing.T) {
	var b strings.Builder
	if err := cff(&b, ofCard, cited()); err != nil {
		t.Fatal(err)
	}
	var x map[string]any
	if err := yaml.Unmarshal([]byte(b.String()), &x); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	for name, want := range map[string]any{"cff-version": "1.2.0", "type": "dataset", "title": "Web pages about typhoon | <b>", "date-released": "2026-11-30"} {
		got := x[name]
		if at, ok := got.(time.Time); ok {
			got = at.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if !strings.Contains(b.String(), "urn:sha256:ab12") {
		t.Errorf("it does not name the ontology:\n%s", b.String())
	}
}
