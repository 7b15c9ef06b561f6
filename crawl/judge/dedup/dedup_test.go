package dedup_test

import (
	"bufio"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/dedup"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

func pageOf(region crawl.Region, texts ...string) *crawl.Page {
	p := &crawl.Page{Blocks: []crawl.Block{{Text: "The title of the page", Title: true}}}
	for _, t := range texts {
		p.Blocks = append(p.Blocks, crawl.Block{Text: t, Region: region})
	}
	return p
}

// words are n different words.
func words(n int, seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, 1))
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("w%x", r.Uint64())
	}
	return out
}

func TestPrint(t *testing.T) {
	long := strings.Join(words(300, 1), " ")
	base := dedup.Simhash(pageOf(crawl.RegionMain, long))
	if base == 0 {
		t.Fatal("300 words have no fingerprint")
	}
	han := strings.Repeat("台风于凌晨登陆风暴潮淹没港口红色预警仍未解除", 4)
	for _, tt := range []struct {
		name string
		p    *crawl.Page
		same bool
	}{
		{"case and punctuation", pageOf(crawl.RegionMain, strings.ToUpper(strings.ReplaceAll(long, " ", "; "))+"."), true},
		{"parted into blocks", pageOf(crawl.RegionMain, long[:strings.LastIndex(long, " ")], long[strings.LastIndex(long, " "):]), true},
		{"another text", pageOf(crawl.RegionMain, strings.Join(words(300, 2), " ")), false},
	} {
		if got := dedup.Simhash(tt.p); (got == base) != tt.same {
			t.Errorf("%s: %x, the first is %x", tt.name, got, base)
		}
	}
	noisy := pageOf(crawl.RegionMain, long)
	for region := crawl.RegionNav; region <= crawl.RegionAside; region++ {
		noisy.Blocks = append(noisy.Blocks, crawl.Block{Text: strings.Join(words(500, 9), " "), Region: region})
	}
	if got := dedup.Simhash(noisy); got != base {
		t.Error("navigation, header, footer or aside count")
	}
	if got := dedup.Simhash(pageOf(crawl.RegionMain, strings.Join(words(39, 1), " "))); got != 0 {
		t.Errorf("39 words have the fingerprint %x", got)
	}
	if dedup.Simhash(pageOf(crawl.RegionMain, han)) == 0 {
		t.Error("92 Chinese characters have no fingerprint")
	}
	if got := dedup.Simhash(new(crawl.Page)); got != 0 {
		t.Errorf("no text has the fingerprint %x", got)
	}
}

// recorded is a visit of a page with that text.
func recorded(x *dedup.Index, url, text string, hash uint64, relevance float64) *crawl.Visit {
	p := pageOf(crawl.RegionMain, text)
	p.URL, p.Final, p.Hash = url, url, hash
	v := &crawl.Visit{Choice: crawl.Choice{URL: url}, Page: p, Score: crawl.Score{Relevance: relevance}}
	if of, ok := x.Exact(p); ok {
		v.Same, v.Score.Relevance = of.Duplicate, of.Relevance
	} else if of, ok := x.Near(p); ok {
		v.Same = of.Duplicate
	}
	x.Learn(v)
	return v
}

func TestIndex(t *testing.T) {
	x := new(dedup.Index)
	text := words(400, 3)
	recorded(x, "a", strings.Join(text, " "), 1, 0.7)
	if v := recorded(x, "b", "other bytes, the first's hash", 1, 0); v.Same != (crawl.Duplicate{Of: "a", Exact: true}) || v.Score.Relevance != 0.7 {
		t.Errorf("exact: %+v %+v", v.Same, v.Score)
	}
	if v := recorded(x, "c", "12 views. "+strings.Join(text, " "), 2, 0); v.Same.Of != "a" || v.Same.Exact || v.Same.Distance > 3 {
		t.Errorf("near: %+v", v.Same)
	}
	if v := recorded(x, "d", strings.Join(words(400, 4), " "), 3, 0); v.Same != (crawl.Duplicate{}) {
		t.Errorf("another text: %+v", v.Same)
	}
	if v := recorded(x, "e", "too short", 4, 0); v.Same != (crawl.Duplicate{}) || v.Page.Simhash != 0 {
		t.Errorf("short: %+v %x", v.Same, v.Page.Simhash)
	}
	if v := recorded(x, "f", "too short", 0, 0); v.Same != (crawl.Duplicate{}) {
		t.Errorf("without a hash: %+v", v.Same)
	}
	first := recorded(x, "g", "judged again later", 11, 0.2)
	x.Learn(first.Rejudge(9, crawl.Score{Relevance: 0.9, Relevant: true}))
	copied := recorded(x, "h", "judged again later", 11, 0)
	x.Learn(copied.Rejudge(10, crawl.Score{Relevance: 0.1})) // of the copy: says nothing of the first
	if v := recorded(x, "i", "judged again later", 11, 0); copied.Score.Relevance != 0.9 || v.Same.Of != "g" || v.Score.Relevance != 0.9 {
		t.Errorf("copies of a page that was judged again: %+v, %+v of %q", copied.Score, v.Score, v.Same.Of)
	}
	again := recorded(new(dedup.Index), "a", "x", 9, 0)
	again.Choice.Again = true
	x.Learn(again)
	x.Learn(&crawl.Visit{Choice: crawl.Choice{URL: "gone"}, Failure: crawl.Failure{Text: "status 404"}})
	if _, ok := x.Exact(again.Page); ok {
		t.Error("a page asked for again was learned as another page")
	}
}

