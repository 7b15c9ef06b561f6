package eventgraph

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// A page of news tells of one event, and says what, when and where in its title or first sentences; what follows
// is about it (the inverted pyramid; EMM's NEXUS relies on it: Tanev, Piskorski and Atkinson, "Real-time news
// event extraction for global crisis monitoring", NLDB 2008).

// mostFirst is how many sentences are the lead of a page.
const mostFirst = 14

// Ranks of a report's day, the surest first.
const (
	happened = iota + 1 // in its clause, with a verb of happening
	told                // in its sentence, with such a verb
	beside              // in its sentence
	before              // in the sentence before it, or the title
	byline              // of the report: 新华社昆明8月3日电
	asOf                // up to which the figures count, or on which somebody said so
	never    = 2*asOf + 1
	unsure   = asOf // is added for a day that is written but that no calendar has: 昨日, on a page without a date
)

// lasting is how many days apart reports of a kind are that begins on no day, as a drought.
const lasting = 10

// report is where a page tells of a kind of event, with the day and the place that it gives for it.
type report struct {
	at   int // index of the sentence
	word *extract.Word
	kind *extract.Hazard
	day  civil
	rank int
	site site
}

// lead holds what the title and the first sentences of a page say of its event.
type lead struct {
	b     *Builder
	p     *Page
	n     int
	title *said // nil: there is none
	all   []said
	event int             // -1: the page has no one event
	kind  *extract.Hazard // of event; nil of a storm
	from  int             // the sentence that made it
	day   civil
}

var (
	// says follows a day on which somebody said something.
	says = lazyre.Compile(`^[^,，。:：;；]{0,16}?(?:表示|称|说|报道|消息|获悉|了解到|公布|通报|证实|介绍|发表|宣布|发布|电|讯|said|reported|announced)`)
	// happens has the verbs of events.
	happens = lazyre.Compile(`发生|喷发|爆发|突发|袭击|遭遇|来袭|出现|引发|遭受|暴发|席卷|普降|造成|导致|(?i:\bstruck\b|\bhit\b|\berupt|\boccurred\b|\bshook\b|\brocked\b|\bflooded\b|\bswept\b|\btriggered\b|\bkilled\b|\bbroke\b|\bdevastated\b)`)
	// volcano is the name of one, which few gazetteers have: 的埃特纳火山, 印尼阿贡火山.
	volcano = lazyre.Compile(`(?:^|[^\p{Han}·]|的|在|于|岛|[省州市])([\p{Han}·]{2,9}?火山)`)
	// past tells of another time.
	past = lazyre.Compile(`去年|前年|曾经|曾于|曾在|曾发生|历史上|上一次|上次|上世纪|年前|同期|(?i:\blast year\b|\byears ago\b|\bdecades? ago\b|\bin history\b)`)
)

// newLead finds the event of page number n.
func newLead(b *Builder, n int, title *said, all []said) *lead {
	l := &lead{b: b, p: &b.Pages[n], n: n, title: title, all: all, event: -1, from: -1}
	storm, at := l.storm()
	word := l.titleWord()
	if storm >= 0 && (word == nil || at <= word.Start) {
		l.event = storm
		return l
	}
	kinds, named := l.kinds()
	r := l.best(kinds)
	if e := l.stormBefore(r); r != nil && word == nil && e >= 0 {
		l.event = e
		return l
	}
	if r != nil {
		l.kind, l.from, l.day = r.kind, r.at, r.day
		l.event = b.report(l, r)
		l.classes(named)
		return l
	}
	if l.old() {
		return l
	}
	if l.event = b.onlyStorm(l.p, n, all); l.event < 0 {
		var why string
		if l.event, why = l.follow(); l.event >= 0 {
			b.Events[l.event].join(n, why)
		}
	}
	return l
}

// storm is the one storm that the title names, and where; -1 if it names none or several.
func (l *lead) storm() (event, at int) {
	if l.title == nil || len(l.title.m.Storms) == 0 {
		return -1, 0
	}
	all := l.b.named(l.n, l.title)
	if len(all) != 1 {
		return -1, 0
	}
	return all[0], l.title.m.Storms[0].Start
}

// stormBefore is the one storm that the page names up to the report r, -1 if it names none or several: 受台风影响，
// 洪水.
func (l *lead) stormBefore(r *report) int {
	if r == nil || !l.b.kinds.Kin(r.kind.Kind, "flood") && r.kind.Kind != "attack" { // a storm "attacks"
		return -1
	}
	e := -1
	for i := range l.all[:max(r.at+1, 0)] {
		for _, k := range l.b.named(l.n, &l.all[i]) {
			if e >= 0 && e != k {
				return -1
			}
			e = k
		}
	}
	return e
}

// old reports whether the page names storms of other years only, for comparison.
func (l *lead) old() bool {
	year, any := l.p.Published.Year(), false
	for i := range l.all {
		for _, s := range l.all[i].m.Storms {
			if any = true; s.Year == 0 || s.Year == year {
				return false
			}
		}
	}
	return any && !l.p.Published.IsZero()
}

// titleWord is the first word of the title that makes an event.
func (l *lead) titleWord() *extract.Word {
	if l.title == nil {
		return nil
	}
	return l.b.hazardWord(l.title, nil)
}

// kinds are the kinds that the page is about, the first one first: those of its title, else of its first
// sentence that has one. named is that sentence.
func (l *lead) kinds() (kinds []*extract.Hazard, named int) {
	for i := -1; i < min(len(l.all), mostFirst); i++ {
		if x := l.sentence(i); x != nil {
			if kinds = l.b.kindsIn(x); len(kinds) > 0 {
				return kinds, i
			}
		}
	}
	return nil, -1
}

