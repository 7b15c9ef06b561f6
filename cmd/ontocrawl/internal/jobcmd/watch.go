package jobcmd

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Watch is the command watch.
func Watch(e *Deps) *cobra.Command {
	var page pageFlags
	var others clusterFlags
	var metrics string
	cmd := &cobra.Command{
		Use:   "watch JOBS",
		Short: "Run monitoring jobs on their schedules, until stopped",
		Long: `Makes the runs of the jobs in a file when they are due, delivers notifications, and
follows the phases of events (docs/monitoring.md).

SIGHUP reads the file again, and that of --access; if something is wrong with it, the
log says what, and the old one stays. SIGTERM and Ctrl-C interrupt what runs and end
the process; the next process resumes it, as after a crash. Runs of one job never overlap, and no
scheduled time runs twice.

--listen shows the jobs as a page (see "ontocrawl serve"); "ontocrawl job" asks the
running daemon through a socket in the folder of the jobs.

Several machines can share the jobs, so that they survive the one they run on: give
each the same file, and --cluster with the address of a broker that is there, or run
"ontocrawl-node watch" with --join, whose daemons run the broker between them. One of
them holds the jobs and makes the runs; when it dies another one takes over
(docs/cluster.md). The page shows the cluster of --cluster, too.

Exit codes: 0 stopped by a signal; 1 it failed while working; 2 the command line or
the file of jobs is wrong, or the cluster does not take this daemon; 3 another daemon
holds the folder.`,
		Example: `  ontocrawl watch jobs.yaml
  ontocrawl watch jobs.yaml --cluster n1:4222,n2:4222,n3:4222 --config cluster.yaml
  ontocrawl-node watch jobs.yaml --join n1:6222,n2:6222,n3:6222 --config cluster.yaml
  ontocrawl watch /etc/ontocrawl/jobs.yaml --listen 127.0.0.1:7474 --metrics localhost:9090`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := e.Load(cmd)
			if err != nil {
				return err
			}
			e.KeepPrivate()
			f, err := e.readJobs(args[0])
			if err != nil {
				return err
			}
			opt, close := e.options(c, f, e.Logger(c))
			defer close()
			opt.Metrics = metrics
			if page.addr != "" {
				p, err := page.options(e.App, f.Folder, opt.Log)
				if err != nil {
					return err
				}
				page.cluster = others.cluster
				shut, err := page.show(e, c, &p)
				if err != nil {
					return err
				}
				defer shut() //nolint:errcheck // it was only looked at
				p.Told = &eventgraph.Cache{Log: opt.Log, Folder: keptEvents(f.Folder)}
				opt.Page = &p
			}
			leave, err := others.connect(cmd.Context(), e.App, c, &opt)
			if err != nil || opt.Cluster == nil && others.given() {
				return err
			}
			defer leave()
			return watch(cmd.Context(), e.App, opt)
		},
	}
	config.Bind(cmd.Flags(), "lang", "log-level", "log-format", "job-files", "receiver-hosts")
	config.Bind(cmd.Flags(), "cluster-name", "cluster-ca", "cluster-cert", "cluster-key")
	page.bind(cmd.Flags(), "")
	others.bind(cmd.Flags(), e.StartBroker != nil)
	cmd.Flags().StringVar(&metrics, "metrics", "", "address to serve Prometheus metrics and /healthz on, such as localhost:9090")
	return cmd
}

// keptEvents finds the run folder of a job, whose event graph the runs of the job keep (event-graph).
func keptEvents(folder string) func(job string) (string, bool) {
	return func(job string) (string, bool) {
		dir := scheduler.Dir(folder, job)
		return dir, yamlread.IsName(job) && exists(dir)
	}
}

// watch runs the daemon until ctx ends. SIGHUP makes it reload the file of jobs.
func watch(ctx context.Context, a *cli.App, opt daemon.Options) error {
	d, err := daemon.Open(ctx, opt)
	if err != nil {
		return exitError(pageError(err))
	}
	defer a.Present(opt.Jobs.Folder)()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	signal.Ignore(syscall.SIGHUP) // it ends every other command
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-hup:
				d.Reload()
			case <-ctx.Done():
				return
			}
		}
	}()
	failed := d.Run(ctx)
	cancel()
	<-done
	signal.Stop(hup)
	return exitError(errors.Join(failed, d.Close()))
}
