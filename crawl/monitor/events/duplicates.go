package events

import (
	"math/bits"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/dedup"
)

const (
	// maxRetold is in how many bits the fingerprints of a text may differ that
	// another host tells under a title like its own, and likeTitle is how like: of
	// such pairs of real pages 91 of 94 share a third of their runs of eight
	// characters; with three bits more 149 of 173 others (TestRetoldOnRealPages).
	maxRetold = 6
	likeTitle = 0.6
)

// duplicate returns the page that p repeats: one whose bytes it has, or the one whose
// text is nearest among those that it nearly has or tells again. A page is no duplicate
// of itself, and none of one that mentions less: warnings of one office differ in a
// few words, but the word that came is the news.
func (x *stories) duplicate(p *page, v *crawl.Visit) *page {
	if v.Same.Exact {
		if of := x.pages.of(v.Same.Of); of != nil && of != p && of.detail != nil && of.story != nil {
			return of
		}
	}
	if p.edition.Simhash == 0 {
		return nil
	}
	t := x.texts.nearest(p.edition.Simhash, func(t *text, distance int) bool {
		return (distance <= dedup.MaxDistance || retold(t.of, p)) && (t.of == p || len(appeared(p.concepts, t.concepts)) == 0)
	})
	if t == nil || t.of == p {
		return nil
	}
	return t.of
}

// text is one that a page has or had.
type text struct {
	simhash  uint64
	of       *page
	concepts []concept // that it mentions
}

// texts are found by fingerprints that differ in at most maxRetold bits: of one
// more parts than that, such two have one in common (Manku, Jain and Das Sarma, WWW
// 2007, section 3).
type texts struct {
	all []text
	by  [parts][1 << partBits * 2][]int32 // by a part of the fingerprint: indices into all
}

const (
	parts    = maxRetold + 1
	partBits = 9 // of each but the last, which has what is left
)

func part(print uint64, n int) uint64 {
	if n == parts-1 {
		return print >> (n * partBits)
	}
	return print >> (n * partBits) & (1<<partBits - 1)
}

func (x *texts) add(t text) {
	for n := range parts {
		of := &x.by[n][part(t.simhash, n)]
		*of = append(*of, int32(len(x.all)))
	}
	x.all = append(x.all, t)
}

// nearest returns the text that differs least from print, of equals the first, among
// those that ok takes.
func (x *texts) nearest(print uint64, ok func(t *text, distance int) bool) *text {
	best, found := int32(-1), maxRetold+1
	for n := range parts {
		for _, i := range x.by[n][part(print, n)] {
			t := &x.all[i]
			d := bits.OnesCount64(t.simhash ^ print)
			if (d < found || d == found && i < best) && ok(t, d) {
				best, found = i, d
			}
		}
	}
	if best < 0 {
		return nil
	}
	return &x.all[best]
}

// retold reports that two pages of different hosts have titles that are alike.
func retold(a, b *page) bool {
	return a.host != b.host && alike(a.title, b.title) >= likeTitle
}

// alike is the Jaccard likeness of the pairs of notifications of two titles.
func alike(a, b string) float64 {
	x, y := pairs(a), pairs(b)
	both := 0
	for k := range x {
		if y[k] {
			both++
		}
	}
	if len(x)+len(y) == 0 {
		return 0
	}
	return float64(both) / float64(len(x)+len(y)-both)
}

func pairs(s string) map[[2]rune]bool {
	out := make(map[[2]rune]bool, len(s))
	var last rune
	for _, r := range strings.ToLower(s) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		if last != 0 {
			out[[2]rune{last, r}] = true
		}
		last = r
	}
	return out
}
