package events

import (
	"math/bits"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/dedup"
)

const (
	// On different hosts, two texts are one story if their simhashes differ in at most
	// maxRetold bits and their titles have at least the similarity likeTitle. Of such
	// pairs of real pages 91 of 94 share a third of their runs of eight characters;
	// with three bits more, 149 of 173 others do (TestRetoldOnRealPages).
	maxRetold = 6
	likeTitle = 0.6
)

// duplicate returns the page that p repeats: one with the same bytes, or the one with
// the nearest text among those that are nearly equal. A page is no duplicate of a page
// that mentions less: warnings of one office differ in a few words, but the new word is
// the news.
func (x *stories) duplicate(p *page, v *crawl.Visit) *page {
	if v.Copy() {
		if of := x.pages.of(v.Same.Of); of != nil && of != p && of.detail != nil && of.story != nil {
			return of
		}
	}
	if p.version.Simhash == 0 {
		return nil
	}
	t := x.texts.nearest(p.version.Simhash, func(t *text, distance int) bool {
		return (distance <= dedup.MaxDistance || retold(t.of, p)) && (t.of == p || len(appeared(p.concepts, t.concepts)) == 0)
	})
	if t == nil || t.of == p {
		return nil
	}
	return t.of
}

// text is a text that a page has or had.
type text struct {
	simhash  uint64
	of       *page
	concepts []concept // that it mentions
}

// texts finds texts whose simhashes differ in at most maxRetold bits. A simhash is split
// into one part more, so two such texts have a part in common (Manku, Jain and Das
// Sarma, WWW 2007, section 3).
type texts struct {
	all []text
	by  [parts][1 << partBits * 2][]int32 // by a part of the simhash: indices into all
}

const (
	parts    = maxRetold + 1
	partBits = 9 // of each but the last, which holds the rest
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

// nearest returns the text that differs least from the simhash, the first of equals,
// among those that ok accepts.
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

// retold reports whether two pages of different hosts have similar titles.
func retold(a, b *page) bool {
	return a.host != b.host && alike(a.title, b.title) >= likeTitle
}

// alike returns the Jaccard similarity of the letter pairs of two titles.
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
