package news

import (
	"math/bits"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/twins"
)

const (
	// maxRetold is in how many bits the fingerprints of a text may differ that
	// another host tells under a title like its own, and likeTitle is how like: of
	// such pairs of real pages 91 of 94 share a third of their runs of eight
	// characters; with three bits more 149 of 173 others (TestRetoldOnRealPages).
	maxRetold = 6
	likeTitle = 0.6
)

// twin returns the page that p repeats: one whose bytes it has, or the one whose
// text is nearest among those that it nearly has or tells again. A page is no twin
// of itself, and none of one that mentions less: warnings of one office differ in a
// few words, but the word that came is the news.
func (x *stories) twin(p *page, v *crawl.Visit) (twin *page) {
	if v.Same.Exact {
		if of := x.pages.of(v.Same.Of); of != nil && of != p && of.detail != nil && of.story != nil {
			return of
		}
	}
	if p.edition.Print == 0 {
		return nil
	}
	nearest := maxRetold + 1
	for i := range x.texts {
		t := &x.texts[i]
		d := bits.OnesCount64(t.print ^ p.edition.Print)
		if d >= nearest || d > twins.MaxDistance && !retold(t.of, p) || t.of != p && len(appeared(p.concepts, t.concepts)) > 0 {
			continue
		}
		if nearest, twin = d, t.of; d == 0 && twin.story == p.story {
			break
		}
	}
	if twin == p {
		return nil
	}
	return twin
}

// retold reports that two pages of different hosts have titles that are alike.
func retold(a, b *page) bool {
	return a.host != b.host && alike(a.title, b.title) >= likeTitle
}

// alike is the Jaccard likeness of the pairs of letters of two titles.
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
