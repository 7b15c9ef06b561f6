package relevance

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/repeated"
)

const (
	// linkListWeight is the weight of a mention in a list of links beside the content.
	linkListWeight = 0.25
	// metaWeight is the weight of a concept, once, in meta keywords or
	// description: they repeat the text, and nobody sees whether they are
	// honest.
	metaWeight = 0.3
	// One concept counts at most mostMentions times, and once more for every
	// fifty words. Beyond that a page repeats it for search engines.
	mostMentions = 8
	mostDensity  = 0.02
)

// Score judges a page. If the host repeats its title, its headline becomes its
// title. A corrector corrects that ([Judge.CorrectBy]), and a second opinion has the last word ([Judge.SecondBy]).
func (j *Judge) Score(p *crawl.Page) crawl.Score {
	defer j.letGo()
	return j.seconded(p, j.corrected(p, j.uncorrected(p)))
}

// Again is the judge of pages that were read before: what can be learned of them is known, and is not
// gathered again.
type Again struct{ *Judge }

// Score judges a page as the Judge does.
func (a Again) Score(p *crawl.Page) crawl.Score {
	l := a.learner
	a.learner = nil
	defer func() { a.learner = l }()
	return a.Judge.Score(p)
}

// letGo forgets the page that was scored: what is reused would hold all of it until the next
// one, and a page may be large.
func (j *Judge) letGo() {
	j.words.of, j.bag.sense = nil, nil
	for i := range j.bag.hits {
		j.bag.hits[i].label = ""
	}
}

func (j *Judge) uncorrected(p *crawl.Page) crawl.Score {
	b := &j.bag
	b.reset(p.Words)
	j.collect(b, p)
	if j.rule != nil {
		return j.fielded(b, p)
	}
	j.capMentions(b)
	r := j.row.score(j, b)
	return crawl.Score{Relevance: r, Relevant: r > j.phi, Evidence: j.evidence(b, r)}
}

// collect puts the mentions that count into the bag.
func (j *Judge) collect(b *bag, p *crawl.Page) {
	h := j.hosts.Of(p.Host)
	headline := retitle(h, p)
	var sense func(block, mention int) float64
	if j.sense != nil {
		sense = j.sense(p)
	}
	h1, core := 0, 0.0
	var place layout
	for i := range p.Blocks {
		bl := &p.Blocks[i]
		mass := place.weight(bl)
		if bl.H1 {
			h1++
		}
		if len(bl.Mentions) == 0 && b.text >= leadWords || h.Boilerplate(bl.Key) {
			continue
		}
		if j.rule != nil && b.text < leadWords && mass == 1 {
			j.addLead(b, bl)
		}
		if len(bl.Mentions) == 0 {
			continue
		}
		head := bl.Title || i == headline
		factor := func(mention int) float64 {
			if sense == nil {
				return 1
			}
			return sense(i, mention)
		}
		if named := j.addBlock(b, h, bl, mass, head || bl.H1, factor); head {
			b.heads = max(b.heads, named)
		} else if bl.H1 {
			core += named
		}
	}
	if core > 0 { // each article of a list has its h1
		b.heads = max(b.heads, core/float64(h1))
	}
	if b.heads == 0 && j.rule != nil && len(b.hits) > 0 {
		j.setNamedHead(b, p, headline, sense)
	}
	j.dropAcronyms(b)
	j.dropHints(b, p)
	b.sense = sense
}

// The beginning of a text: so many words of its paragraphs, which have at least
// leastParagraph words.
const (
	leadWords      = 60
	leastParagraph = 8
)

// addLead looks for a core concept in a block if the text begins there.
func (j *Judge) addLead(b *bag, bl *crawl.Block) {
	if bl.Title || bl.H1 || bl.Code || len(bl.Text) < 2*leastParagraph || len(bl.Spans) == 0 || bl.Spans[0].Group <= crawl.GroupHeading || anchorShare(bl) >= 0.5 {
		return
	}
	end := min(len(bl.Text), leadBytesMost)
	words := countWords(bl.Text[:end])
	if words < leastParagraph {
		return
	}
	for _, m := range bl.Mentions {
		if !j.knows(m.Entry) || !j.core[m.Entry] {
			continue
		}
		if at := min(int(m.Start), end); b.text+countWords(bl.Text[:at]) < leadWords {
			b.lead = true
		}
		break
	}
	b.text += words
}

// leadBytesMost bounds how much of a block is searched for the beginning of the text.
const leadBytesMost = 1000

// retitle gives a page its headline as its title if more than a tenth of the
// host's pages have the same title. It returns the block that is now the title,
// -1 if nothing changed.
func retitle(h *repeated.Host, p *crawl.Page) int {
	if p.Headline == "" || p.Headline == p.Title {
		return -1
	}
	if !slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return b.Title && h.Boilerplate(b.Key) }) {
		return -1
	}
	at := slices.IndexFunc(p.Blocks, func(b crawl.Block) bool { return !b.Title && b.Text == p.Headline })
	if at < 0 || h.Boilerplate(p.Blocks[at].Key) {
		return -1
	}
	p.Title = p.Headline
	return at
}

