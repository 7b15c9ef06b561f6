package report

import (
	"cmp"
	"html/template"
	"io"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/stats"
	"github.com/ontocrawl/ontocrawl/lab/eval"
)

// Compared is a comparison of strategies and what the report shows with it.
type Compared struct {
	Title      string
	Version    string
	Unit       string // comparison is the template's data.
	Result     *eval.Result
	Figures    [][]eval.Figure     // for each of Result.Budgets
	Facts      []Fact              // what was compared, and how
	Ablation   []eval.AblateResult // what each part contributes; may be empty
	Parameters []Fact              // settings in force
	// Address writes a URL for readers; nil: as it is.
	Address func(url string) string
}

// comparison is the template's data.
type comparison struct {
	Compared
	Budgets       []budgetView
	Legend        []entry
	Contributions template.HTML
	Missed        []missedView
	Runs          []eval.Run
}

// Filtered reports whether any crawl filtered links by domain name.
func (c comparison) Filtered() bool {
	return slices.ContainsFunc(c.Result.Means, func(m eval.Mean) bool { return m.Filtered() })
}

// entry is a line of the legend.
type entry struct {
	Name string
	look
}

type budgetView struct {
	Given     string
	Means     []eval.Mean
	Kinds     []Fact // failures of each strategy
	Intervals template.HTML
	Plots     []plotView
	Best      string
	Against   []pairView // the best strategy against each other
	All       []eval.Pair
	Tunnels   []tunnelView
	Columns   []string // of the tunnels
}

type plotView struct {
	Number    int // in the paper, or 0
	Title, Of template.HTML
	SVG       template.HTML
}

type pairView struct {
	Other      string
	Difference eval.Interval // of the best less the other
	P          float64
	Verdict    string
}

type tunnelView struct {
	eval.TunnelCounts
	Counts []int
	Total  int
}

type missedView struct {
	Reason, Meaning string
	Pages           []eval.Missed
	Folded          bool
}

// ranked returns the means of a budget, the oracle first, then by area_ratio.
func ranked(r *eval.Result, given string) []eval.Mean {
	var means []eval.Mean
	for _, m := range r.Means {
		if m.Given == given {
			means = append(means, m)
		}
	}
	sorts.Stable(means, func(a, b eval.Mean) int {
		return cmp.Or(
			cmp.Compare(stats.Bit(b.Strategy == eval.Oracle), stats.Bit(a.Strategy == eval.Oracle)),
			cmp.Compare(b.Of["area_ratio"].Mean, a.Of["area_ratio"].Mean),
		)
	})
	return means
}

// Comparison writes c as HTML.
func Comparison(w io.Writer, c Compared) error {
	v := comparison{Compared: c, Contributions: contributions(c.Ablation), Missed: byReason(c.Result.Missed), Runs: c.Result.Runs}
	looks := map[string]look{}
	for i, name := range append(slices.Clone(c.Result.Entrants), eval.Oracle) {
		looks[name] = lookOf(i, name)
		v.Legend = append(v.Legend, entry{name, looks[name]})
	}
	for i, given := range c.Result.Budgets() {
		b := budgetView{Given: given, Means: ranked(c.Result, given), Kinds: failureKinds(c.Result, given)}
		b.Intervals = intervals(b.Means, looks)
		if i < len(c.Figures) {
			for _, f := range c.Figures[i] {
				b.Plots = append(b.Plots, plotView{f.Number, said(f.Title), said(f.Of), draw(f)})
			}
		}
		b.compare(c.Result)
		b.tunnels(c.Result)
		v.Budgets = append(v.Budgets, b)
	}
	return write(w, "comparison.html", c.Address, speaker{}, v)
}

// said is text as HTML.
func said(text string) template.HTML {
	return template.HTML(template.HTMLEscapeString(visible(text))) //nolint:gosec // escaped
}

// compare compares the best strategy with each other one.
func (b *budgetView) compare(r *eval.Result) {
	for _, m := range b.Means {
		if m.Strategy != eval.Oracle {
			b.Best = m.Strategy
			break
		}
	}
	for _, p := range r.Pairs {
		if p.Given != b.Given {
			continue
		}
		b.All = append(b.All, p)
		v := pairView{Other: p.B, Difference: p.Difference, P: p.P}
		switch b.Best {
		case p.A:
		case p.B:
			v.Other = p.A
			v.Difference = eval.Interval{Mean: -p.Difference.Mean, Low: -p.Difference.High, High: -p.Difference.Low}
		default:
			continue
		}
		v.Verdict = verdict(v)
		b.Against = append(b.Against, v)
	}
	sorts.Stable(b.Against, func(x, y pairView) int { return cmp.Compare(x.Difference.Mean, y.Difference.Mean) })
}

// unlikely is the greatest p of a sure difference. Five runs with differences of one
// sign have p = 0.0625, the least possible.
const unlikely = 0.1

func verdict(v pairView) string {
	switch sure := v.Difference.Low > 0; {
	case sure && v.P <= unlikely:
		return "better"
	case sure:
		return "perhaps better"
	}
	return "not sure"
}

// tunnelColumns is the number of columns; the last one is for all longer tunnels.
const tunnelColumns = 5

func (b *budgetView) tunnels(r *eval.Result) {
	for _, t := range r.Tunnels {
		if t.Given != b.Given {
			continue
		}
		v := tunnelView{TunnelCounts: t, Counts: make([]int, tunnelColumns)}
		for i, n := range t.Lengths {
			v.Counts[min(i, tunnelColumns-1)] += n
			v.Total += n
		}
		b.Tunnels = append(b.Tunnels, v)
	}
	b.Columns = []string{"1 page", "2", "3", "4", "5 or more"}
}

// foldFrom is the length from which a list is folded.
const foldFrom = 15

// byReason groups pages by reason, first those that a crawler could have found. Long
// lists and unreachable pages are folded.
func byReason(missed []eval.Missed) (groups []missedView) {
	for _, m := range []struct{ reason, meaning string }{
		{eval.NeverRanked, "Crawls knew a link to it and always chose others first: the ranking missed it."},
		{eval.NeverSeen, "No page that links to it was fetched: it lies behind pages off topic, or the budget ended before."},
		{eval.Filtered, "Every link to it that a crawl saw was left out by a filter or by nofollow."},
		{eval.Unreadable, "The parser cannot read the stored answer."},
		{eval.NeverLinked, "No path of links leads to it from the seeds, so no crawler can find it. It does not count as reachable."},
	} {
		g := missedView{Reason: m.reason, Meaning: m.meaning}
		for _, p := range missed {
			if p.Reason == m.reason {
				g.Pages = append(g.Pages, p)
			}
		}
		g.Folded = len(g.Pages) >= foldFrom || m.reason == eval.NeverLinked
		if len(g.Pages) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}
