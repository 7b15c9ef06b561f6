package crawlcmd

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/endpoint"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// doubtful is a page of a run of which the judge is not certain.
type doubtful struct {
	record rundir.Page // without its evidence
	doubt  float64     // distance of the relevance from the threshold
}

// askOpinions asks the service that the settings name about the uncertain pages of the run in dir, those nearest to the threshold first,
// and keeps the answers there. judge has not judged yet, and is of no use afterwards.
func askOpinions(ctx context.Context, a *cli.App, c *config.Config, dir string, judge *relevance.Judge) error {
	spec, err := a.EndpointSpec(c)
	if err != nil {
		return err
	}
	if spec == nil {
		return cli.Usagef("--with-endpoint asks a service: name it by --judge-endpoint and --judge-model")
	}
	client, err := endpoint.NewClient(spec.URL, spec.Model, spec.Key)
	if err != nil {
		return cli.Usage(err)
	}
	opinions, err := endpoint.ReadOpinions(dir)
	if err != nil {
		return cli.WithCode(cli.ExitConflict, err)
	}
	judge.SecondBy(opinions)
	from, err := openKept(a, c, dir)
	if err != nil {
		return cli.Failure(err)
	}
	defer from.Close()
	if from.Why != nil { // a crawl that uses the run asks by itself
		return cli.WithCode(cli.ExitConflict, from.Why)
	}
	pages, err := uncertainPages(ctx, dir, from, judge)
	if err != nil {
		return cli.Failure(err)
	}
	var answered int
	var failed error
	asker := endpoint.NewAsker(client, c.JudgeQueries, a.Logger(c), func(q endpoint.Question, said endpoint.Answer) {
		op := endpoint.Opinion{URL: q.URL, Asked: q.ID, Model: spec.Model, Verdict: said.Verdict, Reason: said.Reason, At: time.Now().UTC().Round(time.Second)}
		if err := opinions.Add(op); err != nil {
			failed = err
			return
		}
		answered++
	})
	asked, err := addQuestions(ctx, asker, pages, c.JudgeQueries, from, judge, opinions)
	if err == nil {
		err = asker.Finish(ctx)
	}
	_ = asker.Close() // it returns nil
	if err = cmp.Or(err, failed); err != nil {
		return cli.Failure(err)
	}
	message.Fprintf(a.Err, "ontocrawl: %d pages are uncertain; of %d questions about those without an opinion %d were answered\n", len(pages), asked, answered)
	if why := asker.Why(); why != nil {
		message.Fprintf(a.Err, "ontocrawl: the last one without an answer: %s\n", term.Safe(message.Of(a.Err).Error(why)))
	}
	return nil
}

// uncertainPages judges a run as at its end, and returns the pages that a service may be asked about, the least certain ones first.
func uncertainPages(ctx context.Context, dir string, from *rescore.Source, judge *relevance.Judge) ([]doubtful, error) {
	var list []doubtful
	err := rescore.RunToEnd(ctx, rundir.Current(dir), from, judge, func() bool { return judge.Relearn() != nil }, func(v *rescore.Verdict) error {
		kind, _ := crawl.ParsePageKind(v.Line.Kind)
		if v.Err != nil || v.Was.Exact || v.Was.Copy || kind.Leads() || !judge.IsUncertain(v.Now.Relevance) {
			return nil
		}
		d := doubtful{v.Was, v.Now.Relevance - judge.Phi()}
		d.record.Evidence, d.doubt = nil, max(d.doubt, -d.doubt)
		list = append(list, d)
		return nil
	})
	slices.SortStableFunc(list, func(a, b doubtful) int { return cmp.Compare(a.doubt, b.doubt) })
	return list, err
}

// addQuestions lets questions wait about the first pages that nobody answered, most in all, and returns how many.
func addQuestions(ctx context.Context, asker *endpoint.Asker, pages []doubtful, most int, from *rescore.Source, judge *relevance.Judge, opinions *endpoint.Opinions) (n int, err error) {
	for i := range pages {
		if n == most {
			break
		}
		p, err := from.Page(ctx, pages[i].record, judge)
		if err != nil {
			return n, err
		}
		if p == nil || opinions.Asked(judge.Topic(), p) {
			continue
		}
		asker.Add(opinions.Question(judge.Topic(), p), pages[i].doubt)
		n++
	}
	return n, nil
}
