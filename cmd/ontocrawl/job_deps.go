package main

import (
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/jobcmd"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/progress"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// jobDeps are what the commands about jobs take from other commands.
func jobDeps(a *app) *jobcmd.Deps {
	return &jobcmd.Deps{
		App: &a.App, RunSettings: judgeSettings(),
		Show: func(m *progress.Meter, log *slog.Logger) func() {
			p := newProgress(io.Discard) // not a terminal: it logs
			p.start(m, log)
			return p.end
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
