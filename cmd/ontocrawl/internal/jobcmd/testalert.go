package jobcmd

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

func (j *job) testAlert() *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "test-alert [JOB] [RECEIVER]",
		Short: "Send a test message to receivers, or show what would be sent",
		Long: `Sends a message that says that it is a test: to every receiver of the file, to those
of JOB, or to RECEIVER alone. It is in the language and the zone of the job, and made
by the template of the receiver. Nothing is kept, and nothing is sent again.

--dry-run shows what would be sent, without secrets, and sends nothing. It needs no
network. The topics of the jobs are not read, so a broken ontology does not matter.

Exit codes: 0 every receiver accepted the message; 1 one did not; 2 the command line
or the file of jobs is wrong.`,
		Example: `  ontocrawl job test-alert
  ontocrawl job test-alert typhoon duty
  ontocrawl job test-alert typhoon --dry-run`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := j.Load(cmd)
			if err != nil {
				return err
			}
			opt := j.JobOptions()
			opt.Check, opt.LookupEnv = nil, nil // topics do not matter here, and each receiver tells of its own secrets
			f, err := jobfile.Read(JobsFile(j.App, j.file), opt)
			if err != nil {
				return cli.Usage(err)
			}
			name, receivers, err := receiversOf(f, args)
			if err != nil {
				return cli.Usage(err)
			}
			t := notify.NewTester(f.Jobs, notify.Options{Dir: f.Folder, Log: j.Logger(c), Lang: c.Lang, Zone: time.Local, Secret: j.LookupEnv, Hosts: config.List(c.ReceiverHosts)})
			tests := t.Test(cmd.Context(), name, receivers, dry)
			if err := j.print(tests, func() error { return writeAlertTests(j.Out, tests) }); err != nil {
				return err
			}
			if slices.ContainsFunc(tests, func(t notify.Tested) bool { return t.Error != "" }) {
				return cli.Exit(cli.ExitFailure, cli.ErrSilent)
			}
			return nil
		},
	}
	config.Bind(cmd.Flags(), "receiver-hosts")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "show what would be sent, and send nothing")
	return cmd
}

// receiversOf returns the job and the receivers that args name. One name may name a job,
// or else a receiver.
func receiversOf(f *jobfile.File, args []string) (job string, all []monitor.Receiver, err error) {
	all = f.Receivers
	if len(args) > 0 {
		one, err := f.Job(args[0])
		switch {
		case err == nil:
			job, all = one.Name, notify.ReceiversOf(one)
		case len(args) == 1 && slices.ContainsFunc(all, named(args[0])):
			args = append(args, args[0])
		default:
			return "", nil, err
		}
	}
	if len(args) == 2 {
		i := slices.IndexFunc(f.Receivers, named(args[1]))
		if i < 0 {
			return "", nil, noReceiver(f, args[1])
		}
		all = f.Receivers[i : i+1]
	}
	if len(all) == 0 {
		return "", nil, english.Errorf("%s names no receiver to test", f.Path)
	}
	return job, all, nil
}

func named(name string) func(monitor.Receiver) bool {
	return func(r monitor.Receiver) bool { return r.Name == name }
}

func noReceiver(f *jobfile.File, name string) error {
	var names []string
	for _, r := range f.Receivers {
		names = append(names, r.Name)
	}
	if best := yamlread.Nearest(name, names); best != "" {
		return english.Errorf("%s has no receiver %q; did you mean %q?", f.Path, name, best)
	}
	return english.Errorf("%s has no receiver %q", f.Path, name)
}
