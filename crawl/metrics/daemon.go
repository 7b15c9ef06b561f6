package metrics

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// DaemonOptions of a Daemon. The functions are called concurrently, when somebody
// asks.
type DaemonOptions struct {
	Version       string
	State         func() DaemonState
	Notifications func() []NotificationCount
}

// DaemonState is how a desk stands.
type DaemonState struct {
	Jobs []JobState
	Full bool  // fetching is paused: the disk is nearly full
	Free int64 // bytes; -1 if unknown
}

// JobState is how a job stands.
type JobState struct {
	Name, Phase string
	Running     bool
	Lag         time.Duration  // since it is due and waits; 0 if it does not
	Delay       time.Duration  // by which its last scheduled run began late
	Next        time.Time      // zero if it is never due
	Runs        map[string]int // since the process began, by outcome
}

// NotificationCount counts the letters of one receiver since the process began.
type NotificationCount struct {
	Receiver           string
	Sent, Failed, Dead int
}

// Daemon is the metrics of a desk. Its methods may be called concurrently.
type Daemon struct {
	opt      DaemonOptions
	registry *prometheus.Registry
	events   *prometheus.CounterVec
	delay    prometheus.Histogram
}

// NewDaemon returns the metrics of a desk.
func NewDaemon(opt DaemonOptions) *Daemon {
	d := &Daemon{opt: opt, registry: prometheus.NewRegistry()}
	d.events = prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "ontocrawl", Name: "job_finds_total", Help: "Relevant pages that were new, changed or gone."}, []string{"job", "kind"})
	d.delay = prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: "ontocrawl", Name: "capture_delay_seconds", Help: "Time from a new page's publication, as it says itself, to its capture.",
		Buckets: []float64{60, 300, 600, 1800, 3600, 2 * 3600, 6 * 3600, 12 * 3600, 86400, 3 * 86400, 7 * 86400},
	})
	d.registry.MustRegister(d.events, d.delay, &deskStanding{opt},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return d
}

// Found counts a find. Delay is the time from publication to capture, if it is
// known.
func (d *Daemon) Found(job, kind string, delay time.Duration, known bool) {
	d.events.WithLabelValues(job, kind).Inc()
	if known {
		d.delay.Observe(delay.Seconds())
	}
}

func (d *Daemon) numbers() *prometheus.Registry { return d.registry }

func (d *Daemon) health() error {
	if d.opt.State().Full {
		return errors.New("fetching is paused: the disk is nearly full")
	}
	return nil
}

// deskStanding is how a desk stands, looked up when somebody asks.
type deskStanding struct{ opt DaemonOptions }

// deskGauge is a metric of a deskStanding with its labels.
type deskGauge struct {
	gauge
	labels []string
}

func (g deskGauge) desc() *prometheus.Desc { return g.gauge.desc(g.labels...) }

func (g deskGauge) metric(t prometheus.ValueType, v float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(g.desc(), t, v, labels...)
}

// deskGauges are the metrics of a deskStanding.
type deskGauges struct {
	runs, running, lag, delay, next, phase, letters, full, free, build deskGauge
}

func gaugesOfDesk() deskGauges {
	job := []string{"job"}
	return deskGauges{
		runs:    deskGauge{gauge{"job_runs_total", "Runs that have ended, by outcome."}, []string{"job", "outcome"}},
		running: deskGauge{gauge{"job_running", "1 while a run of the job is being made."}, job},
		lag:     deskGauge{gauge{"job_lag_seconds", "Time since the job is due and no run has begun; 0 if it is not due."}, job},
		delay:   deskGauge{gauge{"job_start_delay_seconds", "Time by which the last scheduled run began after its time."}, job},
		next:    deskGauge{gauge{"job_next_timestamp_seconds", "Unix time at which the job is due next; absent if it is paused."}, job},
		phase:   deskGauge{gauge{"job_phase", "1 for the phase in which the job is."}, []string{"job", "phase"}},
		letters: deskGauge{gauge{"letters_total", "Letters by receiver and outcome: sent, tries that failed, dead."}, []string{"receiver", "outcome"}},
		full:    deskGauge{gauge{"desk_full", "1 while fetching is paused because the disk is nearly full."}, nil},
		free:    deskGauge{gauge{"disk_free_bytes", "Space left on the disk of the desk; absent where unknown."}, nil},
		build:   deskGauge{gauge{"build_info", "Always 1; the label tells the version."}, []string{"version"}},
	}
}

// Describe implements prometheus.Collector.
func (c *deskStanding) Describe(ch chan<- *prometheus.Desc) {
	g := gaugesOfDesk()
	for _, x := range []deskGauge{g.runs, g.running, g.lag, g.delay, g.next, g.phase, g.letters, g.full, g.free, g.build} {
		ch <- x.desc()
	}
}

// Collect implements prometheus.Collector.
func (c *deskStanding) Collect(ch chan<- prometheus.Metric) {
	const gauge, counter = prometheus.GaugeValue, prometheus.CounterValue
	g, s := gaugesOfDesk(), c.opt.State()
	for _, j := range s.Jobs {
		for outcome, n := range j.Runs {
			ch <- g.runs.metric(counter, float64(n), j.Name, outcome)
		}
		ch <- g.running.metric(gauge, truth(j.Running), j.Name)
		ch <- g.lag.metric(gauge, j.Lag.Seconds(), j.Name)
		ch <- g.delay.metric(gauge, j.Delay.Seconds(), j.Name)
		if !j.Next.IsZero() {
			ch <- g.next.metric(gauge, float64(j.Next.Unix()), j.Name)
		}
		ch <- g.phase.metric(gauge, 1, j.Name, j.Phase)
	}
	for _, l := range c.opt.Notifications() {
		ch <- g.letters.metric(counter, float64(l.Sent), l.Receiver, "sent")
		ch <- g.letters.metric(counter, float64(l.Failed), l.Receiver, "failed")
		ch <- g.letters.metric(counter, float64(l.Dead), l.Receiver, "dead")
	}
	ch <- g.full.metric(gauge, truth(s.Full))
	if s.Free >= 0 {
		ch <- g.free.metric(gauge, float64(s.Free))
	}
	ch <- g.build.metric(gauge, 1, c.opt.Version)
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
