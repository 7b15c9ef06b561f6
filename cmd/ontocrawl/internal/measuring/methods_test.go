package measuring

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/lab/report"
)

// TestMethodNames: help lists every method, and docs/methods.md has an entry for each.
func TestMethodNames(t *testing.T) {
	t.Parallel()
	names := strategy.All().Strategies()
	help, list := ontocrawl(t, "crawl", "--help").out, ontocrawl(t, "methods").out
	for _, name := range slices.Concat(names, strategy.LinkRanks(), relevance.Names()) {
		if !strings.Contains(list, "\n  "+name+" ") {
			t.Errorf("methods does not list %s", name)
		}
	}
	for setting, names := range cli.MethodNames() {
		if !strings.Contains(strings.Join(strings.Fields(help), " "), strings.Join(names, ", ")) || len(names) < 8 {
			t.Errorf("crawl --help does not list the values of --%s", setting)
		}
	}
	doc := readFile(t, filepath.Join("..", "..", "..", ".."), filepath.Join("docs", "methods.md"))
	for _, name := range slices.Concat(names, strategy.LinkRanks(), config.Filters(), relevance.Names()) {
		if !strings.Contains(doc, "`"+name+"`") {
			t.Errorf("docs/methods.md does not tell of %s", name)
		}
	}
}

// TestMethodOptions: docs/methods.md has a table of all options as the tables of the methods declare them, in
// their order, and each default is the library's.
func TestMethodOptions(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	for _, o := range cli.MethodOptions() {
		fmt.Fprintf(&table, "| `%s` | %s | `%v` | `%s` | %s |\n", o.Name, strings.Join(o.Methods, ", "), o.Default, strings.ReplaceAll(o.Bounds(), "|", "` `"), o.About)
	}
	if doc := readFile(t, filepath.Join("..", "..", "..", ".."), filepath.Join("docs", "methods.md")); !strings.Contains(doc, table.String()) {
		t.Errorf("docs/methods.md lacks this table of options:\n%s", table.String())
	}
	c, err := config.Load(cli.SettingSources(nil, nil, ""))
	if err != nil {
		t.Fatal(err)
	}
	want := strategy.Defaults()
	want.Seed, want.Budget, want.KPage, want.KLink = 1, 500, 1, 1 // settings of a crawl; 0 and 1 are the same
	if p := cli.StrategySpec(c, c.MaxPages).Params; p != want {
		t.Errorf("defaults %+v, want %+v", p, want)
	}
	for _, o := range strategy.All().Options() {
		p, q := want, want
		switch d := o.Default.(type) {
		case float64:
			o.Set(&p, d+1)
		case int:
			o.Set(&p, d+1)
		case bool:
			o.Set(&p, !d)
		case string:
			o.Set(&p, o.Values[1])
		}
		if o.Set(&q, nil); p == want || o.Name != "dwdbrm-reward" && q != want {
			t.Errorf("%s sets nothing, or sets what it is not given: %+v, %+v", o.Name, p, q)
		}
	}
}

// TestFormerOptions: options that are given as in version 0.3 work, and one line says how they are given now.
// A run folder that began with them goes on without a word.
func TestFormerOptions(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := t.TempDir()
	args := []string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", filepath.Join(dir, "run"), "--segmenter", "trie"}
	settings := write(t, dir, "o.yaml", "balance: 0.2\n")
	r := ontocrawl(t, append(args, "--config", settings, "--tries", "7", "--learn=none")...)
	want := "ontocrawl: the next release will not know " + settings + ":1: balance, --tries, --learn; write method_options: {balance: 0.2}, --method-option tries=7, --method-option learn=none\n"
	run := readFile(t, dir, "run/run.yaml")
	if r.code != cli.ExitOK || !strings.Contains(r.err, want) || !strings.Contains(run, "balance: 0.2\n") || !strings.Contains(run, "tries: 7\n") || !strings.Contains(run, "learn: none\n") {
		t.Errorf("code %d, want %s\n%s\n%s", r.code, want, r.err, run)
	}
	if r = ontocrawl(t, append(args, "--method-option", "tries=7")...); r.code != cli.ExitOK || strings.Contains(r.err, "next release") || !strings.Contains(r.out, "This run is finished") {
		t.Errorf("it goes on: code %d\n%s%s", r.code, r.out, r.err)
	}
	for _, other := range [][]string{{"links"}, {"rescore"}, {"coverage"}, {"status"}} {
		if r := ontocrawl(t, append(other, filepath.Join(dir, "run"))...); r.code != cli.ExitOK || strings.Contains(r.err, "next release") {
			t.Errorf("%v: code %d\n%s%s", other, r.code, r.out, r.err)
		}
	}
	if r = ontocrawl(t, append(args, "--tries", "7", "--method-option", "tries=8")...); r.code != cli.ExitUsage || !strings.Contains(r.err, "tries has two values: --tries says 7 and --method-option says 8") {
		t.Errorf("both: code %d\n%s", r.code, r.err)
	}
	for _, text := range []string{"crawl --help", "eval --help", "methods"} {
		if r := ontocrawl(t, strings.Fields(text)...); r.code != cli.ExitOK || strings.Contains(r.out, "--tries") || strings.Contains(r.out, "--learn ") {
			t.Errorf("%s: code %d, or it tells of a former flag", text, r.code)
		}
	}
}

