package crawling

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

const directory = `# what the desk follows
weather:
  typhoon:
    ontology: typhoon
    seeds: lists/typhoon.txt
  surge: {topic: 风暴潮}
kitchen:
  soup:
    keywords: [leeks, butter]
    seeds: lists/soup.txt
`

// TestCrawlFromDirectory: a name brings topic and seeds, several are joined.
func TestCrawlFromDirectory(t *testing.T) {
	t.Parallel()
	web, _ := storedWeb(t)
	dir := t.TempDir()
	file := write(t, dir, "topics.yaml", directory)
	write(t, dir, "lists/typhoon.txt", "http://a.example/\n")
	write(t, dir, "lists/soup.txt", "http://a.example/2\nhttp://a.example/\n")
	crawl := func(args ...string) result {
		return ontocrawl(t, append([]string{"crawl", "--topics", file, "--web", web, "--out", filepath.Join(t.TempDir(), "run"),
			"--segmenter", "trie", "--warc", "none"}, args...)...)
	}
	for topic, want := range map[string][2]string{
		"typhoon": {"Typhoon track", "soup of leeks"}, "kitchen/soup": {"soup of leeks", "Typhoon track"},
	} {
		if r := crawl("--topic", topic); r.code != cli.ExitOK || !strings.Contains(r.out, want[0]) || strings.Contains(r.out, want[1]) {
			t.Errorf("%s: code %d\n%s%s", topic, r.code, r.out, r.err)
		}
	}
	if r := crawl("--topic", "weather,soup"); r.code != cli.ExitOK || !strings.Contains(r.out, "soup of leeks") || !strings.Contains(r.out, "Typhoon track") {
		t.Errorf("joined: code %d\n%s%s", r.code, r.out, r.err)
	}
	for want, args := range map[string][]string{
		"which topic of":     {},
		"no topic is called": {"--topic", "thunder"},
		"brings no seeds":    {"--topic", "surge"},
		"leave ontology, keywords and topic-from out": {"--topic", "typhoon", "--keywords", "x"},
	} {
		if r := crawl(args...); r.code != cli.ExitUsage || !strings.Contains(r.err, want) {
			t.Errorf("%v: code %d, %s; want %s", args, r.code, r.err, want)
		}
	}
}
