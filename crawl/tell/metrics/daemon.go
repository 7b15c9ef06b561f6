package metrics

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/ontocrawl/ontocrawl/internal/term"
)

// DaemonOptions of a Daemon. The functions are called concurrently, when Prometheus
// asks.
type DaemonOptions struct {
	Version       string
	State         func() DaemonState
	Notifications func() []NotificationCount
}

// DaemonState is the state of a daemon.
type DaemonState struct {
	Jobs []JobState
	Full bool  // fetching is paused: the disk is nearly full
	Free int64 // bytes; -1 if unknown

	Troubles []Trouble
	Notes    []string  // further lines of /healthz
	Pinged   time.Time // when the dead man's switch answered last; zero for never
}

// Trouble is something that a person must repair.
type Trouble struct {
	Kind, Job, Text string // Job is "" for the daemon as a whole
	Since           time.Time
}

// JobState is the state of a job.
type JobState struct {
	Name, Phase string
	Running     bool
	Lag         time.Duration  // since the job was due, while it waits; else 0
	Delay       time.Duration  // of the start of the last scheduled run
	Next        time.Time      // zero if it is never due
	Runs        map[string]int // since the process began, by outcome
}

// NotificationCount counts the notifications to one receiver since the process
// began.
type NotificationCount struct {
	Receiver           string
	Sent, Failed, Dead int
}

// Daemon is the metrics of a daemon. Its methods may be called concurrently.
type Daemon struct {
	opt      DaemonOptions
	registry *prometheus.Registry
	events   *prometheus.CounterVec
	delay    prometheus.Histogram
}

// NewDaemon returns the metrics of a daemon.
func NewDaemon(opt DaemonOptions) *Daemon {
	d := &Daemon{opt: opt, registry: prometheus.NewRegistry()}
	d.events = prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "ontocrawl", Name: "job_events_total", Help: "Relevant pages that were new, changed, gone, gained or lost, and new sources."}, []string{"job", "kind"})
	d.delay = prometheus.NewHistogram(prometheus.HistogramOpts{
		Namespace: "ontocrawl", Name: "capture_delay_seconds", Help: "Time from the publication of a new page, by its own date, to its capture.",
		Buckets: []float64{60, 300, 600, 1800, 3600, 2 * 3600, 6 * 3600, 12 * 3600, 86400, 3 * 86400, 7 * 86400},
	})
	d.registry.MustRegister(d.events, d.delay, collector(opt.collect),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return d
}

// Found counts a change event. delay is the time from publication to capture, if
// known is true.
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

// notes are further lines, and the troubles, a line each. They do not make the daemon unhealthy: to start it
// anew would end none of them.
func (d *Daemon) notes() (lines []string) {
	s := d.opt.State()
	for _, note := range s.Notes {
		lines = append(lines, term.Safe(strings.Join(strings.Fields(note), " ")))
	}
	for _, t := range s.Troubles {
		text := fmt.Sprintf("%s since %s", t.Kind, t.Since.UTC().Format(time.RFC3339))
		if t.Job != "" {
			text = "job " + t.Job + ": " + text
		}
		if t.Text != "" {
			text += ": " + t.Text
		}
		lines = append(lines, term.Safe(strings.Join(strings.Fields(text), " ")))
	}
	return lines
}

// collect computes the state of a daemon.
func (o DaemonOptions) collect(emit func(m lookup, value float64, labels ...string)) {
	s := o.State()
	for _, j := range s.Jobs {
		for outcome, n := range j.Runs {
			emit(counter("job_runs_total", "Runs that have ended, by outcome.", "job", "outcome"), float64(n), j.Name, outcome)
		}
		emit(gauge("job_running", "1 while a run of the job is in progress.", "job"), number(j.Running), j.Name)
		emit(gauge("job_lag_seconds", "Time since the job was due without a run; 0 if it is not due.", "job"), j.Lag.Seconds(), j.Name)
		emit(gauge("job_start_delay_seconds", "Time by which the last scheduled run began late.", "job"), j.Delay.Seconds(), j.Name)
		if !j.Next.IsZero() {
			emit(gauge("job_next_timestamp_seconds", "Unix time at which the job is due next; absent if it is paused.", "job"), float64(j.Next.Unix()), j.Name)
		}
		emit(gauge("job_phase", "1 for the phase of the job.", "job", "phase"), 1, j.Name, j.Phase)
	}
	for _, n := range o.Notifications() {
		m := counter("notifications_total", "Notifications by receiver and outcome: sent, failed attempts, dead.", "receiver", "outcome")
		emit(m, float64(n.Sent), n.Receiver, "sent")
		emit(m, float64(n.Failed), n.Receiver, "failed")
		emit(m, float64(n.Dead), n.Receiver, "dead")
	}
	for _, t := range s.Troubles {
		emit(gauge("trouble", "1 while something must be repaired, by kind and job.", "job", "kind"), 1, t.Job, t.Kind)
	}
	if !s.Pinged.IsZero() {
		emit(gauge("ping_last_success_timestamp_seconds", "When the dead man's switch was answered last."), float64(s.Pinged.Unix()))
	}
	emit(gauge("fetching_paused", "1 while fetching is paused because the disk is nearly full."), number(s.Full))
	if s.Free >= 0 {
		emit(gauge("disk_free_bytes", "Free space on the disk of the daemon; absent if unknown."), float64(s.Free))
	}
	emit(gauge("build_info", "Always 1; the label is the version.", "version"), 1, o.Version)
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
