package events

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/dedup"
)

const (
	// On different hosts, two texts are one story if their simhashes differ in at most
	// maxRetold bits, their names have at least the similarity likeTitle, and no name has
	// numbers that contradict the other's. Of such pairs of real pages, lists and stubs
	// left out, 20 of 22 share a third of their runs of eight characters (one of the two
	// others tells one event in other words); with three bits more, 28 of 36 others do
	// (TestRetoldOnRealPages).
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

// texts finds texts whose simhashes differ in at most maxRetold bits.
type texts struct {
	all       []text
	simhashes *dedup.Simhashes
}

func (x *texts) add(t text) {
	if x.simhashes == nil {
		x.simhashes = dedup.NewSimhashes(maxRetold)
	}
	x.simhashes.Add(t.simhash)
	x.all = append(x.all, t)
}

// nearest returns the text that differs least from the simhash, the first of equals,
// among those that ok accepts; nil if there is none.
func (x *texts) nearest(simhash uint64, ok func(t *text, distance int) bool) *text {
	if x.simhashes == nil {
		return nil
	}
	i, _ := x.simhashes.Nearest(simhash, func(n int32, distance int) bool { return ok(&x.all[n], distance) })
	if i < 0 {
		return nil
	}
	return &x.all[i]
}

// retold reports whether two pages of different hosts have similar names.
func retold(a, b *page) bool {
	return a.host != b.host && likeNamed(a.title, b.title)
}

// likeNamed reports whether two names may be of one story. Bulletins 5 and 6, or the weeks
// of two dates, have similar names and are two stories; a name that has the other's numbers
// and more of them may be of the same.
func likeNamed(a, b string) bool {
	if alike(a, b) < likeTitle {
		return false
	}
	x, y := numbers(a), numbers(b)
	return contains(x, y) || contains(y, x)
}

// numbers returns the numbers of a name, without leading zeros.
func numbers(name string) []string {
	out := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsDigit(r) })
	for i := range out {
		out[i] = strings.TrimLeft(out[i], "0")
	}
	return out
}

// contains reports whether all of b are in a.
func contains(a, b []string) bool {
	for _, n := range b {
		if !slices.Contains(a, n) {
			return false
		}
	}
	return true
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