// TestEveryMethodCrawls: with time enough each brings the whole little web, and
// is refused where it does not go.
func TestEveryMethodCrawls(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	crawl := func(args ...string) result {
		out := filepath.Join(t.TempDir(), "run")
		r := ontocrawl(t, append([]string{"crawl", "--web", web, "--seeds", seeds, "--out", out, "--segmenter", "trie", "--warc", "none"}, args...)...)
		if r.code == cli.ExitOK {
			if n := strings.Count(readFile(t, out, "pages.jsonl"), "\n"); n != 4 {
				t.Errorf("%v brought %d pages, want 4", args, n)
			}
		}
		return r
	}
	for _, name := range strategy.All().Strategies() {
		if r := crawl("--topic", "typhoon", "--strategy", name); r.code != cli.ExitOK {
			t.Errorf("%s: code %d, %s", name, r.code, r.err)
		}
	}
	for _, rank := range []string{"priority", "rwb", "hits", "content-links", "layers"} {
		if r := crawl("--topic", "typhoon", "--strategy", "best-first", "--linkrank", rank); r.code != cli.ExitOK {
			t.Errorf("best-first by %s: code %d, %s", rank, r.code, r.err)
		}
	}
	for _, tt := range []struct {
		want string
		args []string
	}{
		{`did you mean "annealing"?`, []string{"--topic", "typhoon", "--strategy", "anealing"}},
		{`did you mean "shark"?`, []string{"--topic", "typhoon", "--strategy", "best-first", "--linkrank", "sharc"}},
		{"learned", []string{"--topic", "typhoon", "--linkrank", "recipe"}}, // its name in the first releases
		{"scores links by itself", []string{"--topic", "typhoon", "--strategy", "on-its", "--linkrank", "shark"}},
		{"--temperature: temperature is 0", []string{"--topic", "typhoon", "--temperature", "0"}},
		{"proposals=9 would change nothing: it is an option of annealing, annealing-host, and chosen are fielded, tabu, learned", []string{"--topic", "typhoon", "--method-option", "proposals=9"}},
		{`did you mean "core-domain"?`, []string{"--topic", "typhoon", "--filter", "coredomain"}},
		{"left out, or filter set", []string{"--topic", "typhoon", "--filter-topic", "large"}},
		{"proposals is 0, but it must be 1 or more", []string{"--topic", "typhoon", "--strategy", "annealing", "--method-option", "proposals=0"}},
		{"leave topic and ontology out", []string{"--topic", "typhoon", "--keywords", "storm"}},
		{"name no word", []string{"--keywords", " , …,"}},
	} {
		if r := crawl(tt.args...); r.code != cli.ExitUsage || !strings.Contains(r.err, tt.want) {
			t.Errorf("%v: code %d, %s; want %s", tt.args, r.code, r.err, tt.want)
		}
	}
}

// TestKeywords: words alone make a topic, each of weight 1.
func TestKeywords(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	r := ontocrawl(t, "crawl", "--keywords", "leeks， butter,leeks", "--strategy", "its", "--web", web, "--seeds", seeds, "--out", out)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "A soup of leeks") || strings.Contains(r.out, "Typhoon track") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	r = ontocrawl(t, "topic", "--keywords", "leeks， butter,leeks")
	if r.code != cli.ExitOK || !strings.Contains(r.out, "2 concepts, 2 of them core") || strings.Count(r.out, "1.0000") != 2 {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
}

