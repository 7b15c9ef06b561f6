package coverage

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

// Hints are sentences on what a person should look at, the most useful first.
func (r *Report) Hints() []string { return r.hints(nil) }

// hints returns Hints in the language of p.
func (r *Report) hints(p *message.Printer) []string {
	var out []string
	say := func(x english.Phrase) { out = append(out, p.Say(x)) }
	for _, l := range r.Languages {
		switch {
		case l.Lang == "" || l.Pages == 0:
		case l.Labels == 0:
			say(english.Phrasef("Pages in %q: %d, and the ontology has no label in it, so they cannot be found. Add labels, at least of the core concepts.", l.Lang, l.Pages))
		case l.Core < l.Cores:
			say(english.Phrasef("Pages in %q: %d, and only %d of %d core concepts have a label in it.", l.Lang, l.Pages, l.Core, l.Cores))
		}
	}
	if len(r.Words) > 0 {
		say(english.Phrasef("Pages that are surely relevant also say %s: no label has these words. Add those that mean a concept.", wordList(r.Words)))
	}
	out = append(out, r.calledHints(p)...)
	for i := range r.Concepts {
		if h := r.Concepts[i].misleading(p); h != "" {
			out = append(out, h)
		}
	}
	out = append(out, r.weakLabels(p)...)
	for i := range r.Concepts {
		if h := r.Concepts[i].markHint(p); h != "" {
			out = append(out, h)
		}
	}
	for i := range r.Concepts {
		if x := &r.Concepts[i]; x.Core && x.Pages == 0 && r.Pages > 0 {
			say(english.Phrasef("%s is core and was never found (%s).", x.Name, labelList(p, x.Labels)))
		}
	}
	return out
}

// misleading tells of hosts where a core concept stands alone on refused pages.
func (x *Concept) misleading(p *message.Printer) string {
	if !x.Core || len(x.Misleads) == 0 {
		return ""
	}
	var hosts []string
	for _, h := range x.Misleads {
		hosts = append(hosts, fmt.Sprintf("%s (%d)", h.Host, h.Pages))
	}
	return p.Sprintf("%s stands alone on %d pages that were refused, most on %s: does it mean something else there? It was found as %s.",
		x.Name, x.Alone-x.AloneRelevant, strings.Join(hosts, ", "), labelList(p, x.Labels))
}

// A label of a core concept is weak if it is on manyPages pages or more, and relevant are
// so few of them, compared with the pages that mention the topic.
const (
	manyPages = 20
	weakShare = 1.0 / 3
)

// weakLabels tells of labels of core concepts whose pages are seldom relevant.
func (r *Report) weakLabels(p *message.Printer) (out []string) {
	for i := range r.Concepts {
		x := &r.Concepts[i]
		for _, l := range x.Labels {
			if x.Core && l.Pages >= manyPages && l.Relevant*r.Mention <= int(weakShare*float64(r.Relevant*l.Pages)) {
				out = append(out, p.Sprintf("%q, a label of %s (core), is on %d pages, %d of them relevant: does it mean something else?", l.Text, x.Name, l.Pages, l.Relevant))
			}
		}
	}
	return out
}

// markHint tells of a core mark that the learned words doubt or offer, and what a missing one costs.
func (x *Concept) markHint(p *message.Printer) string {
	effect := ""
	if x.Flip != nil {
		effect = p.Sprintf(" (Relevant pages: %s.)", x.Flip)
	}
	switch x.Mark {
	case "doubt":
		return p.Sprintf("%s is core, but the words of the topic go with few of its %d pages: take the mark away?%s", x.Name, x.Pages, effect)
	case "offer":
		return p.Sprintf("%s is not core, and the words of the topic go with its %d pages as with those of core concepts: mark it?%s", x.Name, x.Pages, effect)
	}
	if f := x.Flip; !x.Core && f != nil && f.Named >= fewNamed {
		return p.Sprintf("%s is not core: for want of the mark %d pages are refused whose title or headline names it, such as %s. Mark it, if a page about it alone is about your topic.", x.Name, f.Named, f.Examples[0])
	}
	return ""
}

// fewNamed refused pages that name a concept are told of as the cost of a missing mark.
const fewNamed = 3

// noChange names the commonest outcome of another mark.
const noChange = "no change"

// String says what the other mark would change.
func (f *flip) String() string {
	switch {
	case f.Gained == 0 && f.Lost == 0:
		return noChange
	case f.Lost == 0:
		return fmt.Sprintf("+%d", f.Gained)
	case f.Gained == 0:
		return fmt.Sprintf("-%d", f.Lost)
	}
	return fmt.Sprintf("+%d -%d", f.Gained, f.Lost)
}

// Message implements [english.Sentence].
func (f *flip) Message() english.Phrase { return english.Phrasef("%s", english.Word(f.String())) }

// mostCalled are named in a line.
const mostCalled = 8

// calledHints tell of names that pages call by a concept, in the order of the first name of each.
func (r *Report) calledHints(p *message.Printer) (out []string) {
	by := map[string][]string{}
	var order []string
	for _, n := range r.Names {
		if by[n.Concept] == nil {
			order = append(order, n.Concept)
		}
		by[n.Concept] = append(by[n.Concept], p.Sprintf("%s (%d pages)", n.Name, n.Pages))
	}
	for _, concept := range order {
		list := by[concept]
		more := ""
		if n := len(list) - mostCalled; n > 0 {
			list, more = list[:mostCalled], p.Sprintf(" and %d more", n)
		}
		out = append(out, p.Sprintf("Pages call these by %s: %s%s. Add them? (ontocrawl ontology enrich)", concept, strings.Join(list, ", "), more))
	}
	return out
}

func wordList(words []Word) string {
	var list []string
	for _, w := range words[:min(len(words), 3*mostNamed)] {
		list = append(list, w.Word)
	}
	return strings.Join(list, ", ")
}

// labelList names the labels with most pages, then those that were not found.
func labelList(p *message.Printer, labels []label) string {
	var list []string
	for i, l := range labels {
		if i == mostNamed {
			list = append(list, p.Sprintf("%d more", len(labels)-i))
			break
		}
		if l.Pages > 0 {
			list = append(list, p.Sprintf("%q on %d pages", l.Text, l.Pages))
		} else {
			list = append(list, fmt.Sprintf("%q", l.Text))
		}
	}
	if len(list) == 0 {
		return p.Text("no label")
	}
	return strings.Join(list, ", ")
}
