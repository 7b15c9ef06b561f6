package eventgraph

import (
	"fmt"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
)

// onlyStorm is the one storm of a page, -1 if it names none or several.
func (b *Builder) onlyStorm(p *Page, n int, all []said) int {
	only := -1
	for i := range all {
		for j := range all[i].m.Storms {
			e := b.storm(&all[i].m.Storms[j], p, n)
			if only >= 0 && e != only {
				return -1
			}
			only = e
		}
	}
	return only
}

// storm returns the event that x means on page number n.
func (b *Builder) storm(x *extract.Storm, p *Page, n int) int {
	id := identify(b.table, x, p)
	e, ok := b.byKey[id.key()]
	if !ok {
		e = len(b.Events)
		key := id.Key
		b.byKey[id.key()] = e
		b.Events = append(b.Events, &Event{IRI: eventBase + id.path(), Classes: []string{namedStorm}, Storm: &key, Number: id.number})
		if id.Name != "" {
			b.Events[e].Names = append(b.Events[e].Names, label{id.Name, "en"})
		}
	}
	b.Events[e].join(n, id.why)
	return e
}

func (e *Event) join(page int, why string) {
	if k := len(e.Pages); k > 0 && e.Pages[k-1] == page { // pages come one after the other
		return
	}
	e.Pages = append(e.Pages, page)
	e.Joins = append(e.Joins, Join{page, why})
}

func (e *Event) class(iri string) {
	if !slices.Contains(e.Classes, iri) {
		e.Classes = append(e.Classes, iri)
	}
}

func (e *Event) name(text, lang string) {
	if text != "" && !slices.Contains(e.Names, label{text, lang}) && len(e.Names) < 20 {
		e.Names = append(e.Names, label{text, lang})
	}
}

// place adds a place that has a name.
func (e *Event) place(w where) {
	if len(e.Places) < 20 && !unnamed().MatchString(w.Text) && !slices.ContainsFunc(e.Places, func(o where) bool { return o.Text == w.Text || o.At != nil && o.At == w.At }) {
		e.Places = append(e.Places, w)
	}
}

// grades makes e an instance of the classes of the run's ontology that its storm words name.
func (b *Builder) grades(e *Event, words []extract.Word) {
	for _, w := range words {
		if extract.IsStorm(w.Class) {
			for _, c := range b.alias[w.Class] {
				e.class(c)
			}
		}
	}
}

// instance makes e one of class, and of the classes of the run's ontology that have its words.
func (b *Builder) instance(e *Event, class string) {
	e.class(class)
	for _, c := range b.alias[class] {
		e.class(c)
	}
}

// report returns the event that r tells of: a known one, or a new one.
func (b *Builder) report(l *lead, r *report) int {
	for _, h := range b.alike(l.n, r) {
		if why, ok := b.joins(h, r.kind, r.day, r.site); ok {
			b.tell(h, l.n, r, why)
			return h.event
		}
	}
	h := &hazard{family: r.kind.Kind, apart: r.kind.Apart, day: r.day, last: r.day, event: len(b.Events)}
	if r.day.Year == 0 || r.day.Month == 0 {
		h.page = l.p.URL
		b.undated[h.page] = append(b.undated[h.page], h)
	}
	b.hazards = append(b.hazards, h)
	b.Events = append(b.Events, &Event{Day: r.day.String()})
	b.tell(h, l.n, r, "the first report of it in this run")
	return h.event
}

// alike yields the events that r may be of.
func (b *Builder) alike(n int, r *report) (out []*hazard) {
	if r.day.Year == 0 || r.day.Month == 0 {
		return b.undated[b.Pages[n].URL]
	}
	for c := range around(r.day.time(), r.site) {
		out = append(out, b.near[c]...)
	}
	return out
}

// tell adds a report to h.
func (b *Builder) tell(h *hazard, n int, r *report, why string) {
	e := b.Events[h.event]
	e.join(n, why)
	b.instance(e, r.word.Class)
	if len(h.sites) < 20 && !slices.ContainsFunc(h.sites, r.site.same) {
		h.sites = append(h.sites, r.site)
		e.place(where{Text: r.site.text, At: r.site.at})
	}
	if r.day.apart(h.day) > 0 {
		h.day = r.day
	}
	if d := h.day.apart(r.day); h.last.apart(r.day) > 0 && d < 8 {
		h.last = r.day
	}
	e.Day, e.LastDay = h.day.String(), h.last.String()
	if h.page != "" {
		return
	}
	if c := cellOf(r.day.time(), r.site); !slices.Contains(b.near[c], h) {
		b.near[c] = append(b.near[c], h)
	}
}

// Finish gives events without a name their IRIs. It must be called once, after the last Add.
func (b *Builder) Finish() {
	b.settle()
	used := make(map[string]int)
	for _, h := range b.hazards {
		e := b.Events[h.event]
		path := h.path()
		if used[path]++; used[path] > 1 {
			path = fmt.Sprintf("%s-%d", path, used[path])
		}
		e.IRI = eventBase + path
	}
}

// settle joins storms of pages without a date with the storm of that name whose season is known,
// if this run knows only one.
func (b *Builder) settle() {
	known := make(map[string][]int)
	for i, e := range b.Events {
		if e.Storm != nil && e.Storm.Year > 0 && e.Storm.Name != "" {
			known[e.Storm.Name] = append(known[e.Storm.Name], i)
		}
	}
	to := make([]int, len(b.Events))
	for i, e := range b.Events {
		to[i] = i
		if e.Storm == nil || e.Storm.Year > 0 || len(known[e.Storm.Name]) != 1 {
			continue
		}
		to[i] = known[e.Storm.Name][0]
		b.Events[to[i]].take(e, fmt.Sprintf("name %s on a page without a date: the only season of it in this run is %d", e.Storm.Name, b.Events[to[i]].Storm.Year)) // not translated: stands in the graph, in English
	}
	b.renumber(to)
}

// renumber keeps the events i with to[i] == i. What is of another one is of to[i] from now on; -1: of none.
func (b *Builder) renumber(to []int) {
	at := make([]int, len(b.Events))
	var kept []*Event
	for i, e := range b.Events {
		if to[i] == i {
			at[i] = len(kept)
			kept = append(kept, e)
		}
	}
	for i := range b.Statements {
		if s := &b.Statements[i]; s.Event >= 0 {
			if s.Event = to[s.Event]; s.Event >= 0 {
				s.Event = at[s.Event]
			}
		}
	}
	for _, h := range b.hazards {
		if h.event = to[h.event]; h.event >= 0 {
			h.event = at[h.event]
		}
	}
	b.Events = kept
}

// take adds the pages and names of o, which is e for the reason why.
func (e *Event) take(o *Event, why string) {
	for _, p := range o.Pages {
		if !slices.Contains(e.Pages, p) {
			e.Pages = append(e.Pages, p)
			e.Joins = append(e.Joins, Join{p, why})
		}
	}
	for _, n := range o.Names {
		e.name(n.Text, n.Lang)
	}
}
