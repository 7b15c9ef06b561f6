package export_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
)

// Another reader gets what was written, and strings of an enemy as they are.
func TestParquet(t *testing.T) {
	type evidence struct {
		Concept      string  `parquet:"concept"`
		Label        string  `parquet:"label"`
		Group        string  `parquet:"group"`
		Count        int32   `parquet:"count"`
		Contribution float64 `parquet:"contribution"`
	}
	type row struct {
		URL       string     `parquet:"url"`
		Title     string     `parquet:"title"`
		Relevance float64    `parquet:"relevance"`
		Relevant  bool       `parquet:"relevant"`
		FetchedAt int64      `parquet:"fetched_at,timestamp(millisecond)"`
		Published string     `parquet:"published"`
		Evidence  []evidence `parquet:"evidence,list"`
	}
	var b bytes.Buffer
	if err := export.Parquet(&b, &export.Run{Program: "ontocrawl 1.0"}, seq(three())); err != nil {
		t.Fatal(err)
	}
	got, err := parquet.Read[row](bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	want := []row{
		{"https://a.example/t", "台风路径", 0.75, true, 1795163400000, "2026-11-20T07:30:00Z", []evidence{
			{"http://o.example/#typhoon", "台风", "title", 1, 0.5}, {"http://o.example/#surge", "风暴潮", "body", 2, 0.125}, {"http://o.example/#typhoon", "台风", "body", 4, 0.125},
		}},
		{"http://www.b.example:8080/<x>\"y", "=HYPERLINK(\"http://evil\")\x1b[2J\n\u202e", 0.6, true, 1795167000000, "", []evidence{{"no iri> at all", "＝x", "", 0, 0.6}}},
		{"https://c.example/", "", 0, false, 1795170600000, "", []evidence{}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	b.Reset()
	if err := export.Parquet(&b, &export.Run{}, seq(nil)); err != nil {
		t.Fatal(err)
	}
	if got, err := parquet.Read[row](bytes.NewReader(b.Bytes()), int64(b.Len())); err != nil || len(got) != 0 {
		t.Errorf("of no pages: %v, %v", got, err)
	}
}
