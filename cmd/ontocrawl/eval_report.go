package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/eval/ablate"
	"github.com/ontocrawl/ontocrawl/crawl/report"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// evalReport is results.json.
type evalReport struct {
	Version    string    `json:"version"`
	Web        string    `json:"web"`
	Pages      int       `json:"pages"`    // of the web, those that can be read
	OnTopic    int       `json:"on_topic"` // that bear the label
	Ignored    int       `json:"ignored"`
	LinksFrom  string    `json:"links_from"` // "links.tsv" or "pages"
	Topic      string    `json:"topic"`
	Ontologies []string  `json:"ontologies"` // "name sha256"
	Label      string    `json:"label"`
	Ignore     []string  `json:"ignore"`
	Budgets    []string  `json:"budgets"`
	Repeat     int       `json:"repeat"`
	Seed       int64     `json:"seed"`
	Seeds      string    `json:"seeds"`
	SeedsShare float64   `json:"seeds_share"`
	Workers    int       `json:"workers"`
	PerSiteCap int       `json:"per_site_cap"` // 0: none
	Reading    eval.Cost `json:"reading"`      // of all pages, once for all runs
	eval.Result
	Ablation []ablate.Result `json:"ablation,omitempty"` // unless --ablate=false
	Settings map[string]any  `json:"settings"`

	out string // folder
}

func (e *evaluation) report(r *eval.Result) *evalReport {
	w := e.plan.Web
	rep := &evalReport{
		Version: cli.Version, Web: e.c.Web, Pages: w.Pages(), OnTopic: len(w.TopicalPages()), LinksFrom: w.LinksFrom,
		Topic: e.topic.Name, Ontologies: e.topic.Hashes(), Label: e.opt.label, Ignore: append([]string{}, topic.Split(e.opt.ignore)...),
		Budgets: r.Budgets(), Repeat: e.opt.repeat, Seed: e.c.Seed, Seeds: e.c.Seeds, SeedsShare: e.opt.share,
		Workers: e.c.Workers, PerSiteCap: e.opt.perSite, Reading: w.Reading, Result: *r, Settings: e.settings(), out: e.c.Out,
	}
	for _, is := range w.Ignored {
		if is {
			rep.Ignored++
		}
	}
	return rep
}

// settings are those in force that an evaluation uses.
func (e *evaluation) settings() map[string]any {
	all, used := e.c.Values(), map[string]any{}
	for _, name := range append([]string{"judge", "phi", "tag-weights", "segmenter", "eta", "omega", "d", "mu1", "mu2", "mu3", "tenure", "tries",
		"balance", "chain", "work-copy", "accept-random", "revisit", "k-page", "k-link", "temperature", "proposals", "same-site", "filter", "filter-topic", "keywords", "topic-from"}, cli.SimilarityFlags()...) {
		used[name] = all[name]
	}
	return used
}

// Write makes results.json, report.html and, if asked for, trails.tsv.
func (e *evaluation) write(rep *evalReport) error {
	err := cli.ReplaceFile(filepath.Join(e.c.Out, "results.json"), func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(rep)
	})
	if err != nil {
		return err
	}
	if e.opt.trails {
		err = cli.ReplaceFile(filepath.Join(e.c.Out, "trails.tsv"), func(w io.Writer) error {
			return e.plan.Web.WriteSteps(w, &rep.Result)
		})
	}
	if err != nil {
		return err
	}
	return cli.ReplaceFile(filepath.Join(e.c.Out, "report.html"), func(w io.Writer) error {
		return report.Comparison(w, e.page(rep))
	})
}

