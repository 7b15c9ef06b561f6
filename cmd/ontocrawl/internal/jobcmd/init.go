package jobcmd

import (
	"context"
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// initCommand writes a first file of jobs.
func initCommand(e *Deps) *cobra.Command {
	var given jobedit.Answers
	var yes, force bool
	cmd := &cobra.Command{
		Use:   "init [FILE]",
		Short: "Ask five questions and write a file of monitoring jobs",
		Long: `Asks what to watch, in which languages, from where, where to report and how often, and
writes a file with one job (jobs.yaml, else FILE) that "ontocrawl job check" accepts.
docs/monitoring.md explains all that may be added.

A flag answers its question, which is then not asked. With --yes nothing is asked: what
no flag answers has its default, but a topic and sources are needed. Answers may also
come from a file or a pipe, one a line; an empty line is the default.

A file that is there already stays, unless --force is given.

Exit codes: 0 written; 1 it could not be written; 2 an answer is wrong or missing, or the
file is there already; 130 interrupted, and nothing is written.`,
		Example: `  ontocrawl init
  ontocrawl init --yes --topic typhoon --sources https://weather.example.org/ --every 10m
  ontocrawl init storms.yaml --topic storms.owl --languages zh --report https://duty.example.org/hook`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := "jobs.yaml"
			if len(args) == 1 {
				path = args[0]
			}
			if !force && jobedit.FileExists(path) {
				return standing(path)
			}
			c, err := e.Load(cmd)
			if err != nil {
				return err
			}
			v := e.interview(path, c.Lang)
			if !yes {
				v.In = e.In
			}
			return e.writeJobs(cmd.Context(), v, given, force)
		},
	}
	config.Bind(cmd.Flags(), "lang", "log-level", "log-format")
	for q, usage := range []string{
		"embedded topic, concept, or file with an ontology",
		"languages of reported pages: zh, en, \"zh en\", all",
		"addresses of pages, a file of them, or search sources",
		"file, address of a webhook, or mailbox",
		"10m, 1h, @daily, or a line of cron",
	} {
		cmd.Flags().StringVar(&given[q], jobedit.Question(q).Name(), "", usage)
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "ask nothing")
	cmd.Flags().BoolVar(&force, "force", false, "replace a file that is there already")
	return cmd
}

// standing is the error of a file that would be overwritten.
func standing(path string) error {
	return cli.Usagef("%s is there already; name another file, or give --force to replace it", path)
}

// interview returns the interview for a file at path, without its answers.
func (e *Deps) interview(path, lang string) *jobedit.Interview {
	opt := e.JobOptions() // remembers the topic from check to check
	opt.LookupEnv = nil   // who writes the file sets variables later
	return &jobedit.Interview{
		Out: e.Err, Path: path, Lang: lang, Topics: append(topic.Embedded(), "earthquake", "flood", "landslide", "drought", "wildfire"), // some of those of hazards
		Check: func(data []byte) error {
			_, err := jobfile.Parse(path, data, opt)
			return err
		},
	}
}

// writeJobs asks what is missing and writes the file.
func (e *Deps) writeJobs(ctx context.Context, v *jobedit.Interview, given jobedit.Answers, force bool) error {
	f, err := v.Run(ctx, given)
	var wrong *jobedit.AnswerError
	switch {
	case err != nil && ctx.Err() != nil:
		return cli.Exit(cli.ExitInterrupted, errors.New("interrupted; nothing is written"))
	case errors.As(err, &wrong):
		return cli.Usage(english.Errorf("--%w", err))
	case err != nil:
		return cli.Failure(err)
	}
	write := f.Create
	if force {
		write = f.Replace
	}
	switch err := write(); {
	case errors.Is(err, fs.ErrExist):
		return standing(v.Path)
	case err != nil:
		return cli.Failure(err)
	}
	f.Next(e.Out, v.Lang)
	return nil
}
