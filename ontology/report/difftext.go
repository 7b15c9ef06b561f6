package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// diffPrinter writes the parts of a difference.
type diffPrinter struct {
	w    io.Writer
	m    *message.Printer // of its language
	l    term.Layout
	lang string
	top  int
}

// name is a concept's name in both languages and its local name.
func (p *diffPrinter) name(r diff.Ref) string {
	name := refText(r, p.lang)
	if local := ontology.LocalName(r.IRI); local != name {
		name += " [" + local + "]"
	}
	return name
}

// refText is the name in the reader's language with the other in brackets. The
// layout makes it safe.
func refText(r diff.Ref, lang string) string {
	return simtext.Name(semsim.Ref{Zh: r.Zh, En: r.En}, lang)
}

func (p *diffPrinter) header(r *Comparison) {
	if r.Old.IRI == r.New.IRI && r.Old.Version == r.New.Version {
		return
	}
	p.l.Section(p.w, p.m.Text("The ontology itself"))
	for _, x := range []struct {
		what     english.Word
		old, new string
	}{
		{"IRI", r.Old.IRI, r.New.IRI}, {english.Word("version"), r.Old.Version, r.New.Version},
	} {
		if x.old != x.new {
			p.l.Item(p.w, 0, "~", p.m.Sprintf("%s: %s -> %s", x.what, or(x.old, english.Word("none")), or(x.new, english.Word("none"))))
		}
	}
}

// section begins a section with what it counts.
func (p *diffPrinter) section(title english.Word, n english.Phrase) {
	p.l.Section(p.w, p.m.Sprintf("%s: %v", title, n))
}

func (p *diffPrinter) concepts(title english.Word, mark string, list []diff.Concept) {
	if len(list) == 0 {
		return
	}
	p.section(title, english.Plural(len(list), "%d concept", "%d concepts"))
	for _, c := range list {
		line := p.name(c.Ref)
		if c.Core {
			line += p.m.Text(", core")
		}
		if c.Individual {
			line += p.m.Text(", individual")
		}
		p.l.Item(p.w, 0, mark, line)
		var also []string
		for _, t := range c.Labels {
			if t.Text != c.Zh && t.Text != c.En {
				also = append(also, t.Text)
			}
		}
		if len(also) > 0 {
			p.l.Item(p.w, 1, "=", strings.Join(also, ", "))
		}
		for _, e := range c.Relations {
			p.l.Item(p.w, 1, mark, p.edge(e))
		}
	}
}

func (p *diffPrinter) edge(e diff.Edge) string {
	relation := e.Relation
	if e.Property != "" {
		relation += "(" + ontology.LocalName(e.Property) + ")"
	}
	return fmt.Sprintf("%s -%s-> %s", refText(e.From, p.lang), relation, refText(e.To, p.lang))
}

func (p *diffPrinter) renamed(d *diff.Diff) {
	if len(d.Renamed)+len(d.Properties) == 0 {
		return
	}
	p.l.Section(p.w, p.m.Text("Under other IRIs"))
	for _, r := range d.Renamed {
		p.l.Item(p.w, 0, "~", p.m.Sprintf(string(recognised(r.Why)), refText(r.New, p.lang), r.Old.IRI, r.New.IRI))
	}
	for _, r := range d.Properties {
		p.l.Item(p.w, 0, "~", p.m.Sprintf("property %s -> %s", r.Old, r.New))
	}
}

// recognised is a format that says by what a concept was recognised.
func recognised(why diff.Reason) english.Word {
	switch why {
	case diff.SameLabels:
		return english.Word("%s: %s -> %s (recognised by its labels)")
	case diff.SharedName:
		return english.Word("%s: %s -> %s (recognised by its name)")
	case diff.SameLocalName:
		return english.Word("%s: %s -> %s (recognised by its local name)")
	}
	return english.Word("%s: %s -> %s (recognised by its place)")
}

func (p *diffPrinter) moved(list []diff.Move) {
	if len(list) == 0 {
		return
	}
	p.section(english.Word("Moved"), english.Plural(len(list), "%d concept", "%d concepts"))
	for _, m := range list {
		p.l.Item(p.w, 0, "~", p.m.Sprintf("%s: %s -> %s", p.name(m.Concept), p.list(m.Before), p.list(m.After)))
	}
}

func (p *diffPrinter) list(refs []diff.Ref) string {
	if len(refs) == 0 {
		return p.m.Text("no parent")
	}
	var names []string
	for _, r := range refs {
		names = append(names, refText(r, p.lang))
	}
	return strings.Join(names, ", ")
}

func (p *diffPrinter) texts(title english.Word, list []diff.TextChange) {
	if len(list) == 0 {
		return
	}
	p.section(title, english.Plural(len(list), "%d change", "%d changes"))
	of := ""
	for _, t := range list {
		if t.Concept.IRI != of {
			of = t.Concept.IRI
			p.l.Item(p.w, 0, "~", p.name(t.Concept))
		}
		switch {
		case t.Old == nil:
			p.l.Item(p.w, 1, "+", p.text(*t.New))
		case t.New == nil:
			p.l.Item(p.w, 1, "-", p.text(*t.Old))
		default:
			p.l.Item(p.w, 1, "~", p.text(*t.Old)+" -> "+p.text(*t.New))
		}
	}
}

