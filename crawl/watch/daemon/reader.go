package daemon

import (
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

// storePatience is how long a process waits while others use the store.
const storePatience = 30 * time.Second

// sharedStore returns the store for a process that is not the daemon.
func sharedStore(f *jobfile.File, log *slog.Logger) *scheduler.SharedStore {
	return &scheduler.SharedStore{Patience: storePatience, OpenStore: func() (monitor.Store, error) {
		s, err := store.Open(store.Dir(f.Folder), log)
		return s.Roles(), err
	}}
}

// Dial returns a client of the daemon that runs on the folder of f, nil if none
// runs.
func Dial(f *jobfile.File) *api.Client {
	path := filepath.Join(f.Folder, socketFile)
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	c := api.DialUnix(path)
	if !c.Alive() {
		c.Close() //nolint:errcheck // gives back nothing
		return nil
	}
	return c
}

// Reader answers questions about jobs: the daemon answers if one runs, else the
// store.
type Reader struct {
	monitor.Reader
	Daemon *api.Client   // nil if none runs
	store  monitor.Store // none if a daemon runs
	audit  *access.Audit // likewise
	file   *jobfile.File
}

// OpenReader returns a Reader of the jobs of f.
func OpenReader(f *jobfile.File, log *slog.Logger) (*Reader, error) {
	if c := Dial(f); c != nil {
		return &Reader{Reader: c, Daemon: c, file: f}, nil
	}
	if err := makeFolder(f); err != nil {
		return nil, err
	}
	s := sharedStore(f, log)
	return &Reader{Reader: s, store: s.Roles(), file: f, audit: access.NewAudit(f.Folder, access.AuditOptions{Log: log})}, nil
}

// Close releases the daemon or the store.
func (r *Reader) Close() error {
	if r.Daemon != nil {
		return r.Daemon.Close()
	}
	return r.store.Close()
}

// SetPhase holds j in phase p for the time long.
func (r *Reader) SetPhase(j *monitor.Job, p monitor.Phase, long time.Duration, reason string) error {
	if r.Daemon != nil {
		return r.Daemon.SetPhase(j.Name, p, long, reason)
	}
	t, err := scheduler.Hold(r, j, p, long, reason, monitor.SystemClock{}.Now())
	if err != nil {
		return err
	}
	return r.store.AddTransition(t)
}

// Decide accepts or refuses a site as a source of a job. If no daemon runs, it is the owner
// of the folder who does.
func (r *Reader) Decide(d monitor.Decision) error {
	if r.Daemon != nil {
		return r.Daemon.Decide(d)
	}
	who := owner(nil)
	d.At, d.By = monitor.SystemClock{}.Now().UTC(), who.Name
	if err := r.store.Decide(d); err != nil {
		return err
	}
	r.audit.Note(who, api.ActionSource, d.Job, access.Done, api.DecisionDetail(d))
	return nil
}

// AddSources adds the addresses of a text as sources of a job, as [api.AddSources] does.
func (r *Reader) AddSources(j *monitor.Job, text, reason string) (api.Added, error) {
	if r.Daemon != nil {
		return r.Daemon.AddSources(j.Name, text, reason)
	}
	have, err := r.Sources(j.Name, "")
	if err != nil {
		return api.Added{}, err
	}
	return api.AddSources(monitor.Decision{Job: j.Name, Reason: reason}, text, have, func(d monitor.Decision) error {
		if err := mayFetch(j, d.Add); err != nil {
			return err
		}
		return r.Decide(d)
	})
}

// JobStatus is the state of a job in a list.
type JobStatus struct {
	Name     string             `json:"name"`
	Schedule string             `json:"schedule"`
	Paused   bool               `json:"paused,omitempty"`
	Pause    *monitor.Pause     `json:"pause,omitempty"` // by a person; else it is paused by its file
	Phase    monitor.Transition `json:"phase"`
	Last     *monitor.Run       `json:"last,omitempty"`
	Running  *monitor.Run       `json:"running,omitempty"`
	Next     time.Time          `json:"next,omitzero"`
}

// StatusOf returns the state of j at now.
func StatusOf(r monitor.Reader, j *monitor.Job, now time.Time) (s JobStatus, err error) {
	s = JobStatus{Name: j.Name, Paused: j.Paused}
	if j.Schedule != nil { // else the file of jobs is broken
		s.Schedule = j.Schedule.String()
	}
	if s.Phase, err = scheduler.InForce(r, j); err != nil {
		return s, err
	}
	runs, err := monitor.LastRuns(r, j.Name, now)
	for i := range runs {
		if runs[i].Ended.IsZero() && s.Running == nil {
			s.Running = &runs[i]
		} else if !runs[i].Ended.IsZero() && s.Last == nil {
			s.Last = &runs[i]
		}
	}
	if !j.Paused && j.Schedule != nil {
		s.Next = scheduler.Due(j, s.Phase, now)
	}
	return s, err
}

// recordedState returns the state of all jobs as the store has it.
func recordedState(r monitor.Reader, f *jobfile.File, now time.Time) (scheduler.State, error) {
	s := scheduler.State{Free: -1}
	if free, ok := state.FreeSpace(f.Folder); ok {
		s.Free = free
	}
	pauses, err := OpenPauses(f.Folder)
	if err != nil {
		return s, err
	}
	for _, j := range f.Jobs {
		l, err := StatusOf(r, j, now)
		if err != nil {
			return s, err
		}
		st := scheduler.Status{Job: j, Transition: l.Phase, Next: l.Next, Running: l.Running != nil, Pause: pauses.Of(j.Name)}
		if st.Pause != nil {
			st.Next = time.Time{}
		}
		if l.Last != nil {
			st.Last = *l.Last
		}
		s.Jobs = append(s.Jobs, st)
	}
	return s, nil
}
