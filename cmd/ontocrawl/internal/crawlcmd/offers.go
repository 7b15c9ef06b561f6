package crawlcmd

import (
	"context"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// RunOffers returns the run in dir for [enrich.Find], by the settings c with their topic t. Each question opens
// the run and closes it: one reader at a time has its texts.
func RunOffers(a *cli.App, c *config.Config, t *topic.Topic, dir string) enrich.Run {
	return &runOffers{a, c, t, dir}
}

type runOffers struct {
	app    *cli.App
	config *config.Config
	topic  *topic.Topic
	dir    string
}

// open calls f with the run, the judge's options and what reads texts.
func (r *runOffers) open(f func(run *calibrate.Run, opt coverage.Options, texts calibrate.Texts) error) error {
	judge, err := cli.Judge(r.config, r.topic)
	if err == nil {
		err = useModel(judge, r.dir)
	}
	if err != nil {
		return err
	}
	opt, err := coverageOptions(r.config, r.topic, judge)
	if err != nil {
		return err
	}
	run, err := calibrate.Load(r.dir)
	if err != nil {
		return cli.Failure(err)
	}
	texts, close, err := openTexts(r.app, r.config, r.dir, judge)
	if err != nil {
		return cli.Failure(err)
	}
	defer close()
	return cli.Failure(f(run, opt, texts))
}

// Names implements [enrich.Run].
func (r *runOffers) Names(ctx context.Context, pages int) (names []coverage.Name, err error) {
	err = r.open(func(run *calibrate.Run, opt coverage.Options, texts calibrate.Texts) (err error) {
		names, err = coverage.Names(ctx, run, opt, texts, pages)
		return err
	})
	return names, err
}

// Brings implements [enrich.Run].
func (r *runOffers) Brings(ctx context.Context, additions []coverage.Addition) (brought [][]string, err error) {
	err = r.open(func(run *calibrate.Run, opt coverage.Options, texts calibrate.Texts) (err error) {
		brought, err = coverage.Brings(ctx, run, opt, texts, additions)
		return err
	})
	return brought, err
}

// Pages implements [enrich.Run].
func (r *runOffers) Pages(ctx context.Context) (relevant, other []*crawl.Page, err error) {
	return RunPages(ctx, r.app, r.config, r.dir)
}
