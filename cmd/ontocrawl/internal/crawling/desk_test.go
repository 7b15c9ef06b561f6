package crawling

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontologies"
)

// TestDeskScores: a topic by its name in either language and a copy of its file judge a page alike, and 强台 within
// 强台风 is no super typhoon.
func TestDeskScores(t *testing.T) {
	dir := goldentest.Path(t, "cases/desk")
	text, err := ontologies.FS.ReadFile("typhoon.owl")
	if err != nil {
		t.Fatal(err)
	}
	copied := write(t, t.TempDir(), "my.owl", string(text))
	for file, concept := range map[string]string{"severe-not-super.html": "SevereTyphoon", "tropical-storm.html": "TropicalStorm"} {
		for _, args := range [][]string{{"--topic", "台风"}, {"--topic", "typhoon"}, {"--ontology", copied, "--topic", "typhoon"}} {
			r := ontocrawl(t, append([]string{"score", filepath.Join(dir, file), "--json"}, args...)...)
			var x relevance.Explanation
			if err := json.Unmarshal([]byte(r.out), &x); err != nil {
				t.Fatalf("%s %v: code %d: %v\n%s", file, args, r.code, err, r.err)
			}
			names := regexp.MustCompile(`#(\w+)"`).FindAllStringSubmatch(r.out, -1)
			has := func(name string) bool {
				return slices.ContainsFunc(names, func(m []string) bool { return m[1] == name })
			}
			if x.Relevance < .5 || !has(concept) || has("SuperTyphoon") {
				t.Errorf("%s %v: %.3f, concepts %v", file, args, x.Relevance, names)
			}
		}
	}
}

// TestDeskStorms: a word that only looks like the name of a storm is none, and a name of several seasons is of the
// season of the page, whether the page or a feed gives the date.
func TestDeskStorms(t *testing.T) {
	dated, err := os.ReadFile(filepath.Join(goldentest.Path(t, "cases/desk"), "reused-name.html"))
	if err != nil {
		t.Fatal(err)
	}
	names, err := os.ReadFile(filepath.Join(goldentest.Path(t, "cases/desk"), "storm-names.html"))
	if err != nil {
		t.Fatal(err)
	}
	undated := regexp.MustCompile(`<meta[^>]*published_time[^>]*>|2026年11月28日，`).ReplaceAllString(string(dated), "")
	const feed = `<rss version="2.0"><channel><title>n</title><link>http://b.example/</link><description>d</description><item><title>强台风“海葵”逼近浙江沿海</title><link>http://b.example/p.html</link><pubDate>Sat, 28 Nov 2026 08:00:00 +0800</pubDate></item></channel></rss>`
	dir := t.TempDir()
	write(t, dir, "web/pages/a.html", string(dated))
	write(t, dir, "web/pages/b.html", undated)
	write(t, dir, "web/pages/c.html", string(names))
	write(t, dir, "web/pages/f.xml", feed)
	write(t, dir, "web/index.tsv", "http://a.example/p.html\ta.html\ttext/html\t\nhttp://b.example/p.html\tb.html\ttext/html\t\nhttp://c.example/p.html\tc.html\ttext/html\t\nhttp://b.example/f.xml\tf.xml\tapplication/rss+xml\t\n")
	for seed, want := range map[string]string{"http://a.example/p.html": "storm/wp/2026/haikui", "http://b.example/f.xml": "storm/wp/2026/haikui", "http://c.example/p.html": ""} {
		run := filepath.Join(t.TempDir(), "run")
		if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", filepath.Join(dir, "web"), "--seeds", write(t, t.TempDir(), "seeds.txt", seed+"\n"), "--out", run); r.code != cli.ExitOK {
			t.Fatalf("%s: code %d\n%s", seed, r.code, r.err)
		}
		out := filepath.Join(t.TempDir(), "events.nq")
		if r := ontocrawl(t, "graph", run, "-o", out); r.code != cli.ExitOK {
			t.Fatalf("%s: code %d\n%s", seed, r.code, r.err)
		}
		graph, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		events := regexp.MustCompile(`/event/(storm/[^>]*)> <[^>]*#type> <https://schema.org/Event>`).FindAllStringSubmatch(string(graph), -1)
		if got := len(events); got > 1 || (got == 1) != (want != "") || got == 1 && events[0][1] != want {
			t.Errorf("%s tells of %q; want %q", seed, events, want)
		}
	}
}

// TestDeskBrokenTwice: verify does not say that run.yaml has what the state lost, and the state what run.yaml lost.
func TestDeskBrokenTwice(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "web/pages/a.html", page1("Typhoon track and landfall", strings.Repeat(storm, 3), ""))
	write(t, dir, "web/index.tsv", "http://a.example/\ta.html\ttext/html\t\n")
	run := filepath.Join(dir, "run")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", filepath.Join(dir, "web"), "--seeds", write(t, dir, "seeds.txt", "http://a.example/\n"), "--out", run); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	damage := func(name string) {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(run, name))
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)/2] = '\t'
		write(t, run, name, "\t"+string(b))
	}
	const lost = "neither the state nor run.yaml has its parameters"
	damage(rundir.ParamsFile)
	if r := ontocrawl(t, "verify", run); !strings.Contains(r.out, "the state has the parameters") || strings.Contains(r.out, lost) {
		t.Errorf("one is damaged:\n%s", r.out)
	}
	tables, err := filepath.Glob(filepath.Join(run, rundir.StateDir, "db", "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatal(tables, err)
	}
	for _, name := range tables {
		damage(strings.TrimPrefix(name, run+string(filepath.Separator)))
	}
	r := ontocrawl(t, "verify", run)
	if strings.Count(r.out, lost) != 2 || strings.Contains(r.out, "the state has the parameters") || strings.Contains(r.out, "run.yaml has them") {
		t.Errorf("both are damaged:\n%s", r.out)
	}
	if r := ontocrawl(t, "repair", run); r.code == cli.ExitOK || !strings.Contains(r.err, "parameters of the run are lost") {
		t.Errorf("repair: code %d\n%s%s", r.code, r.out, r.err)
	}
}
