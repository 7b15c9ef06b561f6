package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/eval"
)

// printQuestions writes what the strategies asked search engines with a budget, as means over
// their runs; nothing if nobody asked.
func (r *Results) printQuestions(out io.Writer, given string) error {
	t := &term.Table{Head: []string{"asked", ">questions", ">failed", "by operator", ">results", ">on topic", ">new a question", ">hosts", ">of", ">recall 1x", ">2x", ">4x", ">area, ignored free"}}
	asked := 0
	for _, m := range ranked(&r.Result, given) {
		var sum eval.Searched
		ops, n := map[string]int{}, 0
		for _, run := range r.RunsOf(m.Strategy, given) {
			if s := run.Search; s != nil {
				n++
				addSearched(&sum, s)
				for op, calls := range s.ByOp {
					ops[op] += calls
				}
			}
		}
		if n == 0 {
			continue
		}
		asked++
		mean := func(x float64, format string) string { return fmt.Sprintf(format, x/float64(n)) }
		var by []string
		for op, calls := range ops {
			by = append(by, op+" "+mean(float64(calls), "%.0f"))
		}
		slices.Sort(by)
		t.Add(m.Strategy, mean(float64(sum.Calls), "%.0f"), mean(float64(sum.Failed), "%.0f"), strings.Join(by, ", "), mean(float64(sum.Proposals), "%.0f"),
			mean(sum.Precision, "%.3f"), mean(sum.NewPerCall, "%.2f"), mean(float64(sum.Hosts), "%.1f"), mean(float64(sum.HostsOnTopic), "%.0f"),
			mean(sum.Recalls[0], "%.3f"), mean(sum.Recalls[1], "%.3f"), mean(sum.Recalls[2], "%.3f"), mean(sum.WithoutIgnored.AreaRatio, "%.3f"))
	}
	if asked == 0 {
		return nil
	}
	fmt.Fprintln(out)
	return t.Write(out)
}

func addSearched(sum *eval.Searched, s *eval.Searched) {
	sum.Calls += s.Calls
	sum.Failed += s.Failed
	sum.Proposals += s.Proposals
	sum.Precision += s.Precision
	sum.NewPerCall += s.NewPerCall
	sum.Hosts += s.Hosts
	sum.HostsOnTopic += s.HostsOnTopic
	sum.WithoutIgnored.AreaRatio += s.WithoutIgnored.AreaRatio
	for i := range sum.Recalls {
		sum.Recalls[i] += s.Recalls[i]
	}
}
