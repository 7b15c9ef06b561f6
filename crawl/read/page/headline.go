package page

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A page without a title still shows one: the thesis of Li Shengtao (2002) takes
// it from the layout. Here every early block has a prominence (heading level, font
// size, a name that says title, emphasis), reduced by the text before it; the most
// prominent block is the headline. TestHeadlinesOutside measures how often the
// numbers are right.
const (
	fontPoints      = 40 // a font size clearly above the usual, between h2 and h3
	namePoints      = 25 // a class or id that says title
	boldPoints      = 15 // the whole block is emphasised
	linkPenalty     = 15 // a title is seldom a link
	headerPenalty   = 15 // the page's header has the name of the site
	sentencePenalty = 10 // it ends like a sentence
	minProminence   = 15 // blocks below it do not stand out
)

// Where a headline is searched, and its greatest length.
const (
	earlyText          = 20_000 // bytes of text before it
	earlyBlocks        = 400
	bytesPerPenalty    = 60  // each so many bytes of text before a block, lists of links not counted, reduce its prominence by one,
	maxPositionPenalty = 40  // at most by so much
	maxHeadline        = 150 // runes
)

// prominenceOfElement is the prominence of an element by itself.
func prominenceOfElement(tag atom.Atom, a *attrs) uint8 {
	switch tag {
	case atom.H1:
		return 60
	case atom.H2:
		return 45
	case atom.H3:
		return 30
	case atom.H4, atom.H5, atom.H6:
		return 20
	}
	switch {
	case a.big:
		return fontPoints
	case saysTitle(a.class) || saysTitle(a.id):
		return namePoints
	}
	return 0
}

// saysTitle reports names that layouts give to titles: title, postTitle,
// headline, subject, biaoti.
func saysTitle(name string) bool {
	if len(name) < 5 || len(name) > 80 {
		return false
	}
	return strings.Contains(name, "itle") || strings.Contains(name, "eadline") || strings.Contains(name, "ubject") || strings.Contains(name, "iaoti")
}

// bigFont reports sizes of a font element from 5 on; the usual size is 3 (HTML
// 15.3.4).
func bigFont(size string) bool {
	size = strings.TrimSpace(size)
	n, err := strconv.Atoi(strings.TrimPrefix(size, "+"))
	if err != nil || strings.HasPrefix(size, "-") {
		return false
	}
	if strings.HasPrefix(size, "+") {
		n += 3
	}
	return n >= 5
}

// enlarges reports whether an inline style sets a font size of at least 1.4
// times the usual 16 pixels.
func enlarges(style string) bool {
	if !strings.Contains(style, "font-size") {
		return false
	}
	for decl := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(decl, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "font-size") {
			continue
		}
		value, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(value)), "!")
		value = strings.TrimSpace(value)
		switch value {
		case "x-large", "xx-large", "xxx-large":
			return true
		}
		for unit, least := range map[string]float64{"px": 22.4, "pt": 16.8, "rem": 1.4, "em": 1.4, "%": 140} {
			n, err := strconv.ParseFloat(strings.TrimSuffix(value, unit), 64)
			if err == nil && strings.HasSuffix(value, unit) {
				return n >= least && n < 20*least
			}
		}
	}
	return false
}

// chooseTitle finds the headline. It becomes the title if the title is missing
// or has no meaning. A headline that repeats the title is kept as headline too.
func (b *builder) chooseTitle(text string) {
	at := b.headline(text)
	if at < 0 {
		return
	}
	p := b.page
	p.Headline = strings.Clone(p.Blocks[at].Text) // it outlives the page
	if !p.Blocks[at].H1 {
		p.Blocks[at].Key = blockKey(placeHeadline, p.Headline)
	}
	if !b.untitled() {
		return
	}
	h1 := slices.ContainsFunc(p.Blocks, func(b crawl.Block) bool { return b.H1 })
	for i := range p.Blocks {
		p.Blocks[i].Title = i == at && !h1 // judges know h1 elements, even several
	}
	p.Title = p.Headline
}

// headline is the most prominent of the early blocks, or -1.
func (b *builder) headline(text string) (best int) {
	best, most, before := -1, minProminence-1, 0
	for i := range b.blocks[:min(len(b.blocks), earlyBlocks)] {
		d := &b.blocks[i]
		if d.unseen || d.region == crawl.RegionNav || d.region == crawl.RegionFooter || d.region == crawl.RegionAside {
			continue
		}
		s := text[d.start:d.end]
		if loud := b.prominenceOf(d, s) - min(maxPositionPenalty, before/bytesPerPenalty); loud > most {
			best, most = i, loud
		}
		if !b.isAnchor(d) {
			before += len(s)
		}
		if d.end > earlyText {
			break
		}
	}
	return best
}

// prominenceOf is the prominence of a block before the reduction for its place;
// 0 if it cannot be a title.
func (b *builder) prominenceOf(d *blockDraft, s string) int {
	n := utf8.RuneCountInString(s)
	if n < 2 || n > maxHeadline || !hasWord(s) {
		return 0
	}
	loud, bold := int(d.prominence), true
	for _, span := range b.spans[d.spanFrom:d.spanTo] {
		bold = bold && span.Group <= crawl.GroupEmphasis
	}
	if bold {
		loud += boldPoints
	}
	if b.isAnchor(d) && !d.h1 {
		loud -= linkPenalty
	}
	if d.region == crawl.RegionHeader {
		loud -= headerPenalty
	}
	if last, _ := utf8.DecodeLastRuneInString(s); strings.ContainsRune(".。;；,，:：", last) {
		loud -= sentencePenalty
	}
	return loud
}

// isAnchor reports blocks that consist of links.
func (b *builder) isAnchor(d *blockDraft) bool {
	for _, span := range b.spans[d.spanFrom:d.spanTo] {
		if span.Group != crawl.GroupAnchor {
			return false
		}
	}
	return true
}

// hasWord reports texts with a letter.
func hasWord(s string) bool {
	var t wordCount
	t.add(s)
	return t.words() > 0 || t.han+t.kana > 0
}

// untitled reports whether the page has no title, an editor's default title, or
// its own address as title.
func (b *builder) untitled() bool {
	title := strings.ToLower(strings.TrimSpace(b.page.Title))
	switch {
	case title == "", title == b.page.Host, strings.HasPrefix(title, "http://"), strings.HasPrefix(title, "https://"):
		return true
	}
	for _, s := range []string{"untitled", "no title", "new page", "new document", "无标题", "無標題", "未命名", "新建网页"} {
		if rest, ok := strings.CutPrefix(title, s); ok && len(rest) <= len(" document 1") {
			return true
		}
	}
	return title == "index" || title == "index.html" || title == "default" || title == "title" || title == "document"
}