// TestITSTopic: its takes all concepts of an ontology for equal keywords.
func TestITSTopic(t *testing.T) {
	t.Parallel()
	a := &cli.App{}
	for name, want := range map[string]bool{"its": true, "on-its": false} {
		c := &config.Config{}
		c.Topic, c.Strategy = "typhoon", name
		got, err := a.Topic(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		even := true
		for _, e := range got.Vector.Entries {
			even = even && e.Weight == 1
		}
		if even != want {
			t.Errorf("%s: all weights are 1: %v, want %v", name, even, want)
		}
	}
}

// TestCoreDomainFilter: links to other owners' domains are left alone, unless
// the page that holds them is on the topic; the log tells the share that passed.
func TestCoreDomainFilter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	home := page1("Typhoon desk", storm, `<a href="http://www.a.example/1">one</a> <a href="http://b.example/">other</a>`)
	other := page1("A soup of leeks", "Cut the leeks, melt the butter, add water and salt.", `<a href="http://c.example/">third</a>`)
	write(t, dir, "web/pages/home.html", home)
	write(t, dir, "web/pages/other.html", other)
	write(t, dir, "web/index.tsv", "http://a.example/\thome.html\ttext/html\t\nhttp://www.a.example/1\tother.html\ttext/html\t\n"+
		"http://b.example/\tother.html\ttext/html\t\nhttp://c.example/\tother.html\ttext/html\t\n")
	seeds := write(t, dir, "seeds.txt", "http://a.example/\n")
	for _, tt := range []struct {
		pages int
		tlp   string
		args  []string
	}{
		{4, "", nil},
		{2, "tlp=0.3333", []string{"--filter", "core-domain"}}, // of three links one passed
		{4, "tlp=1.0000", []string{"--filter", "core-labels"}}, // example is a core of a.example by that list
		{3, "by_topic=1", []string{"--filter", "core-domain", "--filter-topic", "large"}},
		{3, "by_topic=1", []string{"--filter", "core-domain", "--filter-topic", "small"}},
	} {
		out := filepath.Join(t.TempDir(), "run")
		r := ontocrawl(t, append([]string{"crawl", "--topic", "typhoon", "--web", filepath.Join(dir, "web"), "--seeds", seeds, "--out", out,
			"--segmenter", "trie", "--warc", "none"}, tt.args...)...)
		if r.code != cli.ExitOK || !strings.Contains(r.err, tt.tlp) {
			t.Errorf("%v: code %d, %s; want %s", tt.args, r.code, r.err, tt.tlp)
			continue
		}
		if n := strings.Count(readFile(t, out, "pages.jsonl"), "\n"); n != tt.pages {
			t.Errorf("%v: %d pages, want %d", tt.args, n, tt.pages)
		}
	}
}

// TestEvalMethods: every method can be compared, ITS by its own reading of the
// web; worths go with a strategy's name.
func TestEvalMethods(t *testing.T) {
	t.Parallel()
	web, out := cmdtest.LabelledWeb(t), filepath.Join(t.TempDir(), "results")
	r := ontocrawl(t, evalArgs(web, out, "--seeds", "1", "--repeat", "1", "--budget", "2x", "--strategies", "all", "--json")...)
	var rep report.Results
	if err := json.Unmarshal([]byte(r.out), &rep); r.code != cli.ExitOK || err != nil {
		t.Fatalf("code %d, %v\n%s", r.code, err, r.err)
	}
	seen := map[string]bool{}
	for _, run := range rep.Runs {
		seen[run.Strategy] = true
		if run.Strategy == cli.StrategyITS {
			for _, on := range rep.Runs {
				if on.Strategy == "on-its" && on.AverageRelevance == run.AverageRelevance {
					t.Error("its judges pages as on-its does: the topic is not flat")
				}
			}
		}
	}
	for _, name := range strategy.Combined() {
		if !seen[name] {
			t.Errorf("all does not bring %s", name)
		}
	}
	r = ontocrawl(t, evalArgs(web, out, "--seeds", "1", "--repeat", "1", "--strategies", "tabu/hits,annealing/shark")...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "tabu/hits") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	for _, name := range []string{"on-its/hits", "tabu/hitz", "tabu/"} {
		if r := ontocrawl(t, evalArgs(web, out, "--strategies", name)...); r.code != cli.ExitUsage || !strings.Contains(r.err, "nearest") {
			t.Errorf("%s: code %d, %s", name, r.code, r.err)
		}
	}
}
