package daemon

import (
	"github.com/ontocrawl/ontocrawl/crawl/metrics"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// serveMetrics serves the numbers of the daemon to Prometheus.
func (d *Daemon) serveMetrics() error {
	set := metrics.NewDaemon(metrics.DaemonOptions{Version: d.Version, State: d.numbers, Notifications: d.notificationCounts})
	d.found = func(e *monitor.Event) {
		delay, known := e.Delay()
		set.Found(e.Job, string(e.Kind), delay, known && e.Kind == monitor.New)
	}
	srv, err := metrics.Serve(d.Metrics, set, d.Log)
	if err != nil {
		return err
	}
	d.closers = append(d.closers, srv.Close)
	d.Log.Info("metrics are served", "address", srv.Addr())
	return nil
}

// numbers returns the state of all jobs.
func (d *Daemon) numbers() metrics.DaemonState {
	s, now := d.scheduler.State(), d.clock.Now()
	runs, delays := d.scheduler.Counts()
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

func (d *Daemon) notificationCounts() (counts []metrics.NotificationCount) {
	for _, s := range d.worker.Stats() {
		counts = append(counts, metrics.NotificationCount{Receiver: s.Receiver, Sent: s.Sent, Failed: s.Failed, Dead: s.Dead})
	}
	return counts
}
