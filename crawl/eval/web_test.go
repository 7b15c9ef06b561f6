package eval

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/page"
)

// storedWeb is a labelled web from the data folder, read into memory.
type storedWeb struct {
	Graph
	urls  []string
	ids   map[string]int32
	pages []*crawl.Page          // nil: not a page
	moved map[string]string      // host that moved to another
	maps  map[string]*crawl.Page // sitemaps, if there are any
}

// find returns the page that answers for url, as a static host would: with
// and without a slash, an index file or an extension, on the host it moved to.
func (w *storedWeb) find(url string) (int32, bool) {
	if id, ok := w.ids[url]; ok {
		return id, true
	}
	scheme, rest, _ := strings.Cut(url, "://")
	host, path, _ := strings.Cut(rest, "/")
	if to, ok := w.moved[host]; ok {
		return w.find(scheme + "://" + to + "/" + path)
	}
	base := strings.TrimSuffix(strings.TrimSuffix(url, "index.html"), "/")
	for _, end := range []string{"", "/", "/index.html", ".html"} {
		if id, ok := w.ids[base+end]; ok {
			return id, true
		}
	}
	return 0, false
}

type indexLine struct{ url, file, contentType, labels string }

func readIndex(tb testing.TB, dir string) (lines []indexLine) {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		c := append(strings.Split(line, "\t"), "", "", "")
		key, err := page.Canonical(c[0])
		if err != nil {
			tb.Fatal(err)
		}
		lines = append(lines, indexLine{key, c[1], c[2], c[3]})
	}
	return lines
}

// load reads and parses all pages of a stored web, and its links.tsv.
func load(tb testing.TB, dir, topic string, reader crawl.Reader) *storedWeb {
	tb.Helper()
	lines := readIndex(tb, dir)
	w := &storedWeb{ids: make(map[string]int32)}
	w.pages = make([]*crawl.Page, len(lines))
	w.Links = make([][]int32, len(lines))
	for i, l := range lines {
		w.ids[l.url] = int32(i)
		w.urls = append(w.urls, l.url)
		w.OnTopic = append(w.OnTopic, slices.Contains(strings.Split(l.labels, ","), topic))
	}
	var wg sync.WaitGroup
	for part := range 2 {
		wg.Go(func() {
			for i := part; i < len(lines); i += 2 {
				l := lines[i]
				body, err := os.ReadFile(filepath.Join(dir, "pages", l.file))
				if err != nil {
					tb.Error(err)
					return
				}
				p, err := reader.Read(context.Background(), &crawl.Response{
					URL: l.url, Final: l.url, Status: 200, ContentType: l.contentType, Body: body,
				})
				if err == nil {
					w.pages[i] = p
				}
			}
		})
	}
	wg.Wait()
	w.readLinks(tb, filepath.Join(dir, "links.tsv"))
	w.moved = make(map[string]string)
	if data, err := os.ReadFile(filepath.Join(dir, "aliases.tsv")); err == nil {
		for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
			from, to, _ := strings.Cut(line, "\t")
			w.moved[from] = to
		}
	}
	return w
}

func (w *storedWeb) readLinks(tb testing.TB, file string) {
	tb.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		a, b, _ := strings.Cut(line, "\t")
		from, err1 := page.Canonical(a)
		to, err2 := page.Canonical(b)
		if err1 != nil || err2 != nil {
			continue
		}
		f, ok1 := w.ids[from]
		t, ok2 := w.ids[to]
		if ok1 && ok2 && f != t {
			w.Links[f] = append(w.Links[f], t)
		}
	}
}

// draw picks n pages on topic.
func (w *storedWeb) draw(seed uint64, n int) []int32 {
	rng := rand.New(rand.NewPCG(seed, 0x64726177))
	var on []int32
	for p, ok := range w.OnTopic {
		if ok {
			on = append(on, int32(p))
		}
	}
	rng.Shuffle(len(on), func(i, j int) { on[i], on[j] = on[j], on[i] })
	return on[:n]
}

// crawlOn runs a strategy as the engine does in its deterministic mode and
// returns the pages recorded, in order.
func (w *storedWeb) crawlOn(s crawl.Strategy, judge crawl.Scorer, seeds []int32, budget, workers int) (trail []int32, took time.Duration) {
	links := make([]crawl.Link, len(seeds))
	for i, p := range seeds {
		links[i] = crawl.Link{URL: w.urls[p], Host: page.Host(w.urls[p])}
	}
	s.Seed(links)
	have := make(map[int32]bool)
	var flying []crawl.Choice
	for seq := 1; len(trail) < budget; seq++ {
		begin := time.Now()
		for len(flying) < workers {
			c, ok := s.Next(nil)
			if !ok {
				break
			}
			flying = append(flying, c)
		}
		took += time.Since(begin)
		if len(flying) == 0 {
			break
		}
		v := &crawl.Visit{Seq: seq, Choice: flying[0], Status: 404}
		flying = flying[1:]
		if p := w.maps[v.Choice.URL]; p != nil {
			v.Page, v.Status = p, 200
		} else if id, ok := w.find(v.Choice.URL); ok && have[id] {
			v.Status = 301
		} else if ok && w.pages[id] != nil {
			have[id] = true
			v.Page, v.Status = w.pages[id], 200
			v.Score = judge.Score(v.Page)
			judge.Learn(v.Page)
			trail = append(trail, id)
		}
		begin = time.Now()
		s.Observe(v)
		took += time.Since(begin)
	}
	return trail, took
}

// sample keeps a share of the pages.
func sample(seed uint64, pages []int32, share float64) (out []int32) {
	rng := rand.New(rand.NewPCG(seed, 0x73616d70))
	for _, p := range pages {
		if rng.Float64() < share {
			out = append(out, p)
		}
	}
	return out
}
