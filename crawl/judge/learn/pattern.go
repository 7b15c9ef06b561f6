package learn

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/internal/names"
)

// link is a relation that a text may state between two nodes.
type link uint8

const (
	isA      link = iota // from is called by to: "storms such as", 是一种 (crawl/judge/internal/names)
	beside               // both stand in one list, which makes them siblings
	causes               // from brings to about
	sameAs               // to is another name of from, or its abbreviation
	lead                 // the page about from speaks of to in its first text
	lastLink = lead
)

type pair struct{ from, to int32 }

// said counts the texts that state a relation of a pair.
type said struct {
	pages    int
	last     int32 // page counted, from 1
	evidence []Evidence
}

// Evidence is a text that speaks for a proposal.
type Evidence struct {
	Text string `json:"text"` // at most 180 bytes around what was found
	Page string `json:"page"` // address of the page
}

// links counts the relations that the texts state, by kind.
type links [lastLink + 1]map[pair]*said

const mostEvidence = 3

func (l *links) add(kind link, from, to int32, b *marked, start, end int32) {
	if from == to {
		return
	}
	if l[kind] == nil {
		l[kind] = map[pair]*said{}
	}
	s := l[kind][pair{from, to}]
	if s == nil {
		s = &said{}
		l[kind][pair{from, to}] = s
	}
	if s.last == b.page+1 {
		return
	}
	s.last = b.page + 1
	s.pages++
	if len(s.evidence) < mostEvidence {
		s.evidence = append(s.evidence, Evidence{excerpt(b.text, int(start), int(end)), b.url})
	}
}

func (l *links) pages(kind link, from, to int32) int {
	if s := l[kind][pair{from, to}]; s != nil {
		return s.pages
	}
	return 0
}

// around is how many bytes of an excerpt stand before and after what was found.
const around = 60

// excerpt is the text from start to end and what stands around it, within its sentence.
func excerpt(text string, start, end int) string {
	from, to := max(0, start-around), min(len(text), max(end, min(end+around, start+3*around)))
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	if i := strings.IndexByte(text[from:start], ' '); from > 0 && i >= 0 {
		from += i + 1 // no part of a word
	}
	if i := strings.LastIndexAny(text[from:start], "。！？\n"); i >= 0 {
		_, n := utf8.DecodeRuneInString(text[from+i:])
		from += i + n
	}
	if i := strings.LastIndex(text[from:start], ". "); i >= 0 {
		from += i + 2
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[from:to], ""))
}

// read reads what all blocks say.
func (f *field) read() *links {
	l := &links{}
	var finds []names.Find
	for i := range f.blocks {
		b := &f.blocks[i]
		var outer []mention
		var marks []crawl.Mention
		for _, m := range b.mentions {
			if !m.inside {
				outer = append(outer, m)
			}
			marks = append(marks, crawl.Mention{Entry: m.node, Start: m.start, End: m.end, Inside: m.inside})
		}
		if finds = finds[:0]; !b.title {
			finds = names.In(b.text, marks, finds)
		}
		for _, x := range finds {
			if n, ok := f.byKey[names.Key(x.Name)]; ok {
				l.add(isA, n, x.Entry, b, int32(x.Start), int32(x.End))
			}
		}
		for k := 1; k < len(outer); k++ {
			f.between(l, b, outer[k-1], outer[k])
		}
	}
	f.leads(l)
	return l
}

// between reads what stands between two mentions that follow each other.
func (f *field) between(l *links, b *marked, x, y mention) {
	if y.start <= x.end {
		return
	}
	gap, after := b.text[x.end:y.start], b.text[y.end:]
	switch {
	case isList(gap):
		l.add(beside, x.node, y.node, b, x.start, y.end)
		l.add(beside, y.node, x.node, b, x.start, y.end)
	case renames(gap), strings.TrimSpace(gap) == "(" || gap == "（":
		if renames(gap) || closes(after) && abbreviates(b.text[x.start:x.end], b.text[y.start:y.end]) {
			l.add(sameAs, x.node, y.node, b, x.start, y.end)
		}
	}
	switch direction(gap, after) {
	case 1:
		l.add(causes, x.node, y.node, b, x.start, y.end)
	case -1:
		l.add(causes, y.node, x.node, b, x.start, y.end)
	}
}

