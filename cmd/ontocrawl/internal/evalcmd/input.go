package evalcmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/eval"
	"github.com/ontocrawl/ontocrawl/message"
)

// list reads the value of a flag: different things between commas.
func list[T comparable](flag, value string, parse func(string) (T, error)) (all []T, err error) {
	for _, text := range topic.Split(value) {
		x, err := parse(text)
		if err == nil && slices.Contains(all, x) {
			err = english.Errorf("%s is named twice", text)
		}
		if err != nil {
			return nil, cli.Usagef("--%s: %w", flag, err)
		}
		all = append(all, x)
	}
	if len(all) == 0 {
		return nil, cli.Usagef("--%s is empty; see --help", flag)
	}
	return all, nil
}

// strategiesNamed reads --strategies.
func strategiesNamed(value string) ([]string, error) {
	known := strategy.Combined()
	if strings.TrimSpace(value) == "all" {
		return known, nil
	}
	return list("strategies", value, func(name string) (string, error) {
		if slices.Contains(known, name) || strategy.TakesRanker(name) {
			return name, nil
		}
		return "", english.Errorf("no strategy is called %q; the nearest names are %s (all: %s)",
			name, strings.Join(term.Nearest(name, known, 3), ", "), strings.Join(known, ", "))
	})
}

// check refuses what is missing or out of range.
func (opt *evalOptions) check(c *config.Config) error {
	var missing []string
	for _, s := range []struct{ name, value string }{{"web", c.Web}, {"label or --labels", opt.label + opt.labels}, {"out", c.Out}} {
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
	case !(opt.topical >= 0 && opt.topical <= 1):
		return cli.Usagef("--web-topical is %v, but it must be 0 to 1", opt.topical)
	case opt.search != "" && opt.search != "stored":
		return cli.Usagef("--search is %q, but an evaluation can only ask an engine over its web: stored", opt.search)
	case opt.search == "" && c.Seeds == "none":
		return cli.Usagef("--seeds none needs --search stored: without either nothing can be found")
	case opt.queries < 1:
		return cli.Usagef("--queries is %d, but it must be 1 or more", opt.queries)
	case !(opt.known > 0 && opt.known <= 1):
		return cli.Usagef("--index-share is %v, but it must be above 0 and at most 1", opt.known)
	case !(opt.failing >= 0 && opt.failing <= 1) || !(opt.spam >= 0 && opt.spam <= 1):
		return cli.Usagef("--search-errors is %v and --search-spam %v, but they must be 0 to 1", opt.failing, opt.spam)
	case (opt.spam > 0) != (opt.spamWeb != ""):
		return cli.Usagef("--search-spam and --spam-web need each other")
	case opt.latency < 0:
		return cli.Usagef("--search-latency is %v, but it must be 0 or more", opt.latency)
	case opt.search != "" && opt.ablate:
		return cli.Usagef("--search goes without parts left out: give --ablate=false")
	case opt.topical > 0 && c.WebOutside == "dead":
		return cli.Usagef("--web-topical needs --web-outside live")
	}
	if _, err := opt.askers(); err != nil {
		return err
	}
	for _, p := range topic.Split(opt.ignore) {
		if _, err := path.Match(p, ""); err != nil {
			return cli.Usagef("--ignore: %q is not a pattern: %w", p, err)
		}
	}
	return nil
}

// outside returns what the flags say of what lies outside of the web.
func (opt *evalOptions) outside(c *config.Config) eval.Outside {
	return eval.Outside{Dead: c.WebOutside == "dead", Partial: topic.Split(opt.partial), Topical: opt.topical}
}

// open reads the web.
func (e *contest) open(ctx context.Context) (*eval.Web, error) {
	c := e.c
	if _, err := os.Stat(filepath.Join(c.Web, "index.tsv")); err != nil {
		return nil, cli.Usagef("--web %s: an evaluation needs a stored web with labels, a folder with index.tsv and pages/; WARC files have no labels", c.Web)
	}
	marked, err := e.opt.marks()
	if err != nil {
		return nil, err
	}
	web, err := eval.Open(ctx, c.Web, e.spec, eval.Labels{On: e.opt.label, Ignore: topic.Split(e.opt.ignore), Marks: marked})
	var unknown *eval.LabelError
	if errors.As(err, &unknown) {
		err = english.Errorf("%s: %w; the nearest labels are %s", c.Web, err, strings.Join(term.Nearest(e.opt.label, unknown.Known, 5), ", "))
	}
	return web, failure(ctx, err)
}

// marks reads --labels; later lines hold.
func (opt *evalOptions) marks() (map[string]bool, error) {
	if opt.labels == "" {
		return nil, nil
	}
	f, err := os.Open(opt.labels)
	if err != nil {
		return nil, cli.Usage(err)
	}
	defer f.Close()
	labels, err := marks.ReadLabels(f)
	if err != nil {
		return nil, cli.Usage(fmt.Errorf("%s: %w", opt.labels, err))
	}
	all := map[string]bool{}
	for _, l := range labels {
		switch l.Verdict {
		case marks.Right, marks.Wrong:
			all[l.URL] = l.Verdict == marks.Right
		default:
			delete(all, l.URL)
		}
	}
	return all, nil
}

// draw reads --seeds: a number, or a file.
func (e *contest) draw() (eval.Draw, error) {
	switch e.c.Seeds {
	case "":
		e.c.Seeds = "5"
	case "none":
		return eval.NoSeeds, nil
	}
	if n, err := strconv.Atoi(e.c.Seeds); err == nil {
		if e.opt.share != 1 {
			return nil, cli.Usagef("--seeds-share needs a file of seeds (--seeds FILE)")
		}
		draw, err := e.web.Random(n, uint64(e.c.Seed))
		return draw, cli.WithCode(cli.ExitUsage, err)
	}
	links, err := seed.ReadFile(e.c.Seeds)
	if err != nil {
		return nil, cli.Usage(err)
	}
	urls := make([]string, len(links))
	for i, l := range links {
		urls[i] = l.URL
	}
	draw, err := e.web.Fixed(urls, e.opt.share, uint64(e.c.Seed))
	if err != nil {
		return nil, cli.Usage(english.Errorf("%s: %w", e.c.Seeds, err))
	}
	return draw, nil
}

// failure gives an error of an evaluation its exit code. What is not an
// interruption is wrong input.
func failure(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted; nothing was written"))
	}
	return cli.WithCode(cli.ExitUsage, err)
}

// progress returns a function that shows a count on a terminal; (0, 0) wipes it.
func progress(a *cli.App, things string) func(n, of int) {
	if _, ok := term.Columns(a.Err); !ok {
		return func(int, int) {}
	}
	return func(n, of int) {
		if of == 0 {
			message.Fprint(a.Err, "\r\x1b[K")
			return
		}
		fmt.Fprintf(a.Err, "\r\x1b[K%s", message.Of(a.Err).Sprintf("%d of %d %s", n, of, things))
	}
}