func (p *diffPrinter) text(t diff.Text) string {
	s := strconv.Quote(term.Clip(t.Text, 100))
	if t.Lang != "" {
		s += "@" + t.Lang
	}
	if t.Kind != "preferred" {
		s += " (" + p.m.Text(t.Kind) + ")"
	}
	return s
}

// relations lists what the moves do not tell already.
func (p *diffPrinter) relations(d *diff.Diff) {
	moved := map[string]bool{}
	for _, m := range d.Moved {
		moved[m.Concept.IRI] = true
	}
	for _, r := range d.Renamed {
		if moved[r.New.IRI] {
			moved[r.Old.IRI] = true
		}
	}
	var rest []diff.RelationChange
	for _, r := range d.Relations {
		if r.Relation != ontology.IsA.String() || !moved[r.From.IRI] {
			rest = append(rest, r)
		}
	}
	if len(rest) == 0 {
		return
	}
	p.section(english.Word("Relations"), english.Plural(len(rest), "%d change", "%d changes"))
	for _, r := range rest {
		p.l.Item(p.w, 0, sign(r.Added), p.edge(r.Edge))
	}
}

func sign(added bool) string {
	if added {
		return "+"
	}
	return "-"
}

func (p *diffPrinter) marks(list []diff.MarkChange) {
	if len(list) == 0 {
		return
	}
	p.section(english.Word("Marks"), english.Plural(len(list), "%d change", "%d changes"))
	for _, m := range list {
		p.l.Item(p.w, 0, sign(m.Set), p.name(m.Concept)+": "+m.Mark)
	}
}

// crawl writes the effect of the difference on the crawl.
func (p *diffPrinter) crawl(r *Comparison) error {
	if r.Crawl == nil {
		if r.Differ {
			p.l.Section(p.w, p.m.Text("What it does to the crawl"))
			p.l.Note(p.w, p.m.Text(r.Note))
		}
		return nil
	}
	e := r.Crawl
	if len(e.Weights)+len(e.Lost)+len(e.Gained) == 0 {
		if r.Differ {
			p.l.Section(p.w, p.m.Text("What it does to the crawl"))
			p.l.Note(p.w, p.m.Sprintf("Nothing: weights and terms of the topic %s are the same.", topicText(e.NewTopic, p.lang)))
		}
		return nil
	}
	p.l.Section(p.w, p.m.Sprintf("What it does to the crawl for %s", topicText(e.NewTopic, p.lang)))
	if err := p.weights(e.Weights); err != nil {
		return err
	}
	p.terms(english.Word("Terms found no longer"), "-", e.Lost)
	p.terms(english.Word("Terms found anew"), "+", e.Gained)
	return nil
}

func topicText(refs []semsim.Ref, lang string) string {
	var names []string
	for _, r := range refs {
		names = append(names, simtext.Name(r, lang))
	}
	return strings.Join(names, ", ")
}

func (p *diffPrinter) weights(list []diff.WeightChange) error {
	if len(list) == 0 {
		p.l.Note(p.w, p.m.Text("All weights are the same."))
		return nil
	}
	t := &term.Table{Head: []string{"concept", ">before", ">after", ">change"}}
	for _, w := range list[:p.shown(len(list))] {
		t.Add(refText(w.Concept, p.lang), p.weight(w.Before), p.weight(w.After), fmt.Sprintf("%+.4f", w.Change()))
	}
	if err := p.l.Table(p.w, t); err != nil {
		return err
	}
	p.more(len(list), "… and %d more weights changed (--top 0 shows all)")
	return nil
}

func (p *diffPrinter) shown(n int) int {
	if p.top > 0 {
		return min(p.top, n)
	}
	return n
}

func (p *diffPrinter) more(n int, format string) {
	if left := n - p.shown(n); left > 0 {
		p.l.Note(p.w, p.m.Sprintf(format, left))
	}
}

func (p *diffPrinter) weight(x *float64) string {
	if x == nil {
		return p.m.Text("none")
	}
	return simtext.Fixed(*x)
}

func (p *diffPrinter) terms(title english.Word, mark string, list []diff.Term) {
	if len(list) == 0 {
		return
	}
	p.l.Section(p.w, p.m.Sprintf("%s: %d", title, len(list)))
	for _, t := range list[:p.shown(len(list))] {
		text := strconv.Quote(t.Text)
		if t.Lang != "" {
			text += "@" + t.Lang
		}
		p.l.Item(p.w, 0, mark, p.m.Sprintf("%s of %s", text, refText(t.Concept, p.lang)))
	}
	p.more(len(list), "… and %d more terms (--top 0 shows all)")
}
