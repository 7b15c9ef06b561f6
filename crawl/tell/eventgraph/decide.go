package eventgraph

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Identity tells an event again when its pages are read anew: another first day or place gives it another IRI.
type Identity struct {
	IRI   string   `json:"iri"`
	Kind  string   `json:"kind"`
	Day   string   `json:"day,omitempty"` // first and last day of one without a name
	Last  string   `json:"last,omitempty"`
	Sites []string `json:"sites,omitempty"` // its places: their IRIs, or as a page writes them
	Was   []string `json:"was,omitempty"`   // other IRIs by which people decided about it
}

// Decided says who decided what about an event or a fact.
type Decided struct {
	What  Verb      `json:"what"`
	By    string    `json:"by,omitempty"`
	At    time.Time `json:"at"`
	To    string    `json:"to,omitempty"`   // whom it was assigned to
	Fact  string    `json:"fact,omitempty"` // that was meant; in a log only
	Note  string    `json:"note,omitempty"`
	Was   *float64  `json:"was,omitempty"`   // the value that a corrected fact had
	Value *float64  `json:"value,omitempty"` // that it has; in a log only
}

// Aside is an event that a person refused or merged: it has no card. Its id is for who takes that back.
type Aside struct {
	ID      string   `json:"id"`
	IRI     string   `json:"iri"`
	Kind    string   `json:"kind"`
	Names   []Named  `json:"names"`
	Places  []string `json:"places"`
	Begin   string   `json:"begin,omitempty"`
	Decided Decided  `json:"decided"`
}

func (d *Decision) decided() *Decided {
	return &Decided{What: d.What, By: d.By, At: d.At, To: d.To, Note: d.Note}
}

func (e *Event) identity() Identity {
	id := Identity{IRI: e.IRI, Kind: e.Kind(), Day: e.Day, Last: e.LastDay, Was: e.was}
	for i := range e.Places {
		id.Sites = append(id.Sites, e.Places[i].name())
	}
	return id
}

// is reports whether e has the address of id, and nothing says that it is a namesake.
func (id *Identity) is(e *Event) bool {
	return e.IRI == id.IRI && (len(id.Sites) == 0 || len(e.Places) == 0 || id.at(e))
}

// at reports whether e is at a place of id.
func (id *Identity) at(e *Event) bool {
	return slices.ContainsFunc(e.Places, func(w where) bool { return slices.Contains(id.Sites, w.name()) })
}

// like reports whether e, which has another address, is the event of id: reports of both would be joined.
func (b *Builder) like(id *Identity, e *Event) bool {
	if e.Storm != nil || e.parted || !b.kinds.Kin(id.Kind, e.Kind()) || !id.at(e) || len(e.Classes) == 0 {
		return false
	}
	h := b.kinds.Of(e.Classes[0])
	var days [4]time.Time
	for i, text := range []string{id.Day, id.Last, e.Day, e.LastDay} {
		day, err := time.Parse(time.DateOnly, text)
		if err != nil || h == nil {
			return false
		}
		days[i] = day
	}
	apart := time.Duration(h.Apart) * 24 * time.Hour
	return !days[2].After(days[1].Add(apart)) && !days[0].After(days[3].Add(apart))
}

// known are the events of id: the one that has its address, else those that are like it.
func (b *Builder) known(id *Identity) (out []int) {
	for i, e := range b.Events {
		if id.is(e) {
			return []int{i}
		}
		if b.like(id, e) {
			out = append(out, i)
		}
	}
	return out
}

// Decide lets what people decided about the run in dir win over what its pages say. It must be called once, behind
// [Builder.Finish]. The error is a *[atomicfile.RestoredError] if the file was damaged, and all counts.
func (b *Builder) Decide(dir string) error {
	all, restored, err := readDecisions(dir)
	if err != nil {
		return err
	}
	b.decide(all)
	return restored
}

func (b *Builder) decide(all []Decision) {
	b.decisions = changing(all)
	b.recall(all)
	all = inForce(all)
	for i := range all {
		if d := &all[i]; d.What == Split {
			for _, e := range b.known(&d.Event) {
				b.part(e, d.Pages)
			}
		}
	}
	to, by := make([]int, len(b.Events)), make([]*Decision, len(b.Events))
	for i := range to {
		to[i] = i
	}
	for i := range all {
		d := &all[i]
		if d.Fact != "" || d.What == Split {
			continue
		}
		for _, e := range b.known(&d.Event) {
			target := e
			if d.What == Refuse {
				target = -1
			} else if d.What == Merge {
				if target = d.into(b); target < 0 || target == e {
					continue
				}
			}
			to[e], by[e] = target, d
		}
	}
	b.settleDecided(to, by)
	b.decideFacts(all)
}

// into is the event that a merged one is, -1 if there is none.
func (d *Decision) into(b *Builder) int {
	if at := b.known(d.Into); len(at) > 0 {
		return at[0]
	}
	return -1
}