// page is what the HTML shows beyond the result.
func (e *evaluation) page(rep *evalReport) report.Compared {
	p := report.Compared{
		Title:  fmt.Sprintf("%s on %s", rep.Topic, filepath.Base(rep.Web)),
		Result: &rep.Result, Version: cli.Version, Address: term.Readable, Ablation: rep.Ablation,
	}
	for _, given := range rep.Budgets {
		p.Figures = append(p.Figures, e.plan.Figures(&rep.Result, given))
	}
	limit := "none"
	if rep.PerSiteCap > 0 {
		limit = fmt.Sprintf("%d pages", rep.PerSiteCap)
	}
	seeds := rep.Seeds
	if _, err := strconv.Atoi(seeds); err == nil {
		seeds += " pages on topic, drawn for each run"
	}
	if rep.SeedsShare < 1 {
		seeds += fmt.Sprintf(", of which each run but the first takes %.0f %%", 100*rep.SeedsShare)
	}
	p.Facts = []report.Fact{
		{Name: "Web", Value: fmt.Sprintf("%s: %d pages, links from %s", rep.Web, rep.Pages, rep.LinksFrom)},
		{Name: "On topic", Value: fmt.Sprintf("%d pages bear the label %s", rep.OnTopic, rep.Label)},
		{Name: "Topic of the crawler", Value: rep.Topic},
		{Name: "Seeds", Value: seeds},
		{Name: "Runs", Value: fmt.Sprintf("%d of each strategy, seed %d", rep.Repeat, rep.Seed)},
		{Name: "In flight", Value: strconv.Itoa(rep.Workers)},
		{Name: "Limit per site", Value: limit},
		{Name: "Reading all pages", Value: fmt.Sprintf("%.1f s, once", rep.Reading.Seconds)},
	}
	if len(rep.Ignore) > 0 {
		p.Facts = append(p.Facts, report.Fact{Name: "Ignored", Value: fmt.Sprintf("%d pages by %s", rep.Ignored, strings.Join(rep.Ignore, ", "))})
	}
	for _, h := range rep.Ontologies {
		p.Parameters = append(p.Parameters, report.Fact{Name: "ontology", Value: h})
	}
	for _, name := range sortedKeys(rep.Settings) {
		p.Parameters = append(p.Parameters, report.Fact{Name: name, Value: fmt.Sprint(rep.Settings[name])})
	}
	return p
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// printEval prints a table for each budget, the best strategy first.
func (a *app) printEval(rep *evalReport) error {
	fmt.Fprintf(a.Out, "%s on %s: %d of %d pages bear %s; %d runs each, judged by the labels\n",
		term.Safe(rep.Topic), term.Safe(rep.Web), rep.OnTopic, rep.Pages, term.Safe(rep.Label), rep.Repeat)
	for _, given := range rep.Budgets {
		fmt.Fprintf(a.Out, "\nBudget %s\n", given)
		t := &term.Table{Head: []string{"strategy", ">area ratio", "95 % interval", ">recall", ">harvest", ">on topic", ">relevance", ">sd", ">precision", ">recall of judge", ">F1", ">cpu s"}}
		filtered := slices.ContainsFunc(rep.Means, func(m eval.Mean) bool { return m.Filtered() })
		if filtered {
			t.Head = append(t.Head, ">TLP")
		}
		for _, m := range report.Ranked(&rep.Result, given) {
			iv := m.Of["area_ratio"]
			cell := func(name, format string) string { return fmt.Sprintf(format, m.Of[name].Mean) }
			row := []string{m.Strategy, fmt.Sprintf("%.3f", iv.Mean), fmt.Sprintf("%.3f-%.3f", iv.Low, iv.High), cell("recall", "%.3f"),
				cell("harvest_rate", "%.3f"), cell("on_topic", "%.1f"), cell("average_relevance", "%.3f"), cell("relevance_sd", "%.3f"),
				cell("precision", "%.3f"), cell("judge_recall", "%.3f"), cell("f1", "%.3f"), cell("cpu_seconds", "%.2f")}
			if filtered {
				row = append(row, passed(m))
			}
			t.Add(row...)
		}
		if err := t.Write(a.Out); err != nil {
			return err
		}
	}
	if err := a.printAblation(rep.Ablation); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.Out, "\nFigures, intervals, tests and what was missed: %s\n", term.Safe(filepath.Join(rep.out, "report.html")))
	return err
}

// passed is TLP as a cell, "" where nothing was filtered.
func passed(m eval.Mean) string {
	if !m.Filtered() {
		return ""
	}
	return fmt.Sprintf("%.4f", m.Of["tlp"].Mean)
}

// printAblation prints what each part is worth.
func (a *app) printAblation(parts []ablate.Result) error {
	if len(parts) == 0 {
		return nil
	}
	fmt.Fprintf(a.Out, "\nWhat parts are worth, budget %s: the area ratio with a part less that without it\n", parts[0].Given)
	t := &term.Table{Head: []string{"part", "left out", "of", ">worth", "95 % interval", ">p", ">F1 with", ">without"}}
	for _, p := range parts {
		t.Add(p.Part, p.Without, p.Strategy, fmt.Sprintf("%+.3f", p.Difference.Mean), fmt.Sprintf("%+.3f to %+.3f", p.Difference.Low, p.Difference.High),
			fmt.Sprintf("%.3f", p.P), fmt.Sprintf("%.3f", p.WholeF1.Mean), fmt.Sprintf("%.3f", p.F1.Mean))
	}
	return t.Write(a.Out)
}
