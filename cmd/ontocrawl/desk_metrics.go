package main

import (
	"fmt"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/metrics"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// serveMetrics serves the numbers of the daemon to Prometheus.
func (d *daemon) serveMetrics() error {
	set := metrics.NewDaemon(metrics.DaemonOptions{Version: cli.Version, State: d.numbers, Notifications: d.letterCounts})
	d.found = func(f *monitor.Event) {
		delay, known := f.Delay()
		set.Found(f.Job, string(f.Kind), delay, known && f.Kind == monitor.New)
	}
	srv, err := metrics.Serve(d.metricsAddr, set, d.log)
	if err != nil {
		return cli.Usage(fmt.Errorf("--metrics: %w", err))
	}
	d.closers = append(d.closers, srv.Close)
	d.log.Info("metrics are served", "address", srv.Addr())
	return nil
}

// numbers are how the daemon stands.
func (d *daemon) numbers() metrics.DaemonState {
	s, now := d.daemon.State(), d.clock.Now()
	runs, delays := d.daemon.Counts()
	n := metrics.DaemonState{Full: s.Full, Free: s.Free}
	for _, j := range s.Jobs {
		name := j.Job.Name
		job := metrics.JobState{Name: name, Phase: j.Transition.To.String(), Running: j.Running, Delay: delays[name], Next: j.Next, Runs: map[string]int{}}
		if j.Late {
			job.Lag = now.Sub(j.Next)
		}
		for key, count := range runs {
			if key.Job == name {
				job.Runs[string(key.Outcome)] = count
			}
		}
		n.Jobs = append(n.Jobs, job)
	}
	return n
}

func (d *daemon) letterCounts() (counts []metrics.NotificationCount) {
	for _, s := range d.worker.Stats() {
		counts = append(counts, metrics.NotificationCount{Receiver: s.Receiver, Sent: s.Sent, Failed: s.Failed, Dead: s.Dead})
	}
	return counts
}
