package eventgraph

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
)

// ahead is how far after its page a time may lie: the next season. Beyond it a number was read
// wrongly, or the page is not meant seriously.
const ahead = 400 * 24 * time.Hour

// doubtTime says why t cannot be meant by page p.
func doubtTime(t extract.Time, p *Page) string {
	at := p.now()
	if t.Resolved() && !at.IsZero() && t.From.Sub(at) > ahead {
		return fmt.Sprintf("%s lies %.0f days after the page", t, t.From.Sub(at).Hours()/24) // not translated: stands in the graph, in English
	}
	return ""
}

// now is when the page spoke: its date, else when it was fetched.
func (p *Page) now() time.Time {
	if !p.Published.IsZero() {
		return p.Published
	}
	return p.Fetched
}

// contradiction is a figure of one event for one day and place of which statements differ.
type contradiction struct {
	Event      int
	Kind       string
	Day        string
	Place      string
	Statements []int
}

// same is the part of two values in which they may differ, as by a conversion of units.
const same = .02

// contradictions finds figures that differ.
func contradictions(all []Statement, pages []Page, evidence []Evidence) []contradiction {
	groups := make(map[string]*contradiction)
	var order []*contradiction
	for i := range all {
		s := &all[i]
		if s.Event < 0 || s.Unit == "" || s.Doubt != "" || s.Part || !s.Modality.IsReal() || s.Kind == string(extract.Aftershock) { // there are many
			continue
		}
		p := &pages[evidence[s.Evidence].Page]
		d := day(s.When, p)
		if d.IsZero() || p.Earlier {
			continue
		}
		g := contradiction{Event: s.Event, Kind: s.Kind, Day: d.Format(time.DateOnly)}
		if s.Where != nil {
			g.Place = s.Where.name()
		}
		key := fmt.Sprint(g.Event, g.Kind, g.Day, g.Place)
		if groups[key] == nil {
			groups[key] = &g
			order = append(order, &g)
		}
		groups[key].Statements = append(groups[key].Statements, i)
	}
	var out []contradiction
	for _, g := range order {
		if differ(all, g.Statements) {
			out = append(out, *g)
		}
	}
	return out
}

// differ reports whether the values of statements are more than one.
func differ(all []Statement, which []int) bool {
	values := make([]float64, len(which))
	for i, n := range which {
		values[i] = extract.Base(all[n].Value, all[n].Unit)
	}
	least, most := slices.Min(values), slices.Max(values)
	return most-least > same*math.Max(math.Abs(most), math.Abs(least)) && most != least
}

// name is a place's own name, by which two mentions of it are one.
func (w *where) name() string {
	if w.At != nil {
		return w.At.IRI()
	}
	return w.Text
}

// byNumber compares events for output.
func byNumber(a, b *Event) int { return cmp.Compare(a.IRI, b.IRI) }
