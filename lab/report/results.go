package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/eval"
)

// Results is results.json of an evaluation. The names are an interface.
type Results struct {
	Version    string    `json:"version"`
	Web        string    `json:"web"`
	Pages      int       `json:"pages"`    // of the web, those that can be read
	OnTopic    int       `json:"on_topic"` // with the label
	Ignored    int       `json:"ignored"`
	LinksFrom  string    `json:"links_from"` // "links.tsv" or "pages"
	Topic      string    `json:"topic"`
	Ontologies []string  `json:"ontologies"` // "name sha256"
	Label      string    `json:"label"`
	Ignore     []string  `json:"ignore"`
	Budgets    []string  `json:"budgets"`
	Unit       string    `json:"budget_unit"` // what budgets count: "requests" or "pages"
	Outside    string    `json:"web_outside"` // how the hosts answer that the web lacks: "live" or "dead"
	Partial    []string  `json:"web_partial"` // hosts of which only a part is stored; "all"
	Topical    float64   `json:"web_topical"` // share of topical answers outside, for the cross-check
	Repeat     int       `json:"repeat"`
	Seed       int64     `json:"seed"`
	Seeds      string    `json:"seeds"`
	SeedsShare float64   `json:"seeds_share"`
	Workers    int       `json:"workers"`
	PerSiteCap int       `json:"per_site_cap"` // 0: none
	Reading    eval.Cost `json:"reading"`      // of all pages, once for all runs
	eval.Result
	Ablation []eval.AblateResult `json:"ablation,omitempty"` // unless --ablate=false
	Settings map[string]any      `json:"settings"`
}

// WriteHTML writes the results as one HTML file.
func (r *Results) WriteHTML(w io.Writer, plan *eval.Plan) error { return Comparison(w, r.page(plan)) }

// page returns what the HTML shows beyond the result.
func (r *Results) page(plan *eval.Plan) Compared {
	limit := "none"
	if r.PerSiteCap > 0 {
		limit = fmt.Sprintf("%d pages", r.PerSiteCap)
	}
	seeds := r.Seeds
	if _, err := strconv.Atoi(seeds); err == nil {
		seeds += " pages on topic, drawn for each run"
	}
	if r.SeedsShare < 1 {
		seeds += fmt.Sprintf(", of which each run but the first takes %.0f %%", 100*r.SeedsShare) // not translated: a comparison of strategies is English
	}
	p := Compared{
		Title: fmt.Sprintf("%s on %s", r.Topic, filepath.Base(r.Web)), // not translated: a comparison of strategies is English
		Unit:  r.Unit, Result: &r.Result, Version: r.Version, Address: term.Readable, Ablation: r.Ablation,
		Facts: []Fact{
			{Name: "Web", Value: fmt.Sprintf("%s: %d pages, links from %s", r.Web, r.Pages, r.LinksFrom)}, // not translated: a comparison of strategies is English
			{Name: "Outside of it", Value: r.outside()},
			{Name: "On topic", Value: fmt.Sprintf("%d pages have the label %s", r.OnTopic, r.Label)}, // not translated: a comparison of strategies is English
			{Name: "Topic of the crawler", Value: r.Topic},
			{Name: "Seeds", Value: seeds},
			{Name: "Runs", Value: fmt.Sprintf("%d of each strategy, seed %d", r.Repeat, r.Seed)}, // not translated: a comparison of strategies is English
			{Name: "In flight", Value: strconv.Itoa(r.Workers)},
			{Name: "Limit per site", Value: limit},
			{Name: "Reading all pages", Value: fmt.Sprintf("%.1f s, once", r.Reading.Seconds)},
		},
	}
	if len(r.Ignore) > 0 {
		p.Facts = append(p.Facts, Fact{Name: "Ignored", Value: fmt.Sprintf("%d pages by %s", r.Ignored, strings.Join(r.Ignore, ", "))}) // not translated: a comparison of strategies is English
	}
	for _, given := range r.Budgets {
		p.Figures = append(p.Figures, plan.Figures(&r.Result, given))
	}
	for _, h := range r.Ontologies {
		p.Parameters = append(p.Parameters, Fact{Name: "ontology", Value: h})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Settings)) {
		p.Parameters = append(p.Parameters, Fact{Name: name, Value: fmt.Sprint(r.Settings[name])})
	}
	return p
}

// outside says what lies outside of the web.
func (r *Results) outside() string {
	s := "hosts answer as on the live web, and every request is charged"
	if r.Outside != "live" {
		s = "nothing answers, and failures are free"
	}
	if len(r.Partial) > 0 {
		s += "; stored in part: " + strings.Join(r.Partial, ", ")
	}
	if r.Topical > 0 {
		s += fmt.Sprintf("; %.0f %% of the links with a core concept lead to a page on topic, which is free and not counted", 100*r.Topical) // not translated: a comparison of strategies is English
	}
	return s
}

