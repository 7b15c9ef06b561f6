package shift

import (
	"fmt"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// kindsInOrder are the kinds of facts as they matter to a person on duty.
var kindsInOrder = [...]string{"dead", "missing", "injured", "displaced", "affected", "magnitude", "landfall", "warning", "wind", "windforce", "rain", "height", "loss"}

func rank(kind string) int {
	if i := slices.Index(kindsInOrder[:], kind); i >= 0 {
		return i
	}
	return len(kindsInOrder)
}

// key is the same for figures that say the same of an event.
func key(kind string, value float64, unit, at string) string {
	return fmt.Sprint(kind, "\x00", extract.Base(value, unit), "\x00", at)
}

// event adds what a card has.
func (r *Report) event(c *eventgraph.Card) {
	e := Event{ID: c.ID, Kind: c.Kind, Names: c.Names, Begin: c.Begin}
	told := make(map[string]bool) // what stands in the report, or was known before
	r.conflicts(c, e, told)
	r.changes(c, e, told)
	var fresh, expected []Fact
	for _, f := range r.facts(c, told) {
		if fact := f.fact(e); f.real() {
			fresh = append(fresh, fact)
		} else {
			expected = append(expected, fact)
		}
	}
	r.New = part(r.New, fresh, &r.LeftOut.New)
	r.Forecast = part(r.Forecast, expected, &r.LeftOut.Forecast)
}

// part adds facts of one event to a part, in the order in which they matter.
func part(to, facts []Fact, left *int) []Fact {
	sorts.Stable(facts, func(a, b Fact) int { return rank(a.Kind) - rank(b.Kind) })
	facts, *left = first(facts, mostOfEvent, *left)
	return append(to, facts...)
}

// group are figures that say the same, the first seen first.
type group struct {
	eventgraph.Figure
	pages map[string]bool
}

// real reports whether the figure was so: no forecast, and no warning of what may come.
func (g *group) real() bool {
	return !g.Forecast && extract.Modality(g.Modality).IsReal() && g.Kind != "warning"
}

func (g *group) fact(e Event) Fact {
	return Fact{Event: e, Value: valueOf(&g.Figure), Where: g.Where, Day: g.Day, Told: toldBy(&g.Figure, len(g.pages))}
}

func valueOf(f *eventgraph.Figure) Value {
	return Value{Kind: f.Kind, Value: f.Value, Unit: f.Unit, Bound: f.Bound, Colour: f.Colour, Warns: f.Warns, Lifted: f.Lifted}
}

func toldBy(f *eventgraph.Figure, sources int) Told {
	return Told{Sentence: f.Sentence, URL: f.URL, Title: f.Title, Lang: f.Lang, Sources: sources}
}

// facts are the figures of a card that were seen first in the span and do not stand in the report.
func (r *Report) facts(c *eventgraph.Card, told map[string]bool) (out []*group) {
	figures := slices.Clone(c.Figures)
	sorts.Stable(figures, func(a, b eventgraph.Figure) int { return a.Seen.Compare(b.Seen) })
	groups := make(map[string]*group)
	for i := range figures {
		f := &figures[i]
		if f.Doubt != "" || f.Sentence == "" || !tells(f) || !f.Seen.Before(r.To) {
			continue
		}
		k := factKey(f)
		g := groups[k]
		if g == nil {
			g = &group{Figure: *f, pages: map[string]bool{}}
			groups[k] = g
			if r.isNew(f, told) {
				out = append(out, g)
			}
		}
		g.pages[f.URL] = true
	}
	return out
}

// tells reports whether a figure is a fact of its own: no usual or denied value.
func tells(f *eventgraph.Figure) bool {
	m := extract.Modality(f.Modality)
	return m != extract.Normal && m != extract.Denied && m != extract.Hypothetical
}

// factKey is the same for figures that say the same. The day of what was so does not matter: a toll of yesterday that is told
// again today is no news.
func factKey(f *eventgraph.Figure) string {
	k := key(f.Kind, f.Value, f.Unit, f.At) + f.Colour + "\x00" + f.Warns
	if f.Unit == "" || f.Forecast {
		k += fmt.Sprint("\x00", f.Day, f.Lifted)
	}
	return fmt.Sprint(k, "\x00", f.Forecast)
}

// isNew reports whether the first page that says so was seen in the span. What is long past is counted.
func (r *Report) isNew(f *eventgraph.Figure, told map[string]bool) bool {
	if !r.within(f.Seen) || told[key(f.Kind, f.Value, f.Unit, f.At)] || told[key(f.Kind, f.Value, f.Unit, "")] && f.At == "" {
		return false
	}
	if day, err := time.ParseInLocation(time.DateOnly, f.Day, r.in()); err == nil && day.Before(r.From.Add(-before)) {
		r.Old++
		return false
	}
	return true
}

// changes adds the chains of a card whose last value was seen in the span, and another one before.
func (r *Report) changes(c *eventgraph.Card, e Event, told map[string]bool) {
	var out []Change
	for i := range c.Chains {
		chain := &c.Chains[i]
		was, now := r.ends(chain)
		for k := range chain.Steps {
			step := &chain.Steps[k]
			if step == now && was != nil || step.Seen.Before(r.From) {
				told[key(chain.Kind, step.Value, step.Unit, chain.At)] = true
				told[key(chain.Kind, step.Value, step.Unit, "")] = true // told without a place
			}
		}
		if was == nil || now == nil || now.How == eventgraph.Contradicts {
			continue
		}
		value := func(s *eventgraph.Step) Value {
			return Value{Kind: chain.Kind, Value: s.Value, Unit: s.Unit, Bound: s.Bound}
		}
		out = append(out, Change{Event: e, Where: chain.Where, Was: value(was), Now: value(now), AsOf: now.AsOf.In(r.in()),
			Told: Told{Sentence: now.Text, URL: now.URL, Title: now.Title, Lang: now.Lang, Sources: now.Told}})
	}
	sorts.Stable(out, func(a, b Change) int { return rank(a.Now.Kind) - rank(b.Now.Kind) })
	out, r.LeftOut.Changed = first(out, mostOfEvent, r.LeftOut.Changed)
	r.Changed = append(r.Changed, out...)
}

// ends are the last step that was seen before the span, and the last one behind it that was seen in it; nil if there is none.
func (r *Report) ends(c *eventgraph.Chain) (was, now *eventgraph.Step) {
	for i := range c.Steps {
		switch s := &c.Steps[i]; {
		case s.Seen.Before(r.From):
			was, now = s, nil
		case s.Seen.Before(r.To):
			now = s
		}
	}
	return was, now
}

// revised reports whether the values of a day are steps of one chain, each up to another time: a toll that rises is no contradiction.
func revised(chains []eventgraph.Chain, k *eventgraph.Conflict) bool {
	return slices.ContainsFunc(chains, func(c eventgraph.Chain) bool {
		return c.Kind == k.Kind && !slices.ContainsFunc(k.Figures, func(f eventgraph.Figure) bool {
			return !slices.ContainsFunc(c.Steps, func(s eventgraph.Step) bool {
				return s.How != eventgraph.Contradicts && extract.Base(s.Value, s.Unit) == extract.Base(f.Value, f.Unit)
			})
		})
	})
}

// conflicts adds what sources tell otherwise, if one of them was seen in the span.
func (r *Report) conflicts(c *eventgraph.Card, e Event, told map[string]bool) {
	var out []Conflict
	for i := range c.Contradict {
		k := &c.Contradict[i]
		if !slices.ContainsFunc(k.Figures, func(f eventgraph.Figure) bool { return r.within(f.Seen) }) || revised(c.Chains, k) {
			continue
		}
		sides, pages := []Side{}, map[string]map[string]bool{}
		for n := range k.Figures {
			f := &k.Figures[n]
			if !f.Seen.Before(r.To) || f.Sentence == "" {
				continue
			}
			at := key(f.Kind, f.Value, f.Unit, "")
			if pages[at] == nil {
				pages[at] = map[string]bool{}
				sides = append(sides, Side{valueOf(f), toldBy(f, 0)})
			}
			pages[at][f.URL] = true
		}
		for n := range sides {
			sides[n].Sources = len(pages[key(sides[n].Kind, sides[n].Value.Value, sides[n].Unit, "")])
		}
		if len(sides) > 1 {
			for n := range k.Figures {
				told[key(k.Kind, k.Figures[n].Value, k.Figures[n].Unit, k.Figures[n].At)] = true
			}
			out = append(out, Conflict{Event: e, Kind: k.Kind, Day: k.Day, Where: k.Where, Sides: sides[:min(len(sides), mostSides)]})
		}
	}
	sorts.Stable(out, func(a, b Conflict) int { return rank(a.Kind) - rank(b.Kind) })
	out, r.LeftOut.Contradicted = first(out, mostOfEvent, r.LeftOut.Contradicted)
	r.Contradicted = append(r.Contradicted, out...)
}
