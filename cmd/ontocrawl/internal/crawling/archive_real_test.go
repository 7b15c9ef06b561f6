package crawling

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// On a real web, the archive of a crawl crawled again gives the same trail: the
// same pages in the same order, with the same relevance, priority and parent.
func TestArchiveOfRealWebs(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ web, topic string }{{"wikispeedia-en", "typhoon"}, {"lohelp-zh", "rainstorm"}} {
		t.Run(x.web, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(goldentest.Dir(t, "webs/"+x.web), x.web)
			web, err := replay.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			seeds := write(t, dir, "seeds.txt", strings.Join(web.Pages()[:5], "\n"))
			web.Close()
			first, again := filepath.Join(dir, "first"), filepath.Join(dir, "again")
			for _, run := range [][]string{{"--web", name, "--out", first, "--warc", "all"}, {"--web", first, "--out", again, "--warc", "relevant"}} {
				r := ontocrawl(t, append([]string{"crawl", "--topic", x.topic, "--seeds", seeds, "--max-pages", "400", "--deterministic", "--segmenter", "trie"}, run...)...)
				if r.code != cli.ExitOK {
					t.Fatalf("%v: code %d\n%s%s", run, r.code, r.out, r.err)
				}
			}
			want, got := readLines(t, first), readLines(t, again)
			if len(want) < 100 || !slices.Equal(got, want) {
				t.Errorf("%d pages: %s", len(want), firstDifference(got, want))
			}
			kinds, _ := archived(t, first)
			t.Logf("%d pages, %v", len(want), kinds)
		})
	}
}

// spared crawls a stored web to its end without a trap guard and with the default one: no
// page is lost to it.
func spared(t *testing.T, web, topic, seeds, strategy string, least int) {
	t.Helper()
	crawled := func(more ...string) (urls []string) {
		out := t.TempDir()
		r := ontocrawl(t, append([]string{"crawl", "--topic", topic, "--seeds", seeds, "--web", web, "--out", out, "--strategy", strategy,
			"--max-pages", "100000", "--warc", "none", "--segmenter", "trie", "--site-search", "off"}, more...)...)
		if r.code != cli.ExitOK {
			t.Fatalf("%v: code %d\n%s%s", more, r.code, r.out, r.err)
		}
		// What was remembered of so many pages can be read back.
		if r := ontocrawl(t, "links", out); r.code != cli.ExitOK {
			t.Errorf("%v: links: code %d\n%s%s", more, r.code, r.out, r.err)
		}
		for _, l := range readLines(t, out) {
			urls = append(urls, l.URL)
		}
		slices.Sort(urls)
		return urls
	}
	all, patient := crawled("--patience", "0"), crawled()
	if len(all) < least || !slices.Equal(all, patient) {
		t.Errorf("%d pages, %d with the usual patience", len(all), len(patient))
	}
	t.Logf("%d pages", len(all))
}

// A portal that is alone, with every article three times, is crawled to its end.
func TestPatienceSparesPortal(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("some thousand pages")
	}
	dir, articles := t.TempDir(), 250
	if long() {
		articles = 500
	}
	if err := crawltest.NewPortal(crawltest.PortalOptions{Seed: 1, Articles: articles}).Store(dir); err != nil {
		t.Fatal(err)
	}
	spared(t, dir, "typhoon", write(t, t.TempDir(), "seeds.txt", "http://portal.example/"), "tabu", 3*articles)
}

// So are an encyclopedia of one shape of address, nearly all of it off the topic, a
// government's site, and 28 blogs and sites of projects beside each other.
func TestPatienceSparesRealWebs(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		web, seed, strategy string
		least               int
	}{
		{"wikispeedia-en", "http://schools-wikipedia.org/wp/t/Tropical_cyclone.htm", "tabu", 4000},
		{"fema-gov", "http://www.fema.gov/about", "tabu", 3800},
		{"hosts-dev", "", "tabu", 6000},
		{"hosts-dev", "", "breadth-first", 6000},
	} {
		t.Run(x.web+" "+x.strategy, func(t *testing.T) {
			name := filepath.Join(goldentest.Dir(t, "webs/"+x.web), x.web)
			seeds := filepath.Join(name, "seeds_home.txt")
			if x.seed != "" {
				seeds = write(t, t.TempDir(), "seeds.txt", x.seed)
			}
			spared(t, name, "typhoon,rainstorm", seeds, x.strategy, x.least)
		})
	}
}
