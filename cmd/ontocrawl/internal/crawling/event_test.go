package crawling

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
)

// TestEvent: what a person decides with the command event is in the graph from then on, and nothing of a page reaches the
// terminal.
func TestEvent(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte("<html lang=zh><title>台风暴雨洪水</title><p>2024年7月20日，郑州发生暴雨洪水，造成12人死亡。台风暴雨继续。\u001b[2J&#8238;</p></html>"))
	}))
	defer site.Close()
	run := filepath.Join(t.TempDir(), "run")
	if r := ontocrawl(t, "crawl", site.URL, "--topic", "rainstorm", "--allow-private", "--out", run, "--max-pages", "1"); r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	cards := func() (c eventgraph.Cards) {
		t.Helper()
		r := ontocrawl(t, "event", run, "--json")
		if err := json.Unmarshal([]byte(r.out), &c); r.code != cli.ExitOK || err != nil {
			t.Fatal(r.code, err, r.out, r.err)
		}
		return c
	}
	c := cards()
	if len(c.Cards) != 1 || len(c.Cards[0].Figures) != 1 {
		t.Fatalf("%+v", c)
	}
	id, fact := c.Cards[0].ID, c.Cards[0].Figures[0].ID
	if r := ontocrawl(t, "event", run, id); r.code != cli.ExitOK || !strings.Contains(r.out, fact) || !strings.Contains(r.out, site.URL) || strings.ContainsAny(r.out, "\x1b\u202e") {
		t.Fatalf("%q %s", r.out, r.err)
	}
	for args, want := range map[string]string{
		"delete":                 `"delete" is none of`,
		"merge":                  "merge needs --into EVENT",
		"correct":                "a correction needs a fact and its value",
		"refuse --fact 1":        "file does not exist",
		"split --page http://x/": "file does not exist",
		"merge --into " + id:     "not merged into itself",
		"confirm --value 3":      "only a correction has a value",
		"refuse --into " + id:    "names another event",
		"confirm --to wang":      "only an assignment names a person",
		"note":                   "a note needs its text",
	} {
		if r := ontocrawl(t, append([]string{"event", run, id}, strings.Fields(args)...)...); r.code != cli.ExitUsage || !strings.Contains(r.err, want) {
			t.Errorf("%s: %d %s", args, r.code, r.err)
		}
	}
	if r := ontocrawl(t, "event", run, id, "assign", "--to", "wang\x1b[2J", "--by", "li", "--note", "now"); r.code != cli.ExitOK || r.out != "decided\n" {
		t.Fatal(r.out, r.err)
	}
	for _, args := range [][]string{{"event", run}, {"event", run, id}} {
		if r := ontocrawl(t, args...); !strings.Contains(r.out, "wang") || strings.Contains(r.out, "\x1b") {
			t.Errorf("%q", r.out)
		}
	}
	if r := ontocrawl(t, "event", run, id, "correct", "--fact", fact, "--value", "13", "--by", "li"); r.code != cli.ExitOK || r.out != "decided\n" {
		t.Fatal(r.out, r.err)
	}
	if f := cards().Cards[0].Figures[0]; f.Value != 13 || f.Decided.By != "li" || *f.Decided.Was != 12 || f.ID != fact {
		t.Errorf("%+v", f)
	}
	if r := ontocrawl(t, "event", run, id, "refuse", "--note", "a drill \x1b[2J"); r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	if c = cards(); len(c.Cards) != 0 || len(c.Aside) != 1 {
		t.Errorf("%+v", c)
	}
	if r := ontocrawl(t, "event", run); !strings.Contains(r.out, "a drill") || strings.Contains(r.out, "\x1b") {
		t.Errorf("%q", r.out)
	}
	if r := ontocrawl(t, "graph", run); r.code != cli.ExitOK || strings.Contains(r.out, "/event/flood/") {
		t.Errorf("the graph has it: %s", r.err)
	}
	if r := ontocrawl(t, "verify", run); r.code != cli.ExitOK {
		t.Errorf("%d %s", r.code, r.out)
	}
	if r := ontocrawl(t, "event", run, id, "withdraw"); r.code != cli.ExitOK || len(cards().Cards) != 1 {
		t.Error(r.err)
	}
}
