package coverage

import (
	"fmt"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
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
	message.Fprintf(w, "%s: %d pages, %d mention the topic, %d are relevant (%s, phi %.2f)\n",
		term.Safe(r.Run), r.Pages, r.Mention, r.Relevant, term.Safe(r.Judge), r.Phi)
	if n := r.Pages - r.Rejudged; n > 0 && !r.NoMarks {
		message.Fprintf(w, "The text of %d pages is not kept: what another mark would change is not known of them.\n", n)
	}
	hints := r.hints(message.Of(w))
	if len(hints) > 0 {
		message.Fprint(w, "\nTo look at:\n")
	}
	for i, h := range hints {
		if i == shortHints && !all {
			message.Fprintf(w, "  … and %d more (--all)\n", len(hints)-i)
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

func (r *Report) writeConcepts(w io.Writer, all bool) error {
	message.Fprint(w, "\nConcepts (alone: on pages that mention no other; other mark: relevant pages won and lost)\n")
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
			mark = message.Of(w).Text("core")
		}
		if x.Flip != nil && r.Rejudged > 0 {
			other = x.Flip.String()
			if other == noChange {
				other = "0"
			}
		}
		t.Add(mark, x.Name, fmt.Sprint(x.Pages), fmt.Sprint(x.Relevant), fmt.Sprint(x.Alone), fmt.Sprint(x.AloneRelevant), other, term.Clip(foundLabels(x.Labels), 60))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if n < len(r.Concepts) {
		message.Fprintf(w, "… and %d more (--all), %d of all never found\n", len(r.Concepts)-n, r.neverFound())
	}
	return nil
}

func (r *Report) neverFound() (n int) {
	for i := range r.Concepts {
		n += stats.Bit(r.Concepts[i].Pages == 0)
	}
	return n
}

func foundLabels(labels []label) string {
	var list []string
	for _, l := range labels {
		if l.Pages > 0 {
			list = append(list, fmt.Sprintf("%s ×%d", l.Text, l.Pages))
		}
	}
	return strings.Join(list, ", ")
}

func (r *Report) writeLanguages(w io.Writer, all bool) error {
	message.Fprint(w, "\nLanguages of pages\n")
	t := &term.Table{Head: []string{"language", ">pages", ">mention", ">relevant", ">labels", ">core concepts with one"}}
	for _, l := range r.Languages {
		if l.Pages == 0 && !all {
			continue
		}
		lang := l.Lang
		if lang == "" {
			lang = message.Of(w).Text("not known")
		}
		t.Add(lang, fmt.Sprint(l.Pages), fmt.Sprint(l.Mention), fmt.Sprint(l.Relevant), fmt.Sprint(l.Labels), message.Of(w).Sprintf("%d of %d", l.Core, l.Cores))
	}
	return t.Write(w)
}

func (r *Report) writeLabels(w io.Writer) error {
	message.Fprint(w, "\nLabels that were never found\n")
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
	message.Fprint(w, "\nLabels that hold a label of a core concept (a text with one counts for both)\n")
	t := &term.Table{Head: []string{"label", "of", "holds", "of", ">pages"}}
	for _, h := range r.Holders {
		t.Add(h.Text, h.Concept, h.Holds, h.Core, fmt.Sprint(h.Pages))
	}
	return t.Write(w)
}
