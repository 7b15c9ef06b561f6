package eventgraph

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
)

// Telling has the events that one page, read alone, tells of. The JSON names are an interface.
type Telling struct {
	Events []Told     `json:"events"`
	Loose  []ToldFact `json:"loose"` // facts whose event is not clear
}

// Told is an event as one page tells it.
type Told struct {
	Kind  []string   `json:"kind"`  // of the table of hazards; "storm" first for one with a name
	Day   []string   `json:"day"`   // the first ones that it gives: 2026-08-03, --08-03 if nobody says the year, ---03 nor the month
	Place []string   `json:"place"` // as the page writes them, the one of the anchor first
	Name  []string   `json:"name,omitempty"`
	Facts []ToldFact `json:"facts"`
}

// ToldFact is a figure in the unit that its kind is compared in.
type ToldFact struct {
	Kind     string  `json:"kind"`
	Value    float64 `json:"value"`
	Unit     string  `json:"unit,omitempty"`
	Bound    string  `json:"bound,omitempty"` // ">=", "<=" or "~": the number is not exact
	Part     bool    `json:"part,omitempty"`  // of another number: of whom 18 seriously
	Modality string  `json:"modality"`        // observed, forecast, warned, hypothetical, normal, denied
	When     string  `json:"when,omitempty"`  // as the page writes it
	Where    string  `json:"where,omitempty"`
	Measured bool    `json:"measured,omitempty"`  // at where, or from it: it may have happened elsewhere
	LinkedBy string  `json:"linked_by,omitempty"` // "sentence", "page"
	Sentence string  `json:"sentence"`
}

// HasStorm reports whether an event is a storm with a name or number.
func (t *Telling) HasStorm() bool {
	return slices.ContainsFunc(t.Events, func(e Told) bool { return len(e.Kind) > 0 && e.Kind[0] == "storm" })
}

// mostTold bounds the days and places of an event.
const mostTold = 5

// Telling returns what the pages of b tell together; b must be finished.
func (b *Builder) Telling() *Telling {
	out := &Telling{Events: make([]Told, len(b.Events)), Loose: []ToldFact{}}
	for i, e := range b.Events {
		out.Events[i] = b.told(i, e)
	}
	for i := range b.Statements {
		s := &b.Statements[i]
		if s.Unit == "" || s.Doubt != "" {
			continue
		}
		f := b.toldFact(s)
		if s.Event < 0 {
			out.Loose = append(out.Loose, f)
			continue
		}
		e := &out.Events[s.Event]
		e.Facts = append(e.Facts, f)
	}
	return out
}

func (b *Builder) told(i int, e *Event) Told {
	t := Told{Kind: b.kindsOf(e), Day: []string{}, Place: []string{}, Facts: []ToldFact{}}
	for _, n := range e.Names {
		t.Name = append(t.Name, n.Text)
	}
	t.day(e.Day)
	t.day(e.LastDay)
	for _, w := range e.Places {
		t.place(w.Text)
	}
	for k := range b.Statements {
		s := &b.Statements[k]
		if s.Event != i || s.Link != "sentence" {
			continue
		}
		if s.Where != nil {
			t.place(s.Where.Text)
		}
		if s.When != nil && e.Storm != nil && s.When.day.Day > 0 {
			t.day(s.When.day.String())
		}
	}
	return t
}

func (t *Told) day(day string) {
	if day != "" && len(t.Day) < mostTold && !slices.Contains(t.Day, day) {
		t.Day = append(t.Day, day)
	}
}

// kindsOf are the kinds of the classes of e, the one of its IRI first.
func (b *Builder) kindsOf(e *Event) []string {
	kinds := []string{e.Kind()}
	for _, c := range e.Classes {
		if h := b.kinds.Of(c); h != nil && !slices.Contains(kinds, h.Kind) {
			kinds = append(kinds, h.Kind)
		}
	}
	return kinds
}

func (t *Told) place(text string) {
	if len(t.Place) < mostTold && !slices.Contains(t.Place, text) {
		t.Place = append(t.Place, text)
	}
}

// toldFact is a figure in the names and units of this form.
func (b *Builder) toldFact(s *Statement) ToldFact {
	f := ToldFact{Kind: strings.TrimPrefix(property(s.Kind), eventNS), Value: s.Value, Unit: s.Unit, Bound: s.Bound, Part: s.Part, Modality: string(s.Modality), Sentence: clip(b.Evidence[s.Evidence].Text)}
	if s.Event >= 0 {
		f.LinkedBy = s.Link
	}
	if s.When != nil {
		f.When = s.When.Text
	}
	if s.Where != nil {
		f.Where, f.Measured = s.Where.Text, s.Where.Measured
	}
	switch extract.Kind(s.Kind) {
	case extract.Wind:
		f.Value, f.Unit = extract.Base(s.Value, s.Unit), "m/s"
	case extract.Movement:
		f.Value, f.Unit = extract.Base(s.Value, s.Unit)*3.6, "km/h"
	case extract.Rain:
		f.Value, f.Unit = extract.Base(s.Value, s.Unit), "mm"
	case extract.Height:
		f.Value, f.Unit = extract.Base(s.Value, s.Unit), "m"
	case extract.Depth:
		f.Kind, f.Value, f.Unit = "depth", extract.Base(s.Value, s.Unit), "km"
	case extract.Displaced:
		f.Kind = "evacuated"
	case extract.Loss:
		f.Kind = "loss"
	}
	return f
}
