package export

import (
	"encoding/json"
	"iter"
	"strings"
	"testing"
	"time"

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
