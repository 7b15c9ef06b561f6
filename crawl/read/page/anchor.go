package page

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Not every anchor says what it leads to. A link around a whole card is named by the
// heading in it; a link without words by its aria-label; and one that says "Read
// more" by its aria-label, or by the heading of the card in which both stand.

// maxLabel is the limit of an aria-label, in runes.
const maxLabel = 300

// cardBytes is the greatest distance between the heading of a card and its link, in
// bytes of text.
const cardBytes = 2000

// nameAnchor decides what names the link l, whose anchor ends.
func (b *builder) nameAnchor(l *linkDraft) {
	switch {
	case l.name.end > 0 && l.start >= 0: // a heading in it
		l.label = ""
	case l.start < 0:
		l.label = labelText(l.label)
	case !isGeneric(b.text[l.start:l.end]):
		l.label = ""
	default:
		if l.label = labelText(l.label); l.label == "" || isGeneric([]byte(l.label)) {
			l.label, l.name = "", b.cardHeading(l.start)
		}
	}
}

// labelText returns the text of an aria-label that people see.
func labelText(s string) string {
	if s == "" {
		return ""
	}
	return strings.TrimSpace(cutRunes(visible(s), maxLabel))
}

// cardHeading is the last heading, if it stands in the innermost card around the
// link that begins at byte at.
func (b *builder) cardHeading(at int) segment {
	h := b.last
	if h.end <= h.start || at-h.end > cardBytes {
		return segment{}
	}
	for i := len(b.stack) - 1; i > 0; i-- {
		if f := &b.stack[i]; isCard(f) {
			if h.start >= f.start {
				return h
			}
			return segment{}
		}
	}
	return segment{}
}

// isCard reports elements that hold one thing with its heading.
func isCard(f *frame) bool {
	switch f.tag {
	case atom.Article, atom.Li:
		return true
	case atom.Div, atom.Section:
		for _, name := range [...]string{"card", "teaser", "item", "post", "entry", "tile"} {
			if strings.Contains(f.class, name) {
				return true
			}
		}
	}
	return false
}

// named fills the words of a link that something else names. It is false if its
// anchor does.
func (b *builder) named(l *crawl.Link, d *linkDraft, text string) bool {
	switch {
	case d.label != "":
		l.Text = d.label
	case d.name.end > d.name.start:
		l.Text = oneLine(text[d.name.start:d.name.end])
	default:
		return false
	}
	switch end := min(d.end, len(text)); {
	case d.start < 0:
	case d.name.start >= d.start && d.label == "": // the rest of the card
		l.Context = firstRunes(oneLine(text[min(d.name.end, end):end]), ContextRunes)
	default:
		l.Context = b.around(text, d.block, d.start, end)
	}
	return true
}

// isGeneric reports anchors that say nothing of their target.
func isGeneric(text []byte) bool {
	if len(text) > 2*maxGeneric {
		return false
	}
	text = trimSigns(text)
	if len(text) == 0 || len(text) > maxGeneric || genericShapes[text[0]|0x20]&(1<<len(text)) == 0 {
		return false
	}
	var buf [maxGeneric]byte
	n := copy(buf[:], text)
	for i, c := range buf[:n] {
		if 'A' <= c && c <= 'Z' {
			buf[i] = c | 0x20
		}
	}
	return genericAnchors[string(buf[:n])]
}

// trimSigns drops arrows, dots and brackets around a text.
func trimSigns(text []byte) []byte {
	for len(text) > 0 && !isLetter(text[0]) {
		r, n := utf8.DecodeRune(text)
		if !isSign(r) {
			break
		}
		text = text[n:]
	}
	for len(text) > 0 && !isLetter(text[len(text)-1]) {
		r, n := utf8.DecodeLastRune(text)
		if !isSign(r) {
			break
		}
		text = text[:len(text)-n]
	}
	return text
}

// isSign reports digits, punctuation, arrows and the like, by range: every anchor is
// asked.
func isSign(r rune) bool {
	switch {
	case r < 0x80:
		return !isLetter(byte(r))
	case r < 0xC0, r >= 0x2000 && r < 0x2C00, r >= 0x3000 && r < 0x3040, r >= 0xFF00 && r < 0xFF21:
		return true
	}
	return false
}

// maxGeneric is the length of the longest generic anchor, and of what a shape tells.
const maxGeneric = 31

// genericAnchors are such anchors in the languages of most pages that we read.
var genericAnchors = func() map[string]bool {
	anchors := map[string]bool{}
	for s := range strings.SplitSeq("more,read more,read on,read,read article,read the article,read full article,read story,read full story,"+
		"read the full story,read post,read the rest,full story,full article,full text,continue,continue reading,keep reading,"+
		"learn more,find out more,discover more,see more,see details,view,view more,view all,view details,view article,show more,"+
		"details,more details,more info,more information,here,click here,this,link,go,open,"+
		"更多,更多详情,更多信息,更多内容,详情,详细,详细内容,详细信息,全文,阅读,阅读全文,阅读更多,阅读原文,继续阅读,查看,查看全文,查看更多,查看详情,"+
		"了解更多,了解详情,点击查看,点击查看更多,点击阅读,点击这里,点击进入,点此,这里,此处,"+
		"更多詳情,更多資訊,更多內容,詳情,詳細,詳細內容,閱讀,閱讀全文,閱讀更多,繼續閱讀,查看詳情,了解詳情,瞭解更多,點擊查看,點擊這裡,點此,這裡,這裏,此處,"+
		"leer más,ver más,más,más información,seguir leyendo,lire la suite,en savoir plus,lire plus,voir plus,plus,ici,"+
		"leia mais,saiba mais,ver mais,mais,continue lendo,mehr,weiterlesen,mehr erfahren,mehr lesen,hier", ",") {
		anchors[s] = true
	}
	return anchors
}()

// genericShapes are the lengths of these anchors, by first byte.
var genericShapes = func() (t [256]uint32) {
	for s := range genericAnchors {
		t[s[0]|0x20] |= 1 << len(s)
	}
	return t
}()