// again is a later visit of a recorded page.
func again(x *dedup.Index, url, text string, hash uint64, relevance float64) *crawl.Visit {
	p := pageOf(crawl.RegionMain, text)
	p.URL, p.Final, p.Hash = url, url, hash
	v := &crawl.Visit{Choice: crawl.Choice{URL: url, Again: true}, Status: 200, Page: p, Score: crawl.Score{Relevance: relevance}}
	if of, ok := x.Exact(p); ok {
		v.Same, v.Score.Relevance = of.Duplicate, of.Relevance
	}
	x.Learn(v)
	return v
}

// TestRevisited: a page that is fetched again repeats what other pages hold now. It does
// not repeat itself, nor what another page held once.
func TestRevisited(t *testing.T) {
	x := new(dedup.Index)
	recorded(x, "a", "first", 1, 0.7)
	recorded(x, "b", "first", 1, 0)
	for i, tt := range []struct {
		url       string
		hash      uint64
		of        string
		relevance float64
	}{
		{"a", 1, "", 0.2},  // as it was
		{"b", 1, "a", 0.2}, // as it was
		{"a", 2, "", 0.3},
		{"b", 1, "", 0.4}, // the other page has changed
		{"a", 1, "b", 0.4},
		{"a", 3, "", 0.5},
		{"b", 3, "a", 0.5},
		{"b", 1, "", 0.6},
		{"a", 1, "b", 0.6},
	} {
		v := again(x, tt.url, fmt.Sprint("text ", i), tt.hash, tt.relevance)
		if v.Same.Of != tt.of || v.Same.Exact != (tt.of != "") || v.Score.Relevance != tt.relevance {
			t.Errorf("visit %d: %+v, %v; want %q, %v", i, v.Same, v.Score.Relevance, tt.of, tt.relevance)
		}
	}
	x.Learn(&crawl.Visit{Choice: crawl.Choice{URL: "b", Again: true}, Status: 410})
	if v := again(x, "a", "last", 1, 0.8); v.Same.Of != "" {
		t.Errorf("it repeats %q, which is gone", v.Same.Of)
	}
	if v := recorded(x, "c", "last", 1, 0); v.Same.Of != "a" {
		t.Errorf("a new page repeats %q, want a", v.Same.Of)
	}
}

// TestNamed: a page that names a recorded one as its canonical page is a duplicate
// of that in spite of more differences, but not in spite of any.
func TestNamed(t *testing.T) {
	x := new(dedup.Index)
	text := words(400, 3)
	a := recorded(x, "a", strings.Join(text, " "), 1, 0.7)
	recorded(x, "short", "too short", 4, 0)
	near := func(canonical, text string) crawl.Duplicate {
		p := pageOf(crawl.RegionMain, text)
		p.Canonical = canonical
		of, _ := x.Near(p)
		return of.Duplicate
	}
	seen := map[bool]bool{}
	for n := 10; n <= 400; n += 10 { // more and more words of another text
		longer := strings.Join(append(words(n, 9), text...), " ")
		d := bits.OnesCount64(a.Page.Simhash ^ dedup.Simhash(pageOf(crawl.RegionMain, longer)))
		if d <= dedup.MaxDistance {
			continue
		}
		seen[d <= dedup.MaxNamed] = true
		want := crawl.Duplicate{}
		if d <= dedup.MaxNamed {
			want = crawl.Duplicate{Of: "a", Distance: d}
		}
		if got := near("a", longer); got != want {
			t.Errorf("%d words, %d bits: %+v, want %+v", n, d, got, want)
		}
		for _, canonical := range []string{"", "short", "unknown"} {
			if got := near(canonical, longer); got != (crawl.Duplicate{}) {
				t.Errorf("%q: %+v", canonical, got)
			}
		}
	}
	if !seen[true] || !seen[false] {
		t.Errorf("nothing was tried: %v", seen)
	}
}

