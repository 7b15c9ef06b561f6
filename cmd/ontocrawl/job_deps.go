package main

import (
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/jobcmd"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// jobDeps are what the commands about jobs need of the crawl's settings.
func jobDeps(a *app) *jobcmd.Deps {
	return &jobcmd.Deps{
		App: &a.App, JobOptions: a.jobOptions, RunSettings: judgeSettings(),
		Crawler: func(lang string, log *slog.Logger) (daemon.Crawler, func()) {
			c := newJobCrawler(a, lang, log)
			return c, c.close
		},
		RunTopic: func(cmd *cobra.Command, dir string) (*config.Config, *topic.Topic, error) {
			if err := isRun(dir); err != nil {
				return nil, nil, err
			}
			old, _, err := readParams(dir)
			if err != nil {
				return nil, nil, err
			}
			if err := inherit(cmd, old.Settings); err != nil {
				return nil, nil, err
			}
			c, err := a.Load(cmd)
			if err != nil {
				return nil, nil, err
			}
			t, err := a.Topic(cmd.Context(), c)
			return c, t, err
		},
	}
}