// addBlock adds a block's mentions, each with its factor. In a head, core concepts
// also count as head mentions; core is the greatest factor of one.
func (j *Judge) addBlock(b *bag, h *repeated.Host, bl *crawl.Block, mass float64, head bool, factor func(mention int) float64) (core float64) {
	meta := mass == metaWeight
	if j.rule != nil && bl.Code {
		mass *= j.rule.code
	}
	for i, m := range bl.Mentions {
		if !j.knows(m.Entry) {
			continue
		}
		if meta && slices.ContainsFunc(bl.Mentions[:i], func(n crawl.Mention) bool { return n.Entry == m.Entry }) {
			continue
		}
		if bl.Title && h.Titles(bl.Text, int(m.Start)) {
			continue
		}
		f := factor(i)
		if f <= 0 {
			continue
		}
		hit := b.add(m.Entry, m.Term, m.Group, mass*f, bl.Text[m.Start:m.End])
		hit.placed += mass * f * j.placeOf(m.Group, meta)
		if head && j.core[m.Entry] && !acronym(hit.label) {
			hit.head += f
			core = max(core, f)
		}
	}
	return core
}

// placeOf returns the weight of a mention for fielded by its place.
func (j *Judge) placeOf(g crawl.Group, meta bool) float64 {
	switch {
	case meta:
		return 1
	case j.places != nil:
		return j.places[g]
	case j.rule != nil:
		return j.rule.place[g]
	}
	return j.groups[g]
}

// dropAcronyms drops acronyms if nothing else names a core concept: STS is a
// severe tropical storm and a space shuttle mission.
func (j *Judge) dropAcronyms(b *bag) {
	for i := range b.hits {
		if h := &b.hits[i]; j.core[h.entry] && !acronym(h.label) {
			return
		}
	}
	b.hits = slices.DeleteFunc(b.hits, func(h hit) bool { return acronym(h.label) })
}

// acronym reports labels of at most four capitals.
func acronym(s string) bool {
	if len(s) == 0 || len(s) > 4 {
		return false
	}
	for i := range len(s) {
		if s[i] < 'A' || s[i] > 'Z' {
			return false
		}
	}
	return true
}

// capMentions limits what one concept counts. Mentions in the heaviest groups
// are counted first, so that a further mention never makes a page less
// relevant.
func (j *Judge) capMentions(b *bag) {
	left := make([]float64, len(j.weight))
	for e := range left {
		left[e] = mostMentions + mostDensity*float64(b.words)
	}
	for _, g := range j.order {
		for i := range b.hits {
			if h := &b.hits[i]; h.group == g {
				h.mass = min(h.mass, left[h.entry])
				left[h.entry] -= h.mass
			}
		}
	}
}

// layout follows the blocks of a page in order.
type layout struct {
	related bool // under a heading that announces other pages
}

// weight is how much a mention in b counts.
func (l *layout) weight(b *crawl.Block) float64 {
	whole := len(b.Spans) == 1
	if b.Title && whole && b.Spans[0].Group == crawl.GroupTitle {
		return 1 // a headline used as the title is a heading like others
	}
	if whole && b.Spans[0].Group == crawl.GroupTitle {
		return metaWeight
	}
	if whole && (b.Spans[0].Group == crawl.GroupHeading || b.Spans[0].Group == crawl.GroupEmphasis) {
		l.related = announces(b.Text)
	}
	links := anchorShare(b) >= 0.5
	if !links && len(b.Text) > maxTeaser {
		l.related = false // the text continues
	}
	beside := b.Region == crawl.RegionNav || b.Region == crawl.RegionFooter || b.Region == crawl.RegionAside
	if links && (beside || l.related) {
		return linkListWeight
	}
	return 1
}

// maxTeaser is the length in bytes up to which text between links (a date, a
// line of summary) does not end their list.
const maxTeaser = 150

// announces reports whether a heading stands over a list of other pages.
func announces(heading string) bool {
	if len(heading) > 60 || heading == "" || heading[0] < 0x80 && strings.IndexByte("rptmlyf", heading[0]|0x20) < 0 {
		return false // the first letter rules out nearly all
	}
	heading = strings.ToLower(heading)
	return slices.ContainsFunc(announcements, func(s string) bool { return strings.HasPrefix(heading, s) })
}

var announcements = []string{
	"相关", "相關", "推荐", "推薦", "延伸阅读", "延伸閱讀", "猜你喜欢", "猜您喜欢", "热门", "熱門", "最新文章", "最新消息", "近期文章", "最近文章", "更多文章", "阅读排行", "友情链接", "友情連結",
	"related", "recommended", "recent ", "popular ", "trending", "most read", "most viewed", "latest ", "you may also", "you might also", "more from", "more stories", "read next", "further articles",
}

// anchorShare is the share of a block's text that is anchors.
func anchorShare(b *crawl.Block) float64 {
	n, from := 0, 0
	for _, s := range b.Spans {
		if s.Group == crawl.GroupAnchor {
			n += s.End - from
		}
		from = s.End
	}
	return float64(n) / float64(len(b.Text))
}
