package progress

import (
	"encoding/json"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// The states of a running crawl. The state of an ended crawl is why it stopped, as in
// summary.json, or [Failed].
const (
	opening  = "opening" // reads its journal
	Crawling = "crawling"
	Failed   = "failed" // Status.Error says what failed
)

// Status is status.json. The names are an interface.
type Status struct {
	State   string      `json:"state"`
	Error   string      `json:"error,omitempty"`
	Process int         `json:"process"` // process ID on Machine
	Machine string      `json:"machine"`
	Version string      `json:"version"`
	Topic   string      `json:"topic"`
	Command []string    `json:"command"`   // that resumes this run
	Env     []string    `json:"env"`       // variables of the command, NAME=value
	Dir     string      `json:"directory"` // working directory of the command
	Metrics string      `json:"metrics"`   // address of the metrics, or ""
	Begun   rundir.Time `json:"begun"`     // when the process began
	Updated rundir.Time `json:"updated"`   // when the file was written
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

// Publish starts to write the status of the crawl of m to the run folder dir. Only the
// process that owns the folder's state may call it. first holds the fields that do not
// change.
func Publish(dir string, first Status, m *Meter, log *slog.Logger) (*Publisher, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	p := &Publisher{m: m, log: log, root: root, lock: holdAlive(dir), s: first, stop: make(chan struct{}), done: make(chan struct{})}
	p.s.Command, p.s.Env = withoutPasswords(first.Command), withoutPasswords(first.Env)
	p.s.Process = os.Getpid()
	p.s.Machine, _ = os.Hostname() // "" if unknown
	p.s.Begun = rundir.Time{Time: m.begun}
	if p.s.State == "" {
		p.s.State = opening
	}
	p.write()
	go p.run()
	return p, nil
}

// withoutPasswords returns arguments or variables without the user and password of a
// URL: status.json is for everybody who may look.
func withoutPasswords(words []string) []string {
	if words == nil {
		return nil
	}
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = redact.Strip(w)
	}
	return out
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

// Set changes the status and writes it.
func (p *Publisher) Set(change func(*Status)) {
	p.mu.Lock()
	change(&p.s)
	p.mu.Unlock()
	p.write()
}

// Status returns the present status.
func (p *Publisher) Status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.status()
}

// status must be called with mu held.
func (p *Publisher) status() Status {
	s := p.s
	s.Counts, s.Updated = p.m.Counts(), rundir.Time{Time: p.m.now()}
	if s.State != opening && s.State != Crawling {
		s.SecondsLeft = -1
	}
	return s
}

// Close writes the last status and releases the lock.
func (p *Publisher) Close(last func(*Status)) {
	close(p.stop)
	<-p.done
	p.Set(last)
	p.lock()
	p.root.Close() //nolint:errcheck // nothing is lost with it
}

// write replaces the file without a sync: after a power cut the status is of no use, and
// the crawl must not wait for the disk. It logs the first failure; a full disk stops the
// crawl elsewhere.
func (p *Publisher) write() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.replace(); err != nil && !p.warned {
		p.warned = true
		p.log.Warn("status.json cannot be written; ontocrawl status will show old values", "err", err)
	}
}

func (p *Publisher) replace() error {
	s := p.status()
	s.Error = redact.Text(s.Error)
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(rundir.StatusFile, append(rundir.Escape(b), '\n'), atomicfile.Options{Root: p.root, Volatile: true})
}