// Whatever was recorded, the index finds what a look at every page finds.
func TestIndexAgainstAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, texts := new(dedup.Index), words(120, 5)
		var all []uint64
		for i, n := range rapid.SliceOfN(rapid.IntRange(50, 120), 1, 40).Draw(t, "lengths") {
			p := pageOf(crawl.RegionMain, strings.Join(texts[:n], " "))
			p.URL = fmt.Sprint(i)
			p.Final = p.URL
			got, ok := x.Near(p)
			want := 64
			for _, print := range all {
				want = min(want, bits.OnesCount64(print^p.Simhash))
			}
			if p.Simhash == 0 || ok != (want <= dedup.MaxDistance) || ok && got.Distance != want {
				t.Fatalf("page %d: %v %+v, the nearest differs in %d bits", i, ok, got, want)
			}
			all = append(all, p.Simhash)
			x.Learn(&crawl.Visit{Choice: crawl.Choice{URL: p.URL}, Page: p})
		}
	})
}

func BenchmarkPrint(b *testing.B) {
	for name, text := range map[string]string{"latin": strings.Join(words(800, 1), " "), "han": strings.Repeat("台风于凌晨登陆风暴潮淹没港口红色预警仍未解除", 80)} {
		b.Run(name, func(b *testing.B) {
			p := pageOf(crawl.RegionMain, text)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				dedup.Simhash(p)
			}
		})
	}
}

func BenchmarkNear(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x, r := new(dedup.Index), rand.New(rand.NewPCG(1, 1))
			for range n {
				x.Learn(&crawl.Visit{Page: &crawl.Page{Final: "u", Simhash: r.Uint64() | 1}})
			}
			p := pageOf(crawl.RegionMain, strings.Join(words(50, 1), " "))
			for b.Loop() {
				x.Near(p)
			}
		})
	}
}

// On real pages: how many of the pairs that the fingerprints call near duplicates
// are (Jaccard likeness of their runs of eight characters at least one
// half), and how many of those that are beyond doubt (at least 0.9) are called so.
func TestNearOnRealPages(t *testing.T) {
	var called, right, sure, found int
	for _, web := range []string{"hosts-dev", "lohelp-zh"} {
		t.Run(web, func(t *testing.T) {
			pages := readWeb(t, filepath.Join(goldentest.Dir(t, "webs/"+web), web), 2000)
			for i := range pages {
				for j := range i {
					near := bits.OnesCount64(pages[i].print^pages[j].print) <= dedup.MaxDistance
					if !near && bits.OnesCount64(pages[i].print^pages[j].print) > 16 {
						continue // likeness beyond doubt does not go so far astray
					}
					likeness := jaccard(pages[i].runs, pages[j].runs)
					if near {
						called++
						right += one(likeness >= 0.5)
					}
					if likeness >= 0.9 {
						sure++
						found += one(near)
					}
				}
			}
			t.Logf("so far, with %d more pages: %d pairs called near duplicates, %d rightly; of %d beyond doubt %d found", len(pages), called, right, sure, found)
		})
	}
	if float64(right) < 0.95*float64(called) || float64(found) < 0.9*float64(sure) {
		t.Errorf("precision %d/%d, recall %d/%d", right, called, found, sure)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

type read struct {
	print uint64
	runs  map[string]bool
}

// readWeb reads pages of a stored web that have a fingerprint.
func readWeb(t *testing.T, dir string, most int) []read {
	t.Helper()
	index, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer index.Close()
	var all []read
	for s := bufio.NewScanner(index); s.Scan() && len(all) < most; {
		f := strings.Split(s.Text(), "\t")
		if len(f) < 3 {
			continue
		}
		body, err := os.ReadFile(filepath.Join(dir, "pages", f[1]))
		if err != nil {
			continue
		}
		p, err := page.Parse(&crawl.Response{URL: f[0], Final: f[0], Status: 200, ContentType: f[2], Body: body})
		if err != nil {
			continue
		}
		if print := dedup.Simhash(p); print != 0 {
			all = append(all, read{print, runsOf(p)})
		}
	}
	if len(all) < 100 {
		t.Fatalf("%d pages with a fingerprint", len(all))
	}
	return all
}

// runsOf is every run of eight characters of the text that Simhash reads, spaces left out.
func runsOf(p *crawl.Page) map[string]bool {
	runs := map[string]bool{}
	var text []rune
	for _, b := range p.Blocks {
		if (b.Region == crawl.RegionMain || b.Region == crawl.RegionBeside) && !b.Title {
			text = append(text, []rune(strings.ToLower(strings.Join(strings.Fields(b.Text), "")))...)
		}
	}
	for i := 0; i+8 <= len(text); i++ {
		runs[string(text[i:i+8])] = true
	}
	return runs
}

func jaccard(a, b map[string]bool) float64 {
	both := 0
	for r := range a {
		both += one(b[r])
	}
	if len(a)+len(b) == both {
		return 1
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
