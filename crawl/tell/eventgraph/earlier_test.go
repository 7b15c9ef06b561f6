package eventgraph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir/rundirtest"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// watched is a run folder whose pages change, without the crawl.
type watched struct {
	t     *testing.T
	dir   string
	pages map[string]Page
}

func watch(t *testing.T) *watched {
	w := &watched{t: t, dir: t.TempDir(), pages: map[string]Page{}}
	if err := os.Mkdir(filepath.Join(w.dir, Dir), 0o700); err != nil {
		t.Fatal(err)
	}
	return w
}

// at sets what a page says from a time on, in paragraphs; nothing: it has gone.
func (w *watched) at(when, url string, texts ...string) {
	w.t.Helper()
	fetched, err := time.Parse("2006-01-02T15:04", when)
	if err != nil {
		w.t.Fatal(err)
	}
	if delete(w.pages, url); len(texts) > 0 {
		w.pages[url] = Page{URL: url, Lang: "zh-Hans", Published: on(when[:10]), Day: true, Fetched: fetched, Texts: texts}
	}
}

// update does what a Keeper does with what it read.
func (w *watched) update() *Builder {
	w.t.Helper()
	b, err := NewBuilder(extract.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	file := filepath.Join(w.dir, Dir, savedFile)
	pages, old, _, err := readSaved(file, "r")
	if err != nil {
		w.t.Fatal(err)
	}
	now, order := map[string]string{}, []string{}
	for url, p := range w.pages {
		now[url] = p.Fetched.String()
		if order = append(order, url); old[url] == nil || old[url].Key != now[url] {
			pages[url] = &savedPage{Key: now[url], URL: url, Lang: p.Lang, Published: p.Published, Day: p.Day, Fetched: p.Fetched, Said: sayings(b.read(&p))}
		}
	}
	forget(order, pages)
	known, _, err := readEarlier(w.dir, defaultPages)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := errors.Join(appendEarlier(w.dir, superseded(old, pages, now, known)), writeSaved(file, "r", order, pages)); err != nil {
		w.t.Fatal(err)
	}
	if known, _, err = readEarlier(w.dir, defaultPages); err != nil {
		w.t.Fatal(err)
	}
	places := make(places)
	addEarlier(b, known, places)
	for _, url := range order {
		b.add(pages[url].page(), pages[url].said(places))
	}
	b.Finish()
	if err := b.Decide(w.dir); err != nil {
		w.t.Fatal(err)
	}
	return b
}

// chainOf is the chain of a kind of the only event, as text.
func chainOf(t *testing.T, b *Builder, kind string) string {
	t.Helper()
	c := b.Cards()
	if len(c.Cards) != 1 {
		t.Fatalf("%d events", len(c.Cards))
	}
	var out []string
	for _, c := range c.Cards[0].Chains {
		if c.Kind != kind {
			continue
		}
		for _, s := range c.Steps {
			step := fmt.Sprintf("%s %g", s.How, s.Value)
			if s.Told > 1 {
				step += fmt.Sprintf(" by %d", s.Told)
			}
			if s.Late {
				step += " late"
			}
			if s.Earlier {
				step += " earlier"
			}
			out = append(out, step)
		}
		out = append(out, "|")
	}
	return strings.TrimSuffix(strings.Join(out, ", "), ", |")
}

// TestFiguresGoOn: what a page said stays when it says something else, or is gone, and stands in order.
func TestFiguresGoOn(t *testing.T) {
	const a, b = "https://a.example/live", "https://b.example/news"
	begins := "7月20日，河南郑州发生洪水。"
	w := watch(t)
	for _, step := range []struct {
		when, url string
		texts     []string
		want      string
	}{
		{"2021-07-20T10:00", a, []string{begins + "已转移3200人。"}, ""},
		{"2021-07-20T12:00", a, []string{begins + "已转移5600人。"}, "first 3200 earlier, raised 5600"},
		{"2021-07-20T14:00", a, []string{begins + "更正：已转移5580人。"}, "first 3200 earlier, raised 5600 earlier, lowered 5580"},
		{"2021-07-20T15:00", a, []string{begins + "更正：已转移5580人。", "道路中断。"}, "first 3200 earlier, raised 5600 earlier, lowered 5580"},
		{"2021-07-21T08:00", b, []string{begins + "已转移7000人。"}, "first 3200 earlier, raised 5600 earlier, lowered 5580, raised 7000"},
		{"2021-07-21T09:00", a, nil, "first 3200 earlier, raised 5600 earlier, lowered 5580 earlier, raised 7000"},
		{"2021-07-22T09:00", "https://c.example/late", []string{begins + "截至21日24时，已转移7000人。"}, "first 3200 earlier, raised 5600 earlier, lowered 5580 earlier, raised 7000 by 2"},
		{"2021-07-23T09:00", "https://d.example/late", []string{begins + "截至20日24时，已转移6000人。"}, "first 3200 earlier, raised 5600 earlier, lowered 5580 earlier, raised 6000 late, raised 7000 by 2"},
		{"2021-07-21T10:00", "https://e.example/other", []string{begins + "已转移9000人。"}, "first 3200 earlier, raised 5600 earlier, lowered 5580 earlier, raised 6000 late, raised 7000, raised 9000, lowered 7000"},
	} {
		w.at(step.when, step.url, step.texts...)
		w.update()
		if got := chainOf(t, w.update(), "displaced"); got != step.want {
			t.Errorf("%s: %q, want %q", step.when, got, step.want)
		}
	}
}

// TestPagesOfOneDayContradict: two pages of one day of which nobody knows the hour.
func TestPagesOfOneDayContradict(t *testing.T) {
	w := watch(t)
	for url, text := range map[string]string{"https://a.example/": "12人遇难。", "https://b.example/": "25人遇难。"} {
		p := Page{URL: url, Lang: "zh-Hans", Published: on("2021-07-21"), Day: true, Fetched: on("2021-09-01"), Texts: []string{"7月20日，河南郑州发生洪水，" + text}}
		w.pages[url] = p
	}
	got := chainOf(t, w.update(), "dead")
	if got != "first 12, contradicts 25" && got != "first 25, contradicts 12" {
		t.Error(got)
	}
}

// TestEarlierIsInTheGraph: an earlier version of a page is a node of its own, from which its statements come.
func TestEarlierIsInTheGraph(t *testing.T) {
	w := watch(t)
	w.at("2021-07-20T10:00", "https://a.example/", "7月20日，河南郑州发生洪水，12人遇难。")
	w.update()
	w.at("2021-07-21T10:00", "https://a.example/", "7月20日，河南郑州发生洪水，25人遇难。")
	b := w.update()
	graph := trig(t, b)
	for _, want := range []string{"prov:specializationOf <https://a.example/>", "prov:wasRevisionOf", "12人遇难", "25人遇难"} {
		if !strings.Contains(graph, want) {
			t.Errorf("the graph lacks %s:\n%s", want, graph)
		}
	}
	if c := b.Cards(); c.Pages != 1 || c.Cards[0].Pages != 1 || len(c.Cards[0].Contradict) != 0 {
		t.Errorf("%+v", c)
	}
	x, y := triplesOf(t, graph, nquadsOf(t, b))
	if len(x) != len(y) {
		t.Errorf("%d triples as TriG, %d as N-Quads", len(x), len(y))
	}
}

func nquadsOf(t *testing.T, b *Builder) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := b.Write(&out, NQuads, aRun(), nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// goldenEarlier is a line as the first program wrote it that kept earlier versions.
const goldenEarlier = `{"format":1,"key":"1","url":"u:1","lang":"zh-Hans","published":"2021-07-20T00:00:00Z","fetched":"2021-07-20T10:00:00Z","relevance":0,"said":[` +
	`{"block":0,"start":0,"text":"道路中断。","m":{"Times":null,"Places":null,"Quantities":null,"Warnings":null,"Words":[{"Start":0,"End":6,"Class":"https://example.org/c"}],"Storms":null}}]}` + "\n"

// TestEarlierFile: the form of a line is kept; a second copy of a version counts once; a file that was cut is used from its
// copy, and one of a newer program is refused.
func TestEarlierFile(t *testing.T) {
	dir := watch(t).dir
	file := filepath.Join(dir, Dir, earlierFile)
	p := &savedPage{Key: "1", URL: "u:1", Lang: "zh-Hans", Published: on("2021-07-20"), Fetched: on("2021-07-20").Add(10 * time.Hour),
		Said: []saying{{Text: "道路中断。", M: extract.Mentions{Words: []extract.Word{{Span: extract.Span{End: 6}, Class: "https://example.org/c"}}}}}}
	for range 2 {
		if err := appendEarlier(dir, []*savedPage{p}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil || string(text) != goldenEarlier+goldenEarlier {
		t.Fatalf("%v\n%s\nwant\n%s", err, text, goldenEarlier)
	}
	if all, restored, err := readEarlier(dir, 9); err != nil || restored != nil || len(all) != 1 {
		t.Errorf("%d versions, %v, %v", len(all), restored, err)
	} else if got, _ := json.Marshal(all[0]); !strings.Contains(goldenEarlier, string(got[1:])) { //nolint:errcheck // plain data
		t.Errorf("read: %s", got)
	}
	if err := os.WriteFile(file, text[:len(text)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	if all, _, err := readEarlier(dir, 9); err != nil || len(all) != 1 {
		t.Errorf("after a cut: %d versions, %v", len(all), err)
	}
	if mended, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(mended, []byte(goldenEarlier)) {
		t.Errorf("after a cut: %q, %v", mended, err)
	}
	if err := atomicfile.Append(file, []byte(`{"format":2,"url":"u:2"}`+"\n"), atomicfile.Options{}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := readEarlier(dir, 9); err == nil {
		t.Error("a format of a newer program was read")
	}
}

// TestKeeperForgetsNothing: what a page of a run said is still told when the page is no longer there.
func TestKeeperForgetsNothing(t *testing.T) {
	folders := rundirtest.Folders(t)
	dir := t.TempDir()
	folders[len(folders)-1].Unpack(t, dir)
	dir = filepath.Join(dir, "run")
	k := &Keeper{Dir: dir, Program: "ontocrawl test", Run: aRun}
	first, err := k.Update(t.Context())
	if err != nil || first.Events == 0 {
		t.Fatalf("%+v, %v", first, err)
	}
	file := filepath.Join(dir, "pages.jsonl")
	was, err := os.ReadFile(file)
	if err != nil || os.WriteFile(file, nil, 0o600) != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"ontocrawl test", "ontocrawl newer"} {
		k.Program = program
		then, err := k.Update(t.Context())
		if err != nil || then.Pages != 0 || then.Events != first.Events {
			t.Errorf("%s: %+v, %v, want %d events", program, then, err, first.Events)
		}
		if got, want := readFile(t, dir), atOnce(t, dir); got != want {
			t.Errorf("%s: the kept graph is another one than graph writes:\n%s\nwant\n%s", program, got, want)
		}
	}
	if err := os.WriteFile(file, was, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := readFile(t, dir), atOnce(t, dir); got != want || strings.Contains(got, "#v-") {
		t.Error("pages that are back are told twice")
	}
}
