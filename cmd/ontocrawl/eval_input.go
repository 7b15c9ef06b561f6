package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/seed"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// evalNames are the strategies that --strategies names.
func evalNames(list string) ([]string, error) {
	known := slices.Sorted(maps.Keys(strategies()))
	if strings.TrimSpace(list) == allStrategies {
		return known, nil
	}
	var names []string
	for _, name := range topic.Split(list) {
		switch {
		case !slices.Contains(known, name) && !combined(name):
			return nil, cli.Usagef("no strategy is called %q; the nearest names are %s (all: %s)",
				name, strings.Join(term.Nearest(name, known, 3), ", "), strings.Join(known, ", "))
		case slices.Contains(names, name):
			return nil, cli.Usagef("--strategies names %s twice", name)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, cli.Usagef("--strategies names none; there are %s", strings.Join(known, ", "))
	}
	return names, nil
}

// combined reports whether name is a strategy by a worth: "tabu/hits".
func combined(name string) bool {
	s, rank, ok := strings.Cut(name, "/")
	if !ok || !slices.Contains(strategy.LinkRanks(), rank) {
		return false
	}
	return slices.ContainsFunc(strategy.Methods(), func(m strategy.Method) bool { return m.Name == s && m.Ranks() })
}

func evalBudgets(list string) (budgets []eval.Budget, err error) {
	for _, text := range topic.Split(list) {
		b, err := eval.ParseBudget(text)
		if err != nil {
			return nil, cli.Usagef("--budget: %w", err)
		}
		if slices.Contains(budgets, b) {
			return nil, cli.Usagef("--budget names %v twice", b)
		}
		budgets = append(budgets, b)
	}
	if len(budgets) == 0 {
		return nil, cli.Usagef("--budget names no budget: give pages (2000) or times the reachable pages on topic (4x)")
	}
	return budgets, nil
}

func evalRequired(c *config.Config, opt *evalOptions) error {
	var missing []string
	for _, s := range []struct{ name, value string }{{"web", c.Web}, {"label", opt.label}, {"out", c.Out}} {
		if s.value == "" {
			missing = append(missing, "--"+s.name)
		}
	}
	if !cli.TopicGiven(c) {
		missing = append(missing, "--topic")
	}
	switch {
	case len(missing) > 0:
		return cli.Usagef("an evaluation needs %s; see ontocrawl eval --help", strings.Join(missing, ", "))
	case opt.repeat < 1 || opt.repeat > 1000:
		return cli.Usagef("--repeat is %d, but it must be 1 to 1000", opt.repeat)
	case opt.perSite < 0:
		return cli.Usagef("--per-site-cap is %d, but it must be 0 or more", opt.perSite)
	}
	for _, p := range topic.Split(opt.ignore) {
		if _, err := path.Match(p, ""); err != nil {
			return cli.Usagef("--ignore: %q is no pattern: %w", p, err)
		}
	}
	return nil
}

// openLabelled reads the web with the topic's eyes.
func openLabelled(ctx context.Context, c *config.Config, t *topic.Topic, opt *evalOptions) (*eval.Web, error) {
	if !isFolder(c.Web) || holdsWARC(c.Web) {
		return nil, cli.Usagef("--web %s: an evaluation needs a stored web with labels, a folder with index.tsv and pages/; WARC files have none", c.Web)
	}
	reader, err := newJudge(c, t)
	if err != nil {
		return nil, err
	}
	web, err := eval.Open(ctx, c.Web, reader, eval.Labels{On: opt.label, Ignore: topic.Split(opt.ignore)})
	var unknown *eval.LabelError
	switch {
	case errors.As(err, &unknown):
		return nil, cli.Usagef("%s: %w; the nearest labels are %s", c.Web, err, strings.Join(term.Nearest(opt.label, unknown.Known, 5), ", "))
	case err != nil:
		return nil, evalFault(ctx, err)
	}
	return web, nil
}

// evalDraw reads --seeds: a number, or a file.
func evalDraw(web *eval.Web, c *config.Config, opt *evalOptions) (eval.Draw, error) {
	if c.Seeds == "" {
		c.Seeds = "5"
	}
	if n, err := strconv.Atoi(c.Seeds); err == nil {
		if opt.share != 1 {
			return nil, errors.New("--seeds-share needs a file of seeds (--seeds FILE)")
		}
		return web.Random(n, uint64(c.Seed))
	}
	links, err := seed.ReadFile(c.Seeds)
	if err != nil {
		return nil, err
	}
	urls := make([]string, len(links))
	for i, l := range links {
		urls[i] = l.URL
	}
	draw, err := web.Fixed(urls, opt.share, uint64(c.Seed))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Seeds, err)
	}
	return draw, nil
}
