package eventgraph

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir/rundirtest"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
)

func trig(t *testing.T, b *Builder) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := b.Write(&out, TriG, aRun(), nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestSavedPagesGiveTheSameGraph: what pages said, written and read again, is joined to the same
// graph and the same cards as the pages themselves.
func TestSavedPagesGiveTheSameGraph(t *testing.T) {
	pages := append(yagi(), Page{URL: "https://e.example/5", Lang: "zh-Hans", Published: on("2021-07-21"), Texts: []string{"20日郑州暴雨引发城市内涝，已致25人死亡。", "河南省气象台发布暴雨红色预警。"}},
		Page{URL: "https://f.example/6", Lang: "zh-Hans", Published: on("2021-07-22"), Texts: []string{"7月20日，河南郑州暴雨，33人遇难。"}})
	want := build(t, pages...)
	b := build(t)
	dir := t.TempDir()
	file := filepath.Join(dir, savedFile)
	saved, order := map[string]*savedPage{}, []string{}
	for i := range pages {
		p := &pages[i]
		saved[p.URL] = &savedPage{Key: "1", URL: p.URL, Title: p.Title, Lang: p.Lang, Published: p.Published, Fetched: p.Fetched, Relevance: p.Relevance, Links: p.Links, Said: sayings(b.read(p))}
		order = append(order, p.URL)
	}
	if err := writeSaved(file, "r", order[:4], saved); err != nil {
		t.Fatal(err)
	}
	if err := appendSaved(file, []*savedPage{saved[order[4]], saved[order[5]], {URL: "https://gone.example/", Gone: true}}); err != nil {
		t.Fatal(err)
	}
	read, _, whole, err := readSaved(file, "r")
	if err != nil || !whole || len(read) != 6 {
		t.Fatalf("%d pages, whole %v, %v", len(read), whole, err)
	}
	known := make(places)
	got, err := NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range order {
		got.add(read[url].page(), read[url].said(known))
	}
	got.Finish()
	if a, b := trig(t, want), trig(t, got); a != b {
		t.Errorf("another graph:\n%s\nwant\n%s", b, a)
	}
	a, _ := json.Marshal(want.Cards()) //nolint:errcheck // plain data
	c, _ := json.Marshal(got.Cards())  //nolint:errcheck // plain data
	if !bytes.Equal(a, c) {
		t.Errorf("other cards:\n%s\nwant\n%s", c, a)
	}
}

// TestSavedFileOfOtherRulesIsMadeAnew: other rules, a cut line and a line of another program are
// seen, and what was whole before them is kept.
func TestSavedFileOfOtherRulesIsMadeAnew(t *testing.T) {
	file := filepath.Join(t.TempDir(), savedFile)
	one := map[string]*savedPage{"u:1": {Key: "k", URL: "u:1"}}
	if err := writeSaved(file, "r", []string{"u:1"}, one); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text, rules string
		pages, old  int
		whole       bool
	}{
		{string(whole), "r", 1, 1, true},
		{string(whole), "other", 0, 1, false},
		{string(whole) + `{"key":"k","url":"u:2`, "r", 1, 1, false},
		{string(whole) + "nothing\n", "r", 1, 1, false},
		{string(whole) + `{"url":"u:1","gone":true}` + "\n", "r", 0, 0, true},
		{strings.Replace(string(whole), `"version":2`, `"version":3`, 1), "r", 0, 0, false},
		{"", "r", 0, 0, false},
	} {
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, old, ok, err := readSaved(file, tt.rules)
		if err != nil || len(got) != tt.pages || len(old) != tt.old || ok != tt.whole {
			t.Errorf("%q by %s: %d pages, whole %v, %v", tt.text, tt.rules, len(got), ok, err)
		}
	}
}

// TestKeeper: the kept graph equals the graph of the pages read at once; a second update reads nothing,
// and a third only what is no longer known.
func TestKeeper(t *testing.T) {
	folders := rundirtest.Folders(t)
	dir := t.TempDir()
	folders[len(folders)-1].Unpack(t, dir)
	dir = filepath.Join(dir, "run")
	k := &Keeper{Dir: dir, Program: "ontocrawl test", Run: aRun}
	first, err := k.Update(t.Context())
	if err != nil || first.Pages == 0 || first.Read != first.Pages+first.Unread || first.LeftOut != 0 {
		t.Fatalf("%+v, %v", first, err)
	}
	if got, want := readFile(t, dir), atOnce(t, dir); got != want {
		t.Errorf("the kept graph is another one:\n%s\nwant\n%s", got, want)
	}
	if c, err := readCards(dir); err != nil || c.Pages != first.Pages || !c.At.Equal(first.At) {
		t.Errorf("kept cards %+v, %v", c, err)
	}
	if again, err := k.Update(t.Context()); err != nil || again.Read != 0 || again.Pages != first.Pages {
		t.Errorf("the second update: %+v, %v", again, err)
	}
	file := filepath.Join(dir, Dir, savedFile)
	text, err := os.ReadFile(file)
	if err != nil || os.WriteFile(file, text[:len(text)-2], 0o600) != nil {
		t.Fatal(err)
	}
	if again, err := k.Update(t.Context()); err != nil || again.Read != 1 {
		t.Errorf("after a cut line: %+v, %v", again, err)
	}
	if got, want := readFile(t, dir), atOnce(t, dir); got != want {
		t.Error("after a cut line the graph is another one")
	}
	k.Pages = 1
	if few, err := k.Update(t.Context()); err != nil || few.Pages+few.Unread != 1 || few.LeftOut != first.Pages+first.Unread-1 {
		t.Errorf("one page: %+v, %v", few, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := k.Update(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := readCards(t.TempDir()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder without cards: %v", err)
	}
}

func readFile(t *testing.T, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, Dir, GraphFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// atOnce is the graph of the relevant pages of a run without what is kept.
func atOnce(t *testing.T, dir string) string {
	t.Helper()
	b, err := NewBuilder(extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	from, err := rescore.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close() //nolint:errcheck // it was only read
	f := export.Filter{Relevant: true}
	if err := b.AddEarlier(dir, f.Allow); err != nil {
		t.Fatal(err)
	}
	if _, err := b.AddRun(t.Context(), f.Select(rundir.Current(dir)), from, rescore.Plain{}); err != nil {
		t.Fatal(err)
	}
	b.Finish()
	return trig(t, b)
}
