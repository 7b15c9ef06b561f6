package learned

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestHubName: the links of a list inherit the words by which the list was reached,
// if they lead to its host and stand in no menu.
func TestHubName(t *testing.T) {
	const tag, home, article = "http://h.test/tags/7", "http://h.test/pages", "http://h.test/a/7"
	main := func(url string) crawl.Link { return crawl.Link{URL: url, Host: "h.test"} }
	for _, c := range []struct {
		name  string
		url   string
		words int // of the page
		link  crawl.Link
		want  float32
	}{
		{"by its address", tag, 1000, main("http://h.test/x"), .5},
		{"by its links", home, 44, main("http://h.test/x"), .5},
		{"too many words", home, 45, main("http://h.test/x"), 0},
		{"an article", article, 1000, main("http://h.test/x"), 0},
		{"in a menu", tag, 1000, crawl.Link{URL: "http://h.test/x", Host: "h.test", Region: crawl.RegionNav}, 0},
		{"to another host", tag, 1000, crawl.Link{URL: "http://other.test/x", Host: "other.test"}, 0},
	} {
		r := New(1)
		// Anchor .3 and half of the address .4 name the topic.
		r.Observe(links("http://h.test/", .1, crawl.Link{URL: c.url, Host: "h.test", Terms: crawl.LinkTerms{AnchorCore: .3, URLCore: .4}}))
		v := links(c.url, .1, c.link, main("http://h.test/y"), main("http://h.test/z"))
		v.Page.Host, v.Page.Words = "h.test", c.words
		r.Observe(v)
		id, _ := r.ID(c.link.URL)
		if got := r.featuresOf(r.evidence(id))[fHubName]; !near(float64(got), float64(c.want), 1e-6) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		for _, part := range r.Explain(c.link.URL) {
			if part.Name == "hub name" && part.Page != c.url || part.Name != "hub name" && part.Page != "" {
				t.Errorf("%s: %+v", c.name, part)
			}
		}
		if copied := reloaded(t, r); copied.Score(c.link.URL) != r.Score(c.link.URL) || fmt.Sprint(copied.Explain(c.link.URL)) != fmt.Sprint(r.Explain(c.link.URL)) {
			t.Errorf("%s: score %v, %v before the checkpoint", c.name, copied.Score(c.link.URL), r.Score(c.link.URL))
		}
	}
	// A seed was reached by no link.
	r := New(1)
	r.Observe(links(tag, .9, main("http://h.test/x")))
	id, _ := r.ID("http://h.test/x")
	if got := r.evidence(id).hubName; got != 0 {
		t.Errorf("the name of a seed counts %v", got)
	}
}

func reloaded(t *testing.T, r *Ranker) *Ranker {
	t.Helper()
	data, err := binenc.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	out := New(2)
	if err := out.ReadFrom(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestReadsOldVersions: a checkpoint of before lists had names (v3), or of before
// outside links had features (v4) or names counted (v5), gives the scores that it gave; outside
// links now begin with less, and the pages with a link count by their lift, too. testdata has the checkpoint in hex, then a URL and its score in each line.
// The files must not be made anew.
func TestReadsOldVersions(t *testing.T) {
	for _, version := range []string{"v3", "v4", "v5"} {
		t.Run(version, func(t *testing.T) { readsOld(t, version) })
	}
}

func readsOld(t *testing.T, version string) {
	text, err := os.ReadFile("testdata/" + version + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	lines.Scan()
	data, err := hex.DecodeString(lines.Text())
	if err != nil {
		t.Fatal(err)
	}
	r, n := New(9), 0
	if err := r.ReadFrom(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		url, text, _ := strings.Cut(lines.Text(), " ")
		want, err := strconv.ParseFloat(text, 64)
		for _, p := range r.Explain(url) {
			if strings.HasPrefix(p.Name, "outside") && version != "v5" || p.Name == "parents' lift" {
				want += p.Value * p.Weight
			}
		}
		if got := r.Score(url); err != nil || !near(got, want, 1e-9) {
			t.Errorf("%s: score %v, want %v (%v)", url, got, want, err)
		}
		n++
	}
	if n < 10 {
		t.Errorf("%d URLs", n)
	}
	again, err := binenc.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := New(1).ReadFrom(bytes.NewReader(again)); err != nil {
		t.Errorf("written again it is not read: %v", err)
	}
	data[len("recipe")+1] = 2
	if err := r.ReadFrom(bytes.NewReader(data)); err == nil || r.Len() != 0 {
		t.Errorf("version 2 was read: %v", err)
	}
}