func closes(after string) bool {
	return strings.HasPrefix(after, ")") || strings.HasPrefix(after, "）")
}

// isList reports whether a gap joins the items of a list.
func isList(gap string) bool {
	switch strings.TrimSpace(gap) {
	case ",", "、", "and", "or", ", and", ", or", "&", "/", "和", "与", "及", "或", "以及", "，":
		return true
	}
	return false
}

// renames reports whether a gap says that another name follows.
func renames(gap string) bool {
	s := strings.ToLower(strings.TrimLeft(strings.TrimSpace(gap), ",，(（ "))
	switch strings.TrimRight(s, "\"“「 ：:") {
	case "also known as", "also called", "also known as the", "also called the", "known as", "or simply", "i.e.", "aka", "a.k.a.",
		"又称", "又称为", "也称", "也称为", "也叫", "又名", "亦称", "简称", "简称为", "俗称", "别名", "别称", "也就是", "即":
		return true
	}
	return false
}

// abbreviates reports whether one of two names is made of the initials of the other, or they
// are one name in two scripts.
func abbreviates(a, b string) bool {
	if names.Chinese(a) != names.Chinese(b) {
		return true
	}
	short, long := a, b
	if len(short) > len(long) {
		short, long = b, a
	}
	short = strings.TrimSuffix(short, "s")
	if len(short) < 2 || short != strings.ToUpper(short) {
		return false
	}
	initials := ""
	for _, w := range strings.FieldsFunc(long, func(r rune) bool { return !unicode.IsLetter(r) }) {
		r, _ := utf8.DecodeRuneInString(w)
		initials += string(unicode.ToUpper(r))
	}
	return initials == short
}

// mostCausal is how many bytes may stand between cause and effect.
const mostCausal = 48

// direction is 1 if a gap says that what stands before it brings about what follows, -1 if
// it says the reverse, else 0.
func direction(gap, after string) int {
	if len(gap) > mostCausal || strings.ContainsAny(gap, ".。;；!！?？") {
		return 0
	}
	s := strings.ToLower(gap)
	if strings.Contains(s, "由") || strings.Contains(s, "因") && !causal(s) {
		if causal(after[:min(len(after), 18)]) {
			return -1
		}
		return 0
	}
	if hasAny(s, enCaused) {
		return -1
	}
	if causal(s) && !strings.Contains(s, " not ") && !strings.Contains(s, "不") {
		return 1
	}
	return 0
}

// causal reports whether a text holds a verb of bringing about.
func causal(s string) bool { return hasAny(s, zhCausal) || hasAny(s, enCausal) }

func hasAny(s, cues string) bool {
	for cue := range strings.SplitSeq(cues, "|") {
		if strings.Contains(s, cue) {
			return true
		}
	}
	return false
}

// What joins a cause to its effect, in both languages, and an effect to its cause; | stands between two.
const (
	zhCausal = "导致|引发|造成|引起|诱发|触发|带来"
	enCausal = " cause | causes | caused | causing | lead to | leads to | led to | leading to | result in | results in | resulted in | resulting in " +
		"| trigger | triggers | triggered | triggering | bring | brings | brought | bringing "
	enCaused = "caused by|triggered by|due to|resulting from|results from|resulted from|as a result of|brought by|because of|brought about by|produced by|generated by"
)

// patternVerbs are the verbs before an effect, in all forms. No term is one of them, or ends with
// one: of few texts "heavy rain causes" is as frequent as "heavy rain".
func patternVerbs() map[string]bool {
	verbs := map[string]bool{}
	for cue := range strings.SplitSeq(zhCausal+"|"+enCausal, "|") {
		verbs[strings.Fields(cue)[0]] = true
	}
	return verbs
}

// leads reads what the first text of a page says of whom the page is about: the nodes in its title.
func (f *field) leads(l *links) {
	var about []int32
	for i := range f.blocks {
		b := &f.blocks[i]
		if i == 0 || f.blocks[i-1].page != b.page {
			about = about[:0]
		}
		if b.title {
			for _, m := range b.mentions {
				if !m.inside {
					about = append(about, m.node)
				}
			}
		}
		if !b.first {
			continue
		}
		for _, m := range b.mentions {
			for _, t := range about {
				l.add(lead, t, m.node, b, m.start, m.end)
			}
		}
	}
}
