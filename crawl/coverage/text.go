package coverage

import (
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/term"
)

// shortRows is how many rows of a table, and shortHints how many hints, are shown
// without all.
const (
	shortRows  = 15
	shortHints = 8
	mostNamed  = 3 // names, words or labels in a line
)

// Write writes the report as text, the most useful first; all shows every row.
func (r *Report) Write(w io.Writer, all bool) error {
	fmt.Fprintf(w, "%s: %d pages, %d mention the topic, %d are relevant (%s, phi %.2f)\n",
		term.Safe(r.Run), r.Pages, r.Mention, r.Relevant, term.Safe(r.Judge), r.Phi)
	if n := r.Pages - r.Rejudged; n > 0 && !r.NoMarks {
		fmt.Fprintf(w, "The text of %d pages is not kept: what another mark would change is not known of them.\n", n)
	}
	hints := r.Hints()
	if len(hints) > 0 {
		fmt.Fprintln(w, "\nTo look at:")
	}
	for i, h := range hints {
		if i == shortHints && !all {
			fmt.Fprintf(w, "  … and %d more (--all)\n", len(hints)-i)
			break
		}
		fmt.Fprintf(w, "  - %s\n", term.Safe(h))
	}
	if err := r.writeConcepts(w, all); err != nil {
		return err
	}
	if err := r.writeLanguages(w, all); err != nil {
		return err
	}
	if !all {
		return nil
	}
	return r.writeLabels(w)
}

// Hints are sentences on what a person should look at, the most useful first.
func (r *Report) Hints() []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, l := range r.Languages {
		switch {
		case l.Lang == "" || l.Pages == 0:
		case l.Labels == 0:
			say("Pages in %q: %d, and the ontology has no label in it, so they cannot be found. Add labels, at least of the core concepts.", l.Lang, l.Pages)
		case l.Core < l.Cores:
			say("Pages in %q: %d, and only %d of %d core concepts have a label in it.", l.Lang, l.Pages, l.Core, l.Cores)
		}
	}
	if len(r.Words) > 0 {
		say("Pages that are surely relevant also say %s: no label has these words. Add those that mean a concept.", wordList(r.Words))
	}
	out = append(out, r.calledHints()...)
	for i := range r.Concepts {
		if h := r.Concepts[i].misleading(); h != "" {
			out = append(out, h)
		}
	}
	out = append(out, r.weakLabels()...)
	for i := range r.Concepts {
		if h := r.Concepts[i].markHint(); h != "" {
			out = append(out, h)
		}
	}
	for i := range r.Concepts {
		if x := &r.Concepts[i]; x.Core && x.Pages == 0 && r.Pages > 0 {
			say("%s is core and was never found (%s).", x.Name, labelList(x.Labels))
		}
	}
	return out
}

// misleading tells of hosts where a core concept stands alone on refused pages.
func (x *Concept) misleading() string {
	if !x.Core || len(x.Misleads) == 0 {
		return ""
	}
	var hosts []string
	for _, h := range x.Misleads {
		hosts = append(hosts, fmt.Sprintf("%s (%d)", h.Host, h.Pages))
	}
	return fmt.Sprintf("%s stands alone on %d pages that were refused, most on %s: does it mean something else there? It was found as %s.",
		x.Name, x.Alone-x.AloneRelevant, strings.Join(hosts, ", "), labelList(x.Labels))
}

// A label of a core concept is weak if it is on manyPages pages or more, and relevant are
// so few of them, compared with the pages that mention the topic.
const (
	manyPages = 20
	weakShare = 1.0 / 3
)

// weakLabels tells of labels of core concepts whose pages are seldom relevant.
func (r *Report) weakLabels() (out []string) {
	for i := range r.Concepts {
		x := &r.Concepts[i]
		for _, l := range x.Labels {
			if x.Core && l.Pages >= manyPages && l.Relevant*r.Mention <= int(weakShare*float64(r.Relevant*l.Pages)) {
				out = append(out, fmt.Sprintf("%q, a label of %s (core), is on %d pages, %d of them relevant: does it mean something else?", l.Text, x.Name, l.Pages, l.Relevant))
			}
		}
	}
	return out
}

// markHint tells of a core mark that the learned words doubt or offer.
func (x *Concept) markHint() string {
	effect := ""
	if x.Flip != nil {
		effect = fmt.Sprintf(" (Relevant pages: %s.)", x.Flip.String())
	}
	switch x.Mark {
	case "doubt":
		return fmt.Sprintf("%s is core, but the words of the topic go with few of its %d pages: take the mark away?%s", x.Name, x.Pages, effect)
	case "offer":
		return fmt.Sprintf("%s is not core, and the words of the topic go with its %d pages as with those of core concepts: mark it?%s", x.Name, x.Pages, effect)
	}
	return ""
}

