package progress

import (
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/rundir"
)

// The states of a crawl that lives. One that has ended has the reason for which
// it stopped, as in summary.json, or [Failed].
const (
	Opening  = "opening" // reads its journal
	Crawling = "crawling"
	Failed   = "failed" // a disk or another part failed; Status.Error says how
)

// Status is status.json. The names are an interface.
type Status struct {
	State   string      `json:"state"`
	Error   string      `json:"error,omitempty"`
	Process int         `json:"process"` // its id on Machine
	Machine string      `json:"machine"`
	Version string      `json:"version"`
	Topic   string      `json:"topic"`
	Command []string    `json:"command"`   // what continues this run
	Env     []string    `json:"env"`       // variables with which, NAME=value
	Dir     string      `json:"directory"` // and where
	Metrics string      `json:"metrics"`   // address at which metrics are served, "" if nowhere
	Begun   rundir.Time `json:"begun"`     // when the process began
	Updated rundir.Time `json:"updated"`   // when this was written
	Counts
}

// statusEvery is how often status.json is written.
const statusEvery = time.Second

// Publisher keeps status.json of a run folder up to date until it is closed.
type Publisher struct {
	m    *Meter
	log  *slog.Logger
	root *os.Root
	lock func()

	mu     sync.Mutex
	s      Status
	warned bool

	stop chan struct{}
	done chan struct{}
}

// Publish begins to write the status of a crawl that m counts to the run folder
// dir. It is for the process that owns the folder's state. first holds what does
// not change.
func Publish(dir string, first Status, m *Meter, log *slog.Logger) (*Publisher, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	p := &Publisher{m: m, log: log, root: root, lock: holdAlive(dir), s: first, stop: make(chan struct{}), done: make(chan struct{})}
	p.s.Process = os.Getpid()
	p.s.Machine, _ = os.Hostname() // "" is what nobody is told
	p.s.Begun = rundir.Time{Time: m.begun}
	if p.s.State == "" {
		p.s.State = Opening
	}
	p.write()
	go p.run()
	return p, nil
}

func (p *Publisher) run() {
	defer close(p.done)
	tick := time.NewTicker(statusEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.write()
		case <-p.stop:
			return
		}
	}
}

// Set changes what the status says.
func (p *Publisher) Set(change func(*Status)) {
	p.mu.Lock()
	change(&p.s)
	p.mu.Unlock()
	p.write()
}

// Status returns what stands in the file, as of now.
func (p *Publisher) Status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.status()
}

// status must be called with mu held.
func (p *Publisher) status() Status {
	s := p.s
	s.Counts, s.Updated = p.m.Counts(), rundir.Time{Time: p.m.now()}
	if s.State != Opening && s.State != Crawling {
		s.SecondsLeft = -1
	}
	return s
}

// Close writes the last status and shows that the crawl does not live any more.
func (p *Publisher) Close(last func(*Status)) {
	close(p.stop)
	<-p.done
	p.Set(last)
	p.lock()
	p.root.Close() //nolint:errcheck // nothing is lost with it
}

// write replaces the file. It is not synced: it is worth nothing after the
// machine has died, and a crawl must not wait for a disk for it. A failure is
// told once; a full disk stops the crawl elsewhere.
func (p *Publisher) write() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.replace(); err != nil && !p.warned {
		p.warned = true
		p.log.Warn("status.json cannot be written; ontocrawl status will tell old news", "err", err)
	}
}

func (p *Publisher) replace() error {
	b, err := json.MarshalIndent(p.status(), "", "  ")
	if err != nil {
		return err
	}
	const tmp = "." + rundir.StatusFile + ".tmp"
	if err := p.root.WriteFile(tmp, append(rundir.Escape(b), '\n'), 0o644); err != nil {
		return errors.Join(err, p.root.Remove(tmp))
	}
	return p.root.Rename(tmp, rundir.StatusFile)
}
