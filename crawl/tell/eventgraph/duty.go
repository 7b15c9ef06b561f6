package eventgraph

import (
	"slices"
	"strings"
)

// mostLogged is how much of what people did about an event is shown.
const mostLogged = 200

// changing is how many decisions change a graph.
func changing(all []Decision) (n int) {
	for i := range all {
		if !all[i].What.IsDuty() {
			n++
		}
	}
	return n
}

// recall notes at each event the other IRIs by which people decided about it: one that has another first day by now is the same to who
// works on it.
func (b *Builder) recall(all []Decision) {
	done := make(map[string]bool)
	for i := range all {
		id := &all[i].Event
		if done[id.IRI] {
			continue
		}
		done[id.IRI] = true
		for _, k := range b.known(id) {
			if e := b.Events[k]; e.IRI != id.IRI {
				e.was = append(e.was, id.IRI)
			}
		}
	}
}

// Acted returns c with what people did about its events, by the decisions of the run in dir.
func (c *Cards) Acted(dir string) (*Cards, error) {
	all, _, err := readDecisions(dir)
	return c.acted(all), err
}

// acted is c with what people did. c itself, which others may read, does not change.
func (c *Cards) acted(all []Decision) *Cards {
	if len(all) == 0 {
		return c
	}
	of := make(map[string][]int)
	for i := range all {
		of[all[i].Event.IRI] = append(of[all[i].Event.IRI], i)
	}
	out := *c
	out.Cards = slices.Clone(c.Cards)
	for i := range out.Cards {
		card := &out.Cards[i]
		at := slices.Clone(of[card.IRI])
		for _, iri := range card.Known.Was {
			at = append(at, of[iri]...)
		}
		slices.Sort(at) // in the order of the file
		for _, k := range slices.Compact(at) {
			card.act(&all[k])
		}
		card.Log = card.Log[max(0, len(card.Log)-mostLogged):]
	}
	return &out
}

// With names the person who works on c, else those who have seen it.
func (c *Card) With() string {
	if c.Assigned != nil {
		return c.Assigned.To
	}
	var all []string
	for _, d := range c.Acknowledged {
		all = append(all, d.By)
	}
	return strings.Join(all, ", ")
}

// act adds what a person did about c.
func (c *Card) act(d *Decision) {
	done := *d.decided()
	switch d.What {
	case Acknowledge:
		if i := slices.IndexFunc(c.Acknowledged, func(o Decided) bool { return o.By == d.By }); i >= 0 {
			c.Acknowledged[i] = done
		} else {
			c.Acknowledged = append(c.Acknowledged, done)
		}
	case Assign:
		if c.Assigned = nil; d.To != "" {
			c.Assigned = &done
		}
	}
	done.Fact, done.Value = d.Fact, d.Value
	c.Log = append(c.Log, done)
}