// inForce are the decisions that no later one of the same thing replaces or takes back, in order.
func inForce(all []Decision) (out []Decision) {
	for _, d := range all {
		if d.What.IsDuty() {
			continue
		}
		out = slices.DeleteFunc(out, func(o Decision) bool {
			return o.Event.IRI == d.Event.IRI && o.Fact == d.Fact && (d.What == Withdraw || d.What != Split && o.What != Split)
		})
		if d.What != Withdraw {
			out = append(out, d)
		}
	}
	return out
}

// settleDecided takes events out that people refused, and joins those that they merged.
func (b *Builder) settleDecided(to []int, by []*Decision) {
	for i, e := range b.Events {
		if by[i] == nil {
			continue
		}
		if e.decided = by[i].decided(); to[i] != i {
			a := Aside{ID: hash(e.IRI), IRI: e.IRI, Kind: e.Kind(), Names: []Named{}, Places: []string{}, Begin: e.Day, Decided: *e.decided}
			for _, n := range e.Names {
				a.Names = append(a.Names, Named(n))
			}
			for i := range e.Places {
				a.Places = append(a.Places, e.Places[i].Text)
			}
			b.aside = append(b.aside, a)
		}
	}
	for i := range to {
		if to[i] = last(to, i); to[i] >= 0 && to[i] != i {
			b.Events[to[i]].merge(b.Events[i])
		}
	}
	b.renumber(to)
}

// last is where a chain of merges that begins at i ends: -1 at an event that was refused, and at the first one of a circle.
func last(to []int, i int) int {
	least := i
	for range to {
		if i < 0 || to[i] == i {
			return i
		}
		i = to[i]
		least = min(least, i)
	}
	return least
}

// merge adds what is known of o, which a person says is e.
func (e *Event) merge(o *Event) {
	const why = "a person said that it is this event" // not translated: stands in the graph, in English
	e.take(o, why)
	e.was = append(append(e.was, o.IRI), o.was...)
	for _, c := range o.Classes {
		e.class(c)
	}
	for _, w := range o.Places {
		e.place(w)
	}
	if len(e.Day) == len(o.Day) && e.Day > o.Day {
		e.Day = o.Day
	}
	if len(e.LastDay) == len(o.LastDay) && e.LastDay < o.LastDay {
		e.LastDay = o.LastDay
	}
}

// part makes an event of its own of what pages tell of event i, unless no other page tells of it.
func (b *Builder) part(i int, pages []string) {
	e, of := b.Events[i], func(page int) bool { return slices.Contains(pages, b.Pages[page].URL) }
	if !slices.ContainsFunc(e.Pages, of) || !slices.ContainsFunc(e.Pages, func(p int) bool { return !of(p) }) {
		return
	}
	urls := slices.Sorted(slices.Values(pages))
	o := &Event{IRI: e.IRI + "-" + hash(strings.Join(urls, "\x00")), Classes: slices.Clone(e.Classes), Day: e.Day, LastDay: e.LastDay, parted: true}
	e.Pages = slices.DeleteFunc(e.Pages, func(p int) bool {
		if of(p) {
			o.join(p, "a person said that it is another event") // not translated: stands in the graph, in English
		}
		return of(p)
	})
	e.Joins = slices.DeleteFunc(e.Joins, func(j Join) bool { return of(j.Page) })
	n := len(b.Events)
	b.Events = append(b.Events, o)
	for k := range b.Statements {
		if s := &b.Statements[k]; s.Event == i && of(b.Evidence[s.Evidence].Page) {
			if s.Event = n; s.Where != nil {
				o.place(*s.Where)
			}
		}
	}
}

// factID is the same for a fact in each reading of its sentence, on whatever page.
func (b *Builder) factID(s *Statement) string {
	key := fmt.Sprint(s.Kind, "\x00", s.Value, "\x00", s.Unit, "\x00", b.Evidence[s.Evidence].Text)
	if w := s.Warning; w != nil {
		key += fmt.Sprint("\x00", w.About, w.Colour, w.Lifted)
	}
	return hash(key)
}

// decideFacts changes the facts about which people decided. What they refused is doubted, as they doubt it.
func (b *Builder) decideFacts(all []Decision) {
	facts := make(map[string]*Decision)
	for i := range all {
		if all[i].Fact != "" {
			facts[all[i].Fact] = &all[i]
		}
	}
	if len(facts) == 0 {
		return
	}
	for i := range b.Statements {
		s := &b.Statements[i]
		id := b.factID(s)
		d := facts[id]
		if d == nil {
			continue
		}
		if s.decided, s.id = d.decided(), id; d.What == Refuse {
			s.Doubt = strings.TrimSpace("refused by a person: " + d.By) // not translated: stands in the graph, in English
			continue
		}
		if s.Doubt, s.Trust = "", 1; d.What == Correct {
			was := s.Value
			s.decided.Was, s.Value = &was, *d.Value
			if d.Unit != "" {
				s.Unit = d.Unit
			}
		}
	}
}