// columns returns the figures of the table: heading, measure, format. The last one
// is shown only if a filter counted links.
func columns() [][3]string {
	return [][3]string{
		{">by request", "area_ratio_by_request", "%.3f"}, {">by page", "area_ratio_by_page", "%.3f"},
		{">recall", "recall", "%.3f"}, {">requests", "requests", "%.0f"}, {">outside", "outside", "%.1f"}, {">failures", "failures", "%.1f"},
		{">a page", "failures_a_page", "%.2f"}, {">harvest", "harvest_rate", "%.3f"}, {">on topic", "on_topic", "%.1f"},
		{">relevance", "average_relevance", "%.3f"}, {">sd", "relevance_sd", "%.3f"}, {">precision", "precision", "%.3f"},
		{">recall of judge", "judge_recall", "%.3f"}, {">F1", "f1", "%.3f"}, {">cpu s", "cpu_seconds", "%.2f"}, {">TLP", "tlp", "%.4f"},
	}
}

// Write writes a table for each budget, the best strategy first.
func (r *Results) Write(out io.Writer) error {
	fmt.Fprintf(out, "%s on %s: %d of %d pages have the label %s; %d runs each with %d in flight, judged by the labels\n", // not translated: a comparison of strategies is English
		term.Safe(r.Topic), term.Safe(r.Web), r.OnTopic, r.Pages, term.Safe(r.Label), r.Repeat, r.Workers)
	columns := columns()
	if !slices.ContainsFunc(r.Means, eval.Mean.Filtered) {
		columns = columns[:len(columns)-1]
	}
	for _, given := range r.Budgets {
		t := &term.Table{Head: []string{"strategy", ">area ratio", "95 % interval"}}
		for _, c := range columns {
			t.Head = append(t.Head, c[0])
		}
		for _, m := range ranked(&r.Result, given) {
			iv := m.Of["area_ratio"]
			row := []string{m.Strategy, fmt.Sprintf("%.3f", iv.Mean), fmt.Sprintf("%.3f-%.3f", iv.Low, iv.High)} // not translated: a comparison of strategies is English
			for _, c := range columns {
				cell := ""
				if mean, ok := m.Of[c[1]]; ok { // the oracle has no filter
					cell = fmt.Sprintf(c[2], mean.Mean)
				}
				row = append(row, cell)
			}
			t.Add(row...)
		}
		fmt.Fprintf(out, "\nBudget %s %s\n", given, r.Unit)
		if err := t.Write(out); err != nil {
			return err
		}
		if err := r.printQuestions(out, given); err != nil {
			return err
		}
		if err := r.printKinds(out, given); err != nil {
			return err
		}
	}
	return r.printAblation(out)
}

// printKinds writes the failures of each strategy, the most frequent kind first.
func (r *Results) printKinds(out io.Writer, given string) error {
	kinds := failureKinds(&r.Result, given)
	if len(kinds) == 0 {
		return nil
	}
	fmt.Fprintln(out, "Failures by kind, a run:") // not translated: a comparison of strategies is English
	for _, f := range kinds {
		if _, err := fmt.Fprintf(out, "  %s: %s\n", f.Name, f.Value); err != nil {
			return err
		}
	}
	return nil
}

// failureKinds are the failures of each strategy by kind, a run: "status 404 51.5, dns 3.0".
// Strategies without failures are left out.
func failureKinds(r *eval.Result, given string) (facts []Fact) {
	for _, name := range r.Entrants {
		runs := r.RunsOf(name, given)
		counts := map[string]int{}
		for _, run := range runs {
			for kind, n := range run.FailuresByKind {
				counts[kind] += n
			}
		}
		kinds := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
		})
		for i, kind := range kinds {
			kinds[i] = fmt.Sprintf("%s %.1f", kind, float64(counts[kind])/float64(len(runs))) // not translated: a comparison of strategies is English
		}
		if len(kinds) > 0 {
			facts = append(facts, Fact{Name: name, Value: strings.Join(kinds, ", ")})
		}
	}
	return facts
}

// printAblation writes what each part contributes.
func (r *Results) printAblation(out io.Writer) error {
	if len(r.Ablation) == 0 {
		return nil
	}
	fmt.Fprintf(out, "\nWhat each part contributes, budget %s: the area ratio with the part minus that without it\n", r.Ablation[0].Given) // not translated: a comparison of strategies is English
	t := &term.Table{Head: []string{"part", "left out", "of", ">contributes", "95 % interval", ">p", ">F1 with", ">without"}}
	for _, p := range r.Ablation {
		t.Add(p.Part, p.Without, p.Strategy, fmt.Sprintf("%+.3f", p.Difference.Mean), fmt.Sprintf("%+.3f to %+.3f", p.Difference.Low, p.Difference.High),
			fmt.Sprintf("%.3f", p.P), fmt.Sprintf("%.3f", p.WholeF1.Mean), fmt.Sprintf("%.3f", p.F1.Mean))
	}
	return t.Write(out)
}
