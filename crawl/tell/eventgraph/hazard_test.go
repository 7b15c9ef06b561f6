package eventgraph

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
)

// A kind of a user's own table makes events as the built-in ones do, and a graph that is kept is read anew with another table.
func TestOwnHazards(t *testing.T) {
	t.Parallel()
	page := Page{URL: "http://a.example/1", Title: "甘肃发生蝗灾", Lang: "zh", Published: on("2026-08-04"), Fetched: on("2026-08-04"),
		Texts: []string{"2026年8月3日，甘肃省兰州市发生蝗灾，2万人受灾。"}}
	own, err := extract.ReadHazards(strings.NewReader("urn:mine#Locusts\tinfestation\tIN\t\tEnv\t30\t\t蝗灾\tlocust plague\n"), "mine.tsv")
	if err != nil {
		t.Fatal(err)
	}
	if b := build(t, page); len(b.Events) != 0 {
		t.Errorf("without the table: %+v", b.Events[0])
	}
	b, err := NewBuilder(extract.Options{Hazards: own})
	if err != nil {
		t.Fatal(err)
	}
	b.Add(page)
	b.Finish()
	if len(b.Events) != 1 {
		t.Fatalf("%d events", len(b.Events))
	}
	e := b.Events[0]
	if h := b.hazardOf(e); e.Kind() != "infestation" || e.Day != "2026-08-03" || h.GLIDE != "IN" || h.Category != "Env" {
		t.Errorf("%s %s %+v", e.IRI, e.Day, h)
	}
	if s := b.Statements; len(s) == 0 || s[len(s)-1].Kind != string(extract.Affected) || s[len(s)-1].Value != 20000 {
		t.Errorf("%+v", s)
	}
	without, with := (&Keeper{}).rules(), (&Keeper{Hazards: own}).rules()
	if without == with || with != (&Keeper{Hazards: own}).rules() {
		t.Error("what pages say does not depend on the table")
	}
}
