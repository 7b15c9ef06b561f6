package papers

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

// The weights and thresholds of the metadata methods. The thesis gives their
// ranges and none of their values; these are our proposals.
const (
	amhURL, amhText, amhTitle = .3, .5, .2 // a, b, c of 4.4, their sum is 1
	rwThreshold               = .5         // c of 4.5 and 4.6: relevant from here on
	rwbRate                   = .9         // d of 4.6: from this draw on the page's text is asked
)

// Metadata judges a link by the words around it, before anything of its target is
// known. The methods come from a thesis on topic-based collecting (Li Shengtao 2002,
// equations 4.1 to 4.6), which takes them from Yi, Sundaresan and Huang (WebDB 2000).
type Metadata struct {
	checkpoint
	byLink
	score func(l *crawl.Link, v *crawl.Visit) float64
}

func newMetadata(name string, score func(*crawl.Link, *crawl.Visit) float64) *Metadata {
	m := &Metadata{score: score}
	m.checkpoint = checkpoint{name, 1, &m.byLink}
	return m
}

// NewUH returns 4.1: 1 if the URL bears a word of the topic, else 0.
func NewUH() *Metadata { return newMetadata("uh", uh) }

// NewTeH returns 4.2: 1 if the anchor or the text around it does, else 0.
func NewTeH() *Metadata { return newMetadata("teh", teh) }

// NewTiH returns 4.3: 1 if the title attribute does, else 0. (name attributes,
// which the thesis counts too, are obsolete on links.)
func NewTiH() *Metadata { return newMetadata("tih", tih) }

// NewAMH returns 4.4: the weighted mean .3 UH + .5 TeH + .2 TiH.
func NewAMH() *Metadata { return newMetadata("amh", amh) }

// NewRW returns 4.5: the mean similarity of the link's own words to the topic. The
// thesis calls a link with .5 or more relevant.
func NewRW() *Metadata { return newMetadata("rw", rw) }

// NewRWB returns 4.6: RW with a second chance. One in ten of the links that RW
// refuses is judged by the page that holds it; if that is off the topic too, the
// link gets a random score. The draws belong to seed and URL, so the order in which
// links are found does not matter.
func NewRWB(seed uint64) *Metadata {
	return newMetadata("rwb", func(l *crawl.Link, v *crawl.Visit) float64 { return rwb(seed, l, v) })
}

// Observe implements [linkrank.Ranker].
func (m *Metadata) Observe(v *crawl.Visit) {
	pageLinks(v, func(l *crawl.Link) { m.raise(l.URL, m.score(l, v)) })
}

func uh(l *crawl.Link, _ *crawl.Visit) float64 { return one(l.Terms.URLCore + l.Terms.URLOther) }

func teh(l *crawl.Link, _ *crawl.Visit) float64 {
	t := &l.Terms
	return one(t.AnchorCore + t.AnchorOther + t.ContextCore + t.ContextOther)
}

func tih(l *crawl.Link, _ *crawl.Visit) float64 { return one(l.Terms.Title) }

func amh(l *crawl.Link, v *crawl.Visit) float64 {
	return amhURL*uh(l, v) + amhText*teh(l, v) + amhTitle*tih(l, v)
}

// one is 1 if there is a mention.
func one(mentions float32) float64 {
	if mentions > 0 {
		return 1
	}
	return 0
}

// rw is 4.5. The thesis lets M(url) hold the words of all metadata. But an anchor
// has some forty words of context around it, which would bring every mean below any
// threshold. So the context counts only where the anchor is empty (an image), and
// the address, which often repeats the anchor, counts by itself: the larger mean is
// taken.
func rw(l *crawl.Link, _ *crawl.Visit) float64 {
	t := &l.Terms
	own, text, cover := t.AnchorCore+t.AnchorOther, l.Text, t.AnchorCover
	switch {
	case strings.Contains(l.Text, l.Title):
	case strings.Contains(l.Title, l.Text): // the anchor again, spelled out; or no anchor
		text = l.Title
	default:
		text += " " + l.Title
	}
	if text == "" {
		own, text, cover = t.ContextCore+t.ContextOther, l.Context, 0
	}
	address := float64(t.URLCore + t.URLOther)
	return max(
		meanSimilarity(float64(own), wordCount(text)*(1-unit(float64(cover)))),
		meanSimilarity(address, wordCount(urlpattern.Split(l.URL).Decoded())-address))
}

// meanSimilarity is the mean over words: words of the topic have the sum of
// similarities, the others have 0. A label counts as one word, however many it is made
// of.
func meanSimilarity(sum, others float64) float64 {
	if !(sum > 0) {
		return 0
	}
	return unit(sum / (sum + max(0, others)))
}

func wordCount(text string) (n float64) {
	urlpattern.Words(text, 64, func(string) { n++ })
	return n
}

// rwb is 4.6. RW_T, the mean over the whole page's text, is the judgement of
// the page that holds the link.
func rwb(seed uint64, l *crawl.Link, v *crawl.Visit) float64 {
	own := rw(l, v)
	if own >= rwThreshold || drawn(seed, "p1", l.URL) < rwbRate {
		return own
	}
	if page := unit(v.Score.Relevance); page >= rwThreshold {
		return page
	}
	return drawn(seed, "p2", l.URL)
}

// drawn is a number of [0,1) that belongs to a seed and a URL.
func drawn(seed uint64, what, url string) float64 {
	return float64(linkrank.Mix(seed^linkrank.Hash(what, url))>>11) / (1 << 53)
}
