package eval

import (
	"bufio"
	"fmt"
	"io"
)

// WriteSteps writes every page that the crawls of r recorded, in order, as
// tab-separated lines below a line of names. Every figure can be computed from
// them. on_topic is 1 where a page on topic is fetched for the first time; budget is
// as the user gave it.
func (w *Web) WriteSteps(out io.Writer, r *Result) error {
	b := bufio.NewWriter(out)
	fmt.Fprintln(b, "strategy\tbudget\trun\tk\turl\tparent\trelevance\trelevant\ton_topic")
	for i := range r.Runs {
		run := &r.Runs[i]
		on := w.on(run.Outcome.Steps)
		for k, s := range run.Outcome.Steps {
			parent := ""
			if s.Parent >= 0 {
				parent = w.URLs[s.Parent]
			}
			fmt.Fprintf(b, "%s\t%s\t%d\t%d\t%s\t%s\t%.4f\t%d\t%d\n", run.Strategy, run.Given, run.Run, k+1,
				w.URLs[s.Page], parent, s.Relevance, digit(s.Relevant), digit(on[k]))
		}
	}
	return b.Flush()
}

func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}
