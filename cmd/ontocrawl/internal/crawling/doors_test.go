package crawling

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// doorPages are pages that are on topic, off it and in between, each on a host of its own.
func doorPages() []string {
	filler := strings.Repeat("ordinary words stand here and say nothing of it ", 20)
	return []string{
		page1("Typhoon track and landfall", strings.Repeat(storm, 3), ""),
		page1("Weather", "A typhoon was named once, and a gale. "+filler, ""),
		page1("强台风“摩羯”登陆海南", "中央气象台发布强台风预警，强台风摩羯中心附近最大风力15级，渔船回港避风。", ""),
		page1("A soup of leeks", "Cut the leeks, melt the butter, add water and salt.", ""),
		page1("Hawker Hurricane restored", "The fighter flew again. Its typhoon engine roared over the museum. "+filler, ""),
		page1("Household income", "Flood damage and a storm surge cost the town. Evacuation was late. "+filler, ""),
	}
}

// doorWeb stores the pages below dir, and a file of their addresses.
func doorWeb(t *testing.T, dir string) (web, seedFile string) {
	t.Helper()
	var index, seeds strings.Builder
	for i, text := range doorPages() {
		write(t, dir, fmt.Sprintf("web/pages/p%d.html", i), text)
		fmt.Fprintf(&index, "http://h%d.example/p%d.html\tp%d.html\ttext/html; charset=utf-8\t\n", i, i, i)
		fmt.Fprintf(&seeds, "http://h%d.example/p%d.html\n", i, i)
	}
	write(t, dir, "web/index.tsv", index.String())
	return filepath.Join(dir, "web"), write(t, dir, "seeds.txt", seeds.String())
}

// TestFiveDoors: a page has one verdict, whether a crawl, a job, a program with the library, rescore or score judges it.
func TestFiveDoors(t *testing.T) {
	t.Parallel()
	dir, pages := t.TempDir(), doorPages()
	web, seedFile := doorWeb(t, dir)
	seeds := readFile(t, dir, "seeds.txt")
	doors := map[string][]float64{}
	crawled := filepath.Join(dir, "crawled")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seedFile, "--out", crawled); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	doors["crawl"] = judged(t, crawled, len(pages))
	again := filepath.Join(dir, "again.jsonl")
	if r := ontocrawl(t, "rescore", crawled, "--write", again); r.code != cli.ExitOK {
		t.Errorf("rescore: code %d\n%s%s", r.code, r.out, r.err)
	}
	doors["rescore"] = scoresOf(t, readFile(t, dir, "again.jsonl"), len(pages))
	doors["library"] = libraryVerdicts(t, dir, web, seeds, len(pages))
	if r := ontocrawl(t, "rescore", filepath.Join(dir, "library"), "--write", filepath.Join(dir, "of-library.jsonl")); r.code != cli.ExitOK {
		t.Errorf("rescore of the library's run: code %d\n%s%s", r.code, r.out, r.err)
	}
	doors["rescore of the library's run"] = scoresOf(t, readFile(t, dir, "of-library.jsonl"), len(pages))
	doors["job"] = jobVerdicts(t, dir, web, seeds, len(pages))
	for i := range pages {
		for _, args := range [][]string{{"--topic", "typhoon"}, {"--run", crawled}} {
			name := "score " + args[0]
			r := ontocrawl(t, append([]string{"score", filepath.Join(web, "pages", fmt.Sprintf("p%d.html", i)), "--json"}, args...)...)
			var x relevance.Explanation
			if err := json.Unmarshal([]byte(r.out), &x); err != nil {
				t.Fatalf("%s: code %d: %v\n%s", name, r.code, err, r.err)
			}
			doors[name] = append(doors[name], x.Relevance)
		}
	}
	for name, got := range doors {
		for i, r := range got {
			if want := doors["crawl"][i]; math.Abs(r-want) > 1e-6 {
				t.Errorf("%s judges page %d %.6f, crawl %.6f", name, i, r, want)
			}
		}
	}
	if c := doors["crawl"]; c[0] < .5 || c[2] < .5 || c[3] != 0 || c[1] > .5 {
		t.Errorf("verdicts %v", c)
	}
}

// judged are the relevances of the pages of a run, by their numbers.
func judged(t *testing.T, run string, n int) []float64 {
	t.Helper()
	list := make([]float64, n)
	for p, err := range rundir.Current(run) {
		if err != nil {
			t.Fatal(err)
		}
		list[numberOf(t, p.URL)] = float64(p.Relevance)
	}
	return list
}

func numberOf(t *testing.T, url string) (n int) {
	t.Helper()
	if _, err := fmt.Sscanf(url, "http://h%d.example/", &n); err != nil {
		t.Fatalf("%s: %v", url, err)
	}
	return n
}

func scoresOf(t *testing.T, lines string, n int) []float64 {
	t.Helper()
	list := make([]float64, n)
	for line := range strings.Lines(lines) {
		var p rundir.Page
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		list[numberOf(t, p.URL)] = float64(p.Relevance)
	}
	return list
}

func libraryVerdicts(t *testing.T, dir, web, seeds string, n int) []float64 {
	t.Helper()
	typhoon, err := topic.Resolve(t.Context(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	var first []crawl.Link
	for line := range strings.Lines(seeds) {
		l, err := seed.Link(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		first = append(first, l)
	}
	run := filepath.Join(dir, "library")
	s, err := session.Open(t.Context(), session.Spec{
		Topic: typhoon, Seeds: first, Fetch: session.Fetch{Web: web}, Folder: session.Folder{Dir: run}, Options: engine.Options{MaxPages: n},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	return judged(t, run, n)
}

func jobVerdicts(t *testing.T, dir, web, seeds string, n int) []float64 {
	t.Helper()
	text := "folder: monitor\njobs:\n- name: doors\n  schedule: \"@every 1h\"\n  topic: typhoon\n  web: " + web + "\n  budget: {pages: 20}\n  seeds:\n"
	for line := range strings.Lines(seeds) {
		text += "  - " + line
	}
	file := write(t, dir, "jobs.yaml", text)
	if r := ontocrawl(t, "job", "--jobs", file, "run", "doors", "--now"); r.code != cli.ExitOK {
		t.Fatalf("job run: code %d\n%s%s", r.code, r.out, r.err)
	}
	runs, err := filepath.Glob(filepath.Join(dir, "monitor", "*", "doors", "run.yaml"))
	if more, err2 := filepath.Glob(filepath.Join(dir, "monitor", "doors", "run.yaml")); err2 == nil {
		runs = append(runs, more...)
	}
	if err != nil || len(runs) != 1 {
		t.Fatalf("run folders of the job: %v, %v", runs, err)
	}
	return judged(t, filepath.Dir(runs[0]), n)
}