// String says what the other mark would change.
func (f *Flip) String() string {
	switch {
	case f.Gained == 0 && f.Lost == 0:
		return "no change"
	case f.Lost == 0:
		return fmt.Sprintf("+%d", f.Gained)
	case f.Gained == 0:
		return fmt.Sprintf("-%d", f.Lost)
	}
	return fmt.Sprintf("+%d -%d", f.Gained, f.Lost)
}

// mostCalled are named in a line.
const mostCalled = 8

// calledHints tell of names that pages call by a concept, in the order of the first name of each.
func (r *Report) calledHints() (out []string) {
	by := map[string][]string{}
	var order []string
	for _, n := range r.Names {
		if by[n.Concept] == nil {
			order = append(order, n.Concept)
		}
		by[n.Concept] = append(by[n.Concept], fmt.Sprintf("%s (%d pages)", n.Name, n.Pages))
	}
	for _, concept := range order {
		list := by[concept]
		more := ""
		if n := len(list) - mostCalled; n > 0 {
			list, more = list[:mostCalled], fmt.Sprintf(" and %d more", n)
		}
		out = append(out, fmt.Sprintf("Pages call these by %s: %s%s. Add them? (ontocrawl ontology enrich)", concept, strings.Join(list, ", "), more))
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
func labelList(labels []Label) string {
	var list []string
	for i, l := range labels {
		if i == mostNamed {
			list = append(list, fmt.Sprintf("%d more", len(labels)-i))
			break
		}
		if l.Pages > 0 {
			list = append(list, fmt.Sprintf("%q on %d pages", l.Text, l.Pages))
		} else {
			list = append(list, fmt.Sprintf("%q", l.Text))
		}
	}
	if len(list) == 0 {
		return "no label"
	}
	return strings.Join(list, ", ")
}

func (r *Report) writeConcepts(w io.Writer, all bool) error {
	fmt.Fprint(w, "\nConcepts (alone: on pages that mention no other; other mark: relevant pages won and lost)\n")
	t := &term.Table{Head: []string{"", "concept", ">pages", ">relevant", ">alone", ">relevant", ">other mark", "most found labels"}}
	n := 0
	for i := range r.Concepts {
		x := &r.Concepts[i]
		if !all && (n == shortRows || x.Pages == 0) {
			continue
		}
		n++
		mark, other := "", "?"
		if x.Core {
			mark = "core"
		}
		if x.Flip != nil && r.Rejudged > 0 {
			other = x.Flip.String()
			if other == "no change" {
				other = "0"
			}
		}
		t.Add(mark, x.Name, fmt.Sprint(x.Pages), fmt.Sprint(x.Relevant), fmt.Sprint(x.Alone), fmt.Sprint(x.AloneRelevant), other, term.Clip(foundLabels(x.Labels), 60))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if n < len(r.Concepts) {
		fmt.Fprintf(w, "… and %d more (--all), %d of all never found\n", len(r.Concepts)-n, r.neverFound())
	}
	return nil
}

func (r *Report) neverFound() (n int) {
	for i := range r.Concepts {
		n += one(r.Concepts[i].Pages == 0)
	}
	return n
}

func foundLabels(labels []Label) string {
	var list []string
	for _, l := range labels {
		if l.Pages > 0 {
			list = append(list, fmt.Sprintf("%s ×%d", l.Text, l.Pages))
		}
	}
	return strings.Join(list, ", ")
}

func (r *Report) writeLanguages(w io.Writer, all bool) error {
	fmt.Fprint(w, "\nLanguages of pages\n")
	t := &term.Table{Head: []string{"language", ">pages", ">mention", ">relevant", ">labels", ">core concepts with one"}}
	for _, l := range r.Languages {
		if l.Pages == 0 && !all {
			continue
		}
		lang := l.Lang
		if lang == "" {
			lang = "not known"
		}
		t.Add(lang, fmt.Sprint(l.Pages), fmt.Sprint(l.Mention), fmt.Sprint(l.Relevant), fmt.Sprint(l.Labels), fmt.Sprintf("%d of %d", l.Core, l.Cores))
	}
	return t.Write(w)
}

func (r *Report) writeLabels(w io.Writer) error {
	fmt.Fprint(w, "\nLabels that were never found\n")
	for i := range r.Concepts {
		x := &r.Concepts[i]
		var list []string
		for _, l := range x.Labels {
			if l.Pages == 0 {
				list = append(list, l.Text)
			}
		}
		if len(list) > 0 {
			fmt.Fprintf(w, "  %s: %s\n", term.Safe(x.Name), term.Safe(strings.Join(list, ", ")))
		}
	}
	if len(r.Holders) == 0 {
		return nil
	}
	fmt.Fprint(w, "\nLabels that hold a label of a core concept (a text with one counts for both)\n")
	t := &term.Table{Head: []string{"label", "of", "holds", "of", ">pages"}}
	for _, h := range r.Holders {
		t.Add(h.Text, h.Concept, h.Holds, h.Core, fmt.Sprint(h.Pages))
	}
	return t.Write(w)
}
