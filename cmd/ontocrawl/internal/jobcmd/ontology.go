package jobcmd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// ontologiesOf shows the ontologies of jobs, whose run folders lie in folder.
func (d *Deps) ontologiesOf(folder string, job func(name string) (*monitor.Job, error), dict *lexicon.Dictionary, log *slog.Logger) *jobontology.Bench {
	own := d.looking(dict)
	return &jobontology.Bench{Log: log, Subject: func(ctx context.Context, name string) (*jobontology.Subject, error) {
		j, err := job(name)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("%w: %q", jobontology.ErrNoJob, name), err)
		}
		c, err := jobConfig(own, j)
		if err != nil {
			return nil, err
		}
		return d.subject(ctx, own, c, scheduler.Dir(folder, name)), nil
	}}
}

// ontologyOfRun shows the ontology of a run folder, which is not changed: the run keeps to what it began with.
func (d *Deps) ontologyOfRun(name, dir string, c *config.Config, dict *lexicon.Dictionary, log *slog.Logger) *jobontology.Bench {
	own := d.looking(dict)
	return &jobontology.Bench{Log: log, Subject: func(ctx context.Context, job string) (*jobontology.Subject, error) {
		if job != name {
			return nil, fmt.Errorf("%w: %q", jobontology.ErrNoJob, job)
		}
		s := d.subject(ctx, own, c, dir)
		s.ReadOnly = true
		return s, nil
	}}
}

// looking is the App for looking at ontologies on a page, with the dictionary of what runs there. Findings are
// no log lines each time that somebody looks.
func (d *Deps) looking(dict *lexicon.Dictionary) *cli.App {
	own := d.quiet().App
	own.Dictionary = dict
	return own
}

// subject is the ontology that settings name.
func (d *Deps) subject(ctx context.Context, a *cli.App, c *config.Config, dir string) *jobontology.Subject {
	load := func(ctx context.Context, texts map[string][]byte) (*config.Config, *topic.Topic, error) {
		c := *c // a topic of samples settles the judge
		t, err := a.TopicWith(ctx, &c, texts)
		return &c, t, err
	}
	s := &jobontology.Subject{
		Dir: dir, File: c.Ontology, Topic: c.Topic,
		Load: func(ctx context.Context, texts map[string][]byte) (*topic.Topic, error) {
			_, t, err := load(ctx, texts)
			return t, err
		},
		Read: func(ctx context.Context, name string, opt owl.Options) (*owl.Ontology, error) {
			s, err := a.ReadOntology(ctx, c, name, opt)
			if err != nil {
				return nil, err
			}
			return s.Ontology, nil
		},
		Run: func(t *topic.Topic) enrich.Run {
			c := *c
			if t.Judge != "" {
				c.Judge = t.Judge
			}
			if c.Phi == 0 {
				c.Phi, _ = rundir.CalibratedPhi(dir, c.Judge) //nolint:errcheck // without it, the usual threshold
			}
			return d.RunOffers(a, &c, t, dir)
		},
	}
	if s.File == "" || s.File == "-" { // an embedded ontology, which the topic names
		s.File = ""
		if _, t, err := load(ctx, nil); err == nil && len(t.Sources) == 1 && len(t.Origins) == 1 {
			s.File = t.Sources[0].Name
		}
	}
	return s
}