// kindsIn are the kinds of events that a sentence says were.
func (b *Builder) kindsIn(x *said) (out []*extract.Hazard) {
	for i := range x.m.Words {
		w := &x.m.Words[i]
		if h := b.kinds.Of(w.Class); h != nil && x.real(w) && !slices.ContainsFunc(out, func(o *extract.Hazard) bool { return o.Kind == h.Kind }) {
			out = append(out, h)
		}
	}
	return out
}

// real reports whether the sentence says that what w names was: not what may come, was feared, or came last year.
func (x *said) real(w *extract.Word) bool {
	at := w.Start - x.start
	if !x.mood(extract.Span{Start: at, End: w.End - x.start}).IsReal() || x.modifies(w) {
		return false
	}
	clause := x.text[:min(max(at, 0), len(x.text))]
	return !past().MatchString(clause[strings.LastIndexAny(clause, ",，。;；")+1:])
}

// hazardWord is the first word of a sentence that makes an event of a kind that goes with kind, which may be nil.
func (b *Builder) hazardWord(x *said, kind *extract.Hazard) *extract.Word {
	for i := range x.m.Words {
		w := &x.m.Words[i]
		if h := b.kinds.Of(w.Class); h != nil && (kind == nil || b.kinds.Kin(h.Kind, kind.Kind)) && x.real(w) {
			return w
		}
	}
	return nil
}

// best is the surest report of the kinds, in the lead if it has one; nil if there is none with day and place.
func (l *lead) best(kinds []*extract.Hazard) *report {
	most := never
	if l.p.Hub {
		most = told
	}
	for k, part := range []int{mostFirst, len(l.all)} {
		if k > 0 {
			most = told
		}
		for _, k := range kinds {
			var best *report
			for i := range l.all[:min(part, len(l.all))] {
				if r := l.report(i, k); r != nil && r.rank <= most && (best == nil || r.rank < best.rank) {
					best = r
				}
			}
			if best == nil && l.title != nil && most == never {
				best = l.report(-1, k)
			}
			if best != nil {
				return best
			}
		}
	}
	return nil
}

// sentence is sentence i; the title stands before the first.
func (l *lead) sentence(i int) *said {
	switch {
	case i >= 0 && i < len(l.all):
		return &l.all[i]
	case i == -1:
		return l.title
	}
	return nil
}

// report reads what sentence i says of an event of a kind that goes with kind; nil if it says nothing, or
// neither it nor what stands around it has a day and a place.
func (l *lead) report(i int, kind *extract.Hazard) *report {
	x := l.sentence(i)
	if x == nil {
		return nil
	}
	w := l.b.hazardWord(x, kind)
	if w == nil {
		return nil
	}
	r := &report{at: i, word: w, kind: kind}
	if kind == nil {
		r.kind = l.b.kinds.Of(w.Class)
	}
	if r.day, r.rank = l.dayOf(i, w, r.kind); r.rank == never || l.ahead(r.day) {
		return nil
	}
	if r.site = l.siteOf(i, w.Start); r.site.text == "" {
		return nil
	}
	return r
}

// ahead reports whether a day lies after the page: apply until Nov. 25. Zones may be a day apart.
func (l *lead) ahead(d civil) bool {
	return d.Year > 0 && d.Month > 0 && !l.p.Published.IsZero() && civilOf(l.p.Published).apart(d) > 1
}

// classes makes the event an instance of what its sentence, the title and sentence named call it, and gives it the
// places of the title.
func (l *lead) classes(named int) {
	e := l.b.Events[l.event]
	for _, i := range []int{l.from, -1} {
		if x := l.sentence(i); x != nil {
			for _, m := range volcano().FindAllStringSubmatch(x.text, -1) {
				e.place(where{Text: m[1]})
			}
		}
	}
	if l.title != nil {
		for _, p := range l.title.m.Places {
			if p.Role == extract.Dateline {
				continue
			}
			e.place(where{Text: l.title.words(p.Span), At: p.At})
		}
	}
	for _, i := range []int{named, -1, l.from} {
		x := l.sentence(i)
		if x == nil {
			continue
		}
		for k := range x.m.Words {
			w := &x.m.Words[k]
			if h := l.b.kinds.Of(w.Class); h != nil && l.b.kinds.Kin(h.Kind, l.kind.Kind) && x.real(w) {
				l.b.instance(e, w.Class)
			}
		}
	}
}

// own is the event that sentence i tells of by itself: another one than the page's, with a verb of happening, and
// a day and place of its own; -1 if it does not.
func (l *lead) own(i int) int {
	x := &l.all[i]
	r := l.report(i, nil)
	if r == nil || r.rank > told || r.day.Day == 0 || x.site(r.word.Start).text == "" || l.event >= 0 && l.kind == nil && l.b.kinds.Kin(r.kind.Kind, "flood") {
		return -1
	}
	if l.event >= 0 && l.kind != nil && l.b.kinds.Kin(r.kind.Kind, l.kind.Kind) {
		if r.day.far(l.day) <= float64(max(r.kind.Apart, l.kind.Apart)) {
			return l.event
		}
	}
	return l.b.report(l, r)
}

// others reports whether a sentence is about another time than the event of its page.
func (l *lead) others(x *said) bool {
	if past().MatchString(x.text) {
		return true
	}
	for i, t := range x.m.Times {
		d := x.days[i]
		if d.Year == 0 || t.Relative {
			continue
		}
		switch {
		case d.Month > 0 && d.far(l.day) > elsewhen:
			return true
		case l.day.Year > 0 && d.Year != l.day.Year, d.Month == 0 && l.day.Year == 0:
			return true
		}
	}
	return false
}

// elsewhen is how many days from the event of its page a day is that belongs to another one.
const elsewhen = 60
