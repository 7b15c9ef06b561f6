package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/ontology/ontologytest/outside"
)

// On a real web, the archive of a crawl crawled again gives the same trail: the
// same pages in the same order, with the same relevance, priority and parent.
func TestArchiveOfRealWebs(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ web, topic string }{{"wikispeedia-en", "typhoon"}, {"lohelp-zh", "rainstorm"}} {
		t.Run(x.web, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(outside.Dir(t, "webs/"+x.web), x.web)
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

// An encyclopedia of one shape of address, nearly all of it off the topic, is
// crawled to its end in spite of --patience: its pages say something.
func TestPatienceSparesRealWebs(t *testing.T) {
	t.Parallel()
	name := filepath.Join(outside.Dir(t, "webs/wikispeedia-en"), "wikispeedia-en")
	seeds := write(t, t.TempDir(), "seeds.txt", "http://schools-wikipedia.org/wp/t/Tropical_cyclone.htm")
	crawled := func(more ...string) (urls []string) {
		out := t.TempDir()
		r := ontocrawl(t, append([]string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--web", name, "--out", out,
			"--max-pages", "100000", "--warc", "none", "--segmenter", "trie"}, more...)...)
		if r.code != cli.ExitOK || strings.Contains(r.err, "no more links of this URL pattern") {
			t.Fatalf("%v: code %d\n%s%s", more, r.code, r.out, r.err)
		}
		for _, l := range readLines(t, out) {
			urls = append(urls, l.URL)
		}
		slices.Sort(urls)
		return urls
	}
	all, patient := crawled("--patience", "0"), crawled()
	if len(all) < 4000 || !slices.Equal(all, patient) {
		t.Errorf("%d pages, %d with the usual patience", len(all), len(patient))
	}
	t.Logf("%d pages", len(all))
}
