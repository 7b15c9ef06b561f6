package page

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Bounds of a breadcrumb. What is larger is a menu, or the whole page in an
// element that is named after its first child.
const (
	maxTrail      = 12   // names
	maxTrailName  = 100  // runes
	maxTrailBytes = 1000 // of its text
	trailBlocks   = 200  // where a breadcrumb without markup is searched
)

// crumb is a name in a breadcrumb.
type crumb struct{ name, href string }

// isTrail reports elements that hold a breadcrumb: by their name, by their label,
// or by the type BreadcrumbList of schema.org in microdata or RDFa.
func isTrail(a *attrs) bool {
	return saysTrail(a.class) || saysTrail(a.id) || saysTrail(a.schema) ||
		a.label != "" && (saysTrail(a.label) || strings.Contains(a.label, "面包屑") || strings.Contains(a.label, "麵包屑"))
}

// saysTrail reports names such as breadcrumb, Breadcrumbs, crumbs, BreadcrumbList.
func saysTrail(name string) bool {
	return len(name) >= len("crumb") && len(name) <= 200 && strings.Contains(name, "rumb")
}

// closeTrail reads the breadcrumb whose element f ends. The first counts; the
// blocks of others that are as short are marked, too.
func (b *builder) closeTrail(f *frame) {
	if n := len(b.text) - f.start; n <= 0 || n > maxTrailBytes {
		return
	}
	from := len(b.blocks)
	for from > 0 && b.blocks[from-1].start >= f.start {
		from--
	}
	if from == len(b.blocks) || b.blocks[from].start > f.start {
		return // the element began within a block
	}
	trail := b.crumbs(f.start, len(b.text), b.links[f.from:])
	if len(trail) == 0 || len(trail) > maxTrail {
		return
	}
	b.keepTrail(trail, from, len(b.blocks))
}

// keepTrail notes a breadcrumb that stands in some blocks.
func (b *builder) keepTrail(trail []crumb, from, to int) {
	for i := from; i < to; i++ {
		b.blocks[i].trail = !b.isHeading(&b.blocks[i])
	}
	if b.trail == nil {
		b.trail = trail
	}
}

// isHeading reports blocks that are an h1 or h2 as a whole: some layouts put the
// heading of the page and its breadcrumb into one element.
func (b *builder) isHeading(d *blockDraft) bool {
	return d.h1 || d.spanTo == d.spanFrom+1 && b.spans[d.spanFrom].Group <= crawl.GroupHeading
}

// crumbs cuts a range of the text into names: each anchor is one, and what stands
// between separators outside of anchors. links are those that may stand there, in
// order. It stops after one name too many.
func (b *builder) crumbs(start, end int, links []linkDraft) (out []crumb) {
	at := start
	for i := range links {
		l := &links[i]
		if l.start < at || l.end > end || l.end <= l.start {
			continue
		}
		out = appendNames(out, string(b.text[at:l.start]))
		out = appendCrumb(out, string(b.text[l.start:l.end]), l.href)
		if at = l.end; len(out) > maxTrail {
			return out
		}
	}
	return appendNames(out, string(b.text[at:end]))
}

// appendNames adds the names of a text without anchors.
func appendNames(out []crumb, s string) []crumb {
	if len(s) > maxTrailBytes {
		return out
	}
	for name := range strings.FieldsFuncSeq(afterLabel(s), separates) {
		out = appendCrumb(out, name, "")
	}
	return out
}

func appendCrumb(out []crumb, name, href string) []crumb {
	name = strings.TrimFunc(oneLine(name), func(r rune) bool { return r == ' ' || separates(r) })
	if name == "" || !hasWord(name) {
		return out
	}
	return append(out, crumb{strings.TrimSpace(cutRunes(name, maxTrailName)), href})
}

// separates reports characters that separate names in a breadcrumb.
func separates(r rune) bool {
	return r == '\n' || strings.ContainsRune(">»›＞→⇒/\\|｜·•▶►▸》:：", r)
}

// afterLabel drops "You are here" or 当前位置 from the beginning.
func afterLabel(s string) string {
	s = strings.TrimSpace(s)
	if n := labelLen(s); n > 0 {
		return strings.TrimLeft(s[n:], " :：")
	}
	return s
}

// labelLen is the length of a label that announces a breadcrumb at the beginning
// of s, 0 if there is none: "You are here", 当前位置, 您现在的位置.
func labelLen(s string) int {
	const here = "you are here"
	switch first, _ := utf8.DecodeRuneInString(s); first {
	case 'y', 'Y':
		if len(s) >= len(here) && strings.EqualFold(s[:len(here)], here) {
			return len(here)
		}
		return 0
	case '当', '當', '您', '你', '现', '現', '所', '目':
	default:
		return 0 // most blocks
	}
	at := 0
	for n := 0; n < 8; n++ {
		if place := "位置"; strings.HasPrefix(s[at:], place) && n > 0 {
			return at + len(place)
		}
		r, size := utf8.DecodeRuneInString(s[at:])
		if !strings.ContainsRune("当前當您你的现在現所目处處", r) {
			return 0
		}
		at += size
	}
	return 0
}

// labelledTrail finds a breadcrumb that only its label gives away.
func (b *builder) labelledTrail(text string) {
	for i := range b.blocks[:min(len(b.blocks), trailBlocks)] {
		d := &b.blocks[i]
		s := text[d.start:d.end]
		if n := labelLen(s); n == 0 || d.unseen || b.isHeading(d) {
			continue
		}
		to := b.trailEnd(text, i)
		end := b.blocks[to-1].end
		if end-d.start > maxTrailBytes {
			continue
		}
		first, _ := slices.BinarySearchFunc(b.links, d.start, func(l linkDraft, at int) int { return l.end - at })
		trail := b.crumbs(d.start, end, b.links[first:])
		if len(trail) > 1 && len(trail) <= maxTrail {
			b.keepTrail(trail, i, to)
			return
		}
	}
}

// trailEnd is the block after a breadcrumb that begins in block i: if nothing
// follows the label there, the names are the next blocks, which are links or
// separators.
func (b *builder) trailEnd(text string, i int) int {
	if afterLabel(text[b.blocks[i].start:b.blocks[i].end]) != "" {
		return i + 1
	}
	for i++; i < len(b.blocks); i++ {
		d := &b.blocks[i]
		if !b.isAnchor(d) && hasWord(text[d.start:d.end]) || b.isHeading(d) {
			break
		}
	}
	return i
}

// setTrail fills Page.Trail once title and base are known. Its last name is the
// page itself if it is no link, leads to the page, or is its title.
func (b *builder) setTrail(text string) {
	if b.trail == nil {
		b.labelledTrail(text)
	}
	trail := b.trail
	if trail == nil {
		trail = b.dataTrail
	}
	if n := len(trail); n > 0 && b.isSelf(trail[n-1]) {
		trail = trail[:n-1]
	}
	for _, c := range trail {
		b.page.Trail = append(b.page.Trail, strings.Clone(c.name)) // it outlives the page
	}
}

// isSelf reports whether the last name of a breadcrumb is the page itself.
func (b *builder) isSelf(c crumb) bool {
	p := b.page
	if c.href == "" || c.name == p.Headline || begins(p.Title, c.name) {
		return true
	}
	key, err := b.resolve(c.href)
	return err == nil && (key == p.Final || key == p.URL)
}

// begins reports whether name is the title, or its part before a separator.
func begins(title, name string) bool {
	rest, ok := strings.CutPrefix(title, name)
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(rest))
	return ok && (rest == "" || separates(first) || strings.ContainsRune("-_–—", first))
}
