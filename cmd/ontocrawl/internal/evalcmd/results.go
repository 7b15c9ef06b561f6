package evalcmd

import (
	"encoding/json"
	"io"
	"maps"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/eval"
	"github.com/ontocrawl/ontocrawl/lab/report"
	"github.com/ontocrawl/ontocrawl/message"
)

func (e *contest) results(plan *eval.Plan, r *eval.Result) *report.Results {
	w, all := e.web, e.c.Values()
	res := &report.Results{
		Version: cli.Version, Web: e.c.Web, Pages: w.Pages(), OnTopic: len(w.TopicalPages()), LinksFrom: w.LinksFrom,
		Topic: e.topic.Name, Ontologies: e.topic.Hashes(), Label: e.opt.label, Ignore: append([]string{}, topic.Split(e.opt.ignore)...),
		Outside: e.c.WebOutside, Partial: append([]string{}, plan.Outside.Partial...), Topical: plan.Outside.Topical,
		Budgets: r.Budgets(), Unit: plan.Outside.Unit(), Repeat: plan.Repeat, Seed: e.c.Seed, Seeds: e.c.Seeds, SeedsShare: e.opt.share,
		Workers: plan.Spec.Options.Workers, PerSiteCap: plan.Cap, Reading: w.Reading, Result: *r, Settings: map[string]any{},
	}
	for _, ignored := range w.Ignored {
		if ignored {
			res.Ignored++
		}
	}
	for _, name := range evalSettings() {
		res.Settings[name] = all[name]
	}
	maps.Copy(res.Settings, e.c.Options)
	return res
}

// writeFiles makes results.json, report.html and, if asked for, trails.tsv.
func (e *contest) writeFiles(r *report.Results, plan *eval.Plan) error {
	replace := func(name string, write func(io.Writer) error) error {
		return cli.ReplaceFile(filepath.Join(e.c.Out, name), write)
	}
	err := replace("results.json", func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	})
	if err == nil && e.opt.trails {
		err = replace("trails.tsv", func(w io.Writer) error { return plan.Web.WriteSteps(w, &r.Result) })
	}
	if err != nil {
		return err
	}
	return replace("report.html", func(w io.Writer) error { return r.WriteHTML(w, plan) })
}

// print prints the tables, and where the rest is.
func (e *contest) print(r *report.Results) error {
	if err := r.Write(e.Out); err != nil {
		return err
	}
	_, err := message.Fprintf(e.Out, "\nFigures, intervals, tests and missed pages: %s\n", term.Safe(filepath.Join(e.c.Out, "report.html")))
	return err
}
