package crawlcmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// judging is a judge of the pages of a run by an ontology.
type judging struct {
	c     *config.Config
	topic *topic.Topic
	judge *relevance.Judge
	said  rescore.Judgement
}

// JudgeBoth judges the kept pages of the run in dir by two ontologies, with the other settings of the run. topic is
// looked for in both; "" is the run's.
func JudgeBoth(ctx context.Context, a *cli.App, dir, topic, before, after string) (*rescore.Report, error) {
	old, err := judgingBy(ctx, a, dir, topic, before)
	if err != nil {
		return nil, err
	}
	now, err := judgingBy(ctx, a, dir, topic, after)
	if err != nil {
		return nil, err
	}
	from, err := openKept(a, now.c, dir)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	r := rescore.NewReport(dir, old.said, now.said)
	err = r.FillBoth(ctx, from, old.judge, now.judge, func(j rescore.Judge) bool {
		return j == rescore.Judge(old.judge) && old.judge.Relearn() != nil || j == rescore.Judge(now.judge) && now.judge.Relearn() != nil
	}, func(v *rescore.Verdict) {
		message.Fprintf(a.Err, "ontocrawl: %s: %s\n", term.Readable(v.Was.URL), term.Safe(message.Of(a.Err).Error(v.Err)))
	})
	if err == nil && r.Pages > 0 && r.NotKept == r.Pages {
		err = cli.Usagef("%s has kept neither text nor answer of any page", dir)
	}
	return r, err
}

// judgingBy makes the judge that the run in dir would have by another ontology.
func judgingBy(ctx context.Context, a *cli.App, dir, topic, ontology string) (*judging, error) {
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	BindRunSettings(cmd)
	given := map[string]string{"ontology": ontology}
	if topic != "" {
		given["topic"] = topic
	}
	for name, value := range given {
		if err := cmd.Flags().Set(name, value); err != nil {
			return nil, cli.Usage(err)
		}
	}
	c, t, err := RunTopic(a, cmd, dir)
	if err != nil {
		return nil, err
	}
	judge, taught, err := judgeAgain(c, t, dir)
	if err == nil {
		err = useOpinions(judge, dir)
	}
	if err != nil {
		return nil, err
	}
	return &judging{c, t, judge, rescore.Judgement{Topic: t.Name, Judge: judge.Name(), Phi: judge.Phi(), Taught: taught, Ontologies: t.Origins}}, nil
}
