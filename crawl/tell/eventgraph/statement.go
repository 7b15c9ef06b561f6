package eventgraph

import (
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
)

// Evidence is a sentence of a page.
type Evidence struct {
	Page    int // index of the page
	Block   int // of the page's texts
	Start   int // byte of the block where the sentence begins
	Text    string
	Classes []string  // IRIs of the classes that its event words name
	Seen    time.Time // when a version of the page that has it was fetched first
}

// where is a place as a sentence names it.
type where struct {
	Text     string
	At       *gazetteer.Place // nil: the gazetteer does not have it
	Measured bool             // it is where, or from where, something was measured
}

// when is a time as a sentence gives it.
type when struct {
	Text  string
	Time  extract.Time
	Until bool
	Doubt string // why the time cannot be meant; "" if it can

	day civil
}

// Statement is a statement of one sentence about an event.
type Statement struct {
	Event    int // index of the event, -1 if it is not clear which
	Evidence int
	Start    int // byte of the block
	Kind     string
	Value    float64 // of a quantity
	Unit     string
	About    bool // no exact number
	Warning  *extract.Warning
	Where    *where
	When     *when
	AsOf     time.Time // up to when a figure counts, by its sentence or its page
	Modality extract.Modality
	Forecast bool    // it is a forecast, or its time lies after the page
	Bound    string  // ">=", "<=", "~" before a number that is not exact
	Part     bool    // of another number: of whom 18 seriously
	Doubt    string  // why it is no statement after all
	Link     string  // how the sentence was linked to the event: "sentence", "page"
	Trust    float64 // 0 to 1

	decided *Decided // nil: nobody decided about it
	id      string   // of what a person decided about
}

// trustPage is for a sentence that names no event and is taken to speak of the only one of its
// page. It is an assumption, not a measurement.
const trustPage = .6

// said holds what one sentence says.
type said struct {
	block, start, end int
	text              string
	m                 extract.Mentions
	days              []civil // of each time of m
	moods             *extract.Moods
	again             bool      // of an earlier version: the next one says so, too
	seen              time.Time // when a version of its page that says so was fetched first; zero: this one is the first
}

// mood is the modality of a part of the sentence.
func (x *said) mood(s extract.Span) extract.Modality {
	if x.moods == nil {
		x.moods = extract.MoodsOf(x.text)
	}
	return x.moods.At(s)
}

// split distributes the mentions of a block over its sentences.
func split(block int, text string, m *extract.Mentions) []said {
	var out []said
	for _, s := range extract.Sentences(text) {
		x := said{block: block, start: s.Start, end: s.End, text: text[s.Start:s.End]}
		x.m.Times, m.Times = cut(m.Times, s.End, func(v extract.TimeMention) int { return v.Start })
		x.m.Places, m.Places = cut(m.Places, s.End, func(v extract.Place) int { return v.Start })
		x.m.Places = slices.DeleteFunc(slices.Clone(x.m.Places), func(p extract.Place) bool { return p.Role == extract.Speaker })
		x.m.Quantities, m.Quantities = cut(m.Quantities, s.End, func(v extract.Quantity) int { return v.Start })
		x.m.Warnings, m.Warnings = cut(m.Warnings, s.End, func(v extract.Warning) int { return v.Start })
		x.m.Words, m.Words = cut(m.Words, s.End, func(v extract.Word) int { return v.Start })
		x.m.Storms, m.Storms = cut(m.Storms, s.End, func(v extract.Storm) int { return v.Start })
		if x.m.Len() > 0 {
			out = append(out, x)
		}
	}
	return out
}

// cut returns the mentions that begin before end, and the others. They are in the order of their
// sentences.
func cut[T any](all []T, end int, start func(T) int) (here, later []T) {
	n := 0
	for n < len(all) && start(all[n]) < end {
		n++
	}
	return all[:n:n], all[n:]
}

// nearest is the mention that stands last before at, else the first one after it; -1 if there
// is none.
func nearest[T any](all []T, at int, span func(T) extract.Span) int {
	best, dist := -1, 0
	for i, x := range all {
		s := span(x)
		d := at - s.Start
		if d < 0 {
			d = 2 * (s.Start - at)
		}
		if best < 0 || d < dist {
			best, dist = i, d
		}
	}
	return best
}

// words are the bytes of a span that begins in the sentence.
func (x *said) words(s extract.Span) string {
	return x.text[max(0, s.Start-x.start):min(len(x.text), max(s.Start, s.End)-x.start)]
}

// when is the time that the sentence gives for what stands at byte at.
func (x *said) when(at int, p *Page) *when {
	var known []extract.TimeMention
	var days []civil
	for i, t := range x.m.Times {
		if !t.Vague {
			known, days = append(known, t), append(days, x.days[i])
		}
	}
	i := nearest(known, at, func(t extract.TimeMention) extract.Span { return t.Span })
	if i < 0 {
		return nil
	}
	t := known[i]
	w := &when{Text: x.words(t.Span), Time: t.Time, Until: t.Until, day: days[i]}
	w.Doubt = doubtTime(t.Time, p)
	return w
}

// where is the place that the sentence gives for what stands at byte at.
func (x *said) where(at int) *where {
	all := slices.DeleteFunc(slices.Clone(x.m.Places), func(p extract.Place) bool { return p.Role == extract.Dateline })
	i := nearest(all, at, func(p extract.Place) extract.Span { return p.Span })
	if i < 0 {
		return nil
	}
	p := all[i]
	return &where{Text: x.words(p.Span), At: p.At, Measured: p.Role == extract.Measured}
}

// trust is the least of the shares of a statement's parts.
func (s *Statement) trust(own float64) {
	if s.Trust = own; s.When != nil {
		s.Trust = min(s.Trust, extract.TrustTime)
	}
	if s.Where != nil {
		s.Trust = min(s.Trust, extract.TrustPlace)
	}
	if s.Link == "page" {
		s.Trust = min(s.Trust, trustPage)
	}
}

// day is the day of a time or, without one, of the page.
func day(w *when, p *Page) time.Time {
	if w != nil && w.Doubt == "" && w.Time.Resolved() && w.Time.Grain <= extract.Day {
		at := w.Time.From
		if w.Until && w.Time.Grain < extract.Part { // 截至7日24时 is of the 7th
			at = at.Add(-time.Second)
		}
		return midnight(at)
	}
	if p.Published.IsZero() {
		return time.Time{}
	}
	return midnight(p.Published)
}

func midnight(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
