package eventgraph

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
)

// dayOf is the day that the page gives for what w of sentence i tells.
func (l *lead) dayOf(i int, w *extract.Word, kind *extract.Hazard) (civil, int) {
	x := l.sentence(i)
	d, rank := x.dayAt(w.Start, kind)
	if rank <= beside {
		return d, rank
	} else if near := l.nearDay(i, kind); !near.isZero() {
		return near, before
	} else if !l.p.byline.isZero() {
		return l.p.byline, byline
	} else if rank == never {
		return l.nextDay(i, kind)
	}
	return d, rank
}

// nearDay is the day of the sentence before sentence i, else of the title.
func (l *lead) nearDay(i int, kind *extract.Hazard) civil {
	for _, k := range []int{i - 1, -1} {
		if x := l.sentence(k); x != nil && k != i {
			if d, rank := x.dayAt(x.start+len(x.text), kind); rank <= beside {
				return d
			}
		}
	}
	return civil{}
}

// nextDay is the day up to which the two sentences behind sentence i count figures, or that they give.
func (l *lead) nextDay(i int, kind *extract.Hazard) (civil, int) {
	for _, k := range []int{i + 1, i + 2} {
		if x := l.sentence(k); x != nil && k > 0 {
			if d, rank := x.dayAt(x.start, kind); rank <= asOf {
				return d, asOf
			}
		}
	}
	return civil{}, never
}

// dayAt is the day that the sentence gives for what stands at byte at, and how sure it is.
func (x *said) dayAt(at int, kind *extract.Hazard) (day civil, rank int) {
	rank = never
	dist := 0
	for i, t := range x.m.Times {
		d := x.days[i]
		unknown := d.isZero() && t.Relative && !t.Vague || t.Vague && kind.Apart >= lasting // 昨日, on a page without a date
		if d.Day == 0 && !unknown && (kind.Apart < 4 || d.Month == 0) {
			continue
		}
		own := beside
		behind := x.text[min(max(t.End-x.start, 0), len(x.text)):]
		if says().MatchString(behind) || t.Until && kind.Apart < lasting {
			own = asOf
		} else if happens().MatchString(clause(behind)) {
			own = happened
		} else if happens().MatchString(x.text) {
			own = told
		}
		if unknown {
			own += unsure
		}
		far := at - t.Start
		if far < 0 {
			far = -2 * far
		}
		if own < rank || own == rank && far < dist {
			day, rank, dist = d, own, far
		}
	}
	return day, rank
}

// clause is the rest of a clause; a comma right behind a time does not end it.
func clause(behind string) string {
	behind = strings.TrimLeft(behind, ",， ")
	if i := strings.IndexAny(behind, ",，。;；"); i >= 0 {
		return behind[:i]
	}
	return behind
}

// siteOf is where the event of byte at in sentence i was: a place of the sentence, of the one before it, of the
// title, of the one behind it; small ones before countries and seas, which come only if there is nothing smaller. If
// nothing is named it is where the report was written.
func (l *lead) siteOf(i, at int) site {
	var wide site
	for _, k := range []int{i, i - 1, -1, i + 1} {
		x := l.sentence(k)
		if x == nil {
			continue
		}
		if k != i {
			at = x.start + len(x.text)
		}
		s := x.site(at)
		if s.text != "" && !s.wide() {
			return s
		}
		if wide.text == "" {
			wide = s
		}
	}
	if wide.text == "" {
		return l.dateline()
	}
	return wide
}

// dateline is where the report was written; its text is "" if no sentence of the lead says it.
func (l *lead) dateline() site {
	for i := range l.all[:min(mostFirst, len(l.all))] {
		x := &l.all[i]
		for _, p := range x.m.Places {
			if p.Role == extract.Dateline && p.At != nil {
				return site{x.words(p.Span), p.At}
			}
		}
	}
	return site{}
}
