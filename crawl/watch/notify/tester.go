package notify

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Tester sends test messages, past the outbox: nothing is kept or sent again.
type Tester struct {
	worker *Worker
	own    bool       // the worker delivers in this process, so files are its own
	files  sync.Mutex // else one file at a time is written
}

// Tested is the result of a test message to one receiver. The JSON names are an interface.
type Tested struct {
	Receiver string `json:"receiver"`
	Kind     string `json:"kind"`
	Job      string `json:"job,omitempty"`
	Sent     bool   `json:"sent"`              // the receiver accepted it
	Error    string `json:"error,omitempty"`   // why not
	Preview  string `json:"preview,omitempty"` // what would be sent, if nothing was
}

// NewTester returns a Tester for the receivers of jobs. A receiver that no job uses gets
// the words of opt.
func NewTester(jobs []*monitor.Job, opt Options) *Tester {
	return &Tester{worker: NewWorker(nil, jobs, opt)}
}

// Tester returns a Tester for the receivers of the process that delivers. Test messages and
// others may be sent at the same time.
func (w *Worker) Tester() *Tester { return &Tester{worker: w, own: true} }

// Test sends a test message to all receivers at once, or with dry shows what would be sent.
// What came of each is in the order of receivers.
func (t *Tester) Test(ctx context.Context, job string, receivers []monitor.Receiver, dry bool) []Tested {
	tests := make([]Tested, len(receivers))
	var wg sync.WaitGroup
	for i, r := range receivers {
		one := &tests[i]
		one.Receiver, one.Kind, one.Job = r.Name, r.Kind, job
		wg.Go(func() {
			var err error
			if dry {
				one.Preview, err = t.preview(job, r)
			} else if err = t.send(ctx, job, r); err == nil {
				one.Sent = true
			}
			if err != nil {
				one.Error = redact.Text(err.Error())
			}
		})
	}
	wg.Wait()
	return tests
}

// ReceiversOf returns the receivers of the alert rules and of the report of a job, each once.
func ReceiversOf(j *monitor.Job) (all []monitor.Receiver) {
	var named []monitor.Receiver
	for i := range j.AlertRules {
		named = append(named, j.AlertRules[i].Receiver)
	}
	for _, r := range append(named, j.Report.To...) {
		if !slices.ContainsFunc(all, func(x monitor.Receiver) bool { return x.Name == r.Name }) {
			all = append(all, r)
		}
	}
	return all
}

// sender returns a Sender for r; the files that it shares with others are known to the worker.
func (t *Tester) sender(r monitor.Receiver) Sender {
	t.worker.mu.Lock()
	defer t.worker.mu.Unlock()
	return t.worker.newSender(r)
}

// message returns the test message of a job, which may be "", to r.
func (t *Tester) message(job string, r monitor.Receiver) *Message {
	lang := t.worker.locale(job).lang
	if lang == "" {
		lang = t.worker.opt.Lang
	}
	return testMessage(job, r.Name, lang, t.worker.opt.Clock.Now())
}

// send sends a test message, and returns nil if the receiver accepted it.
func (t *Tester) send(ctx context.Context, job string, r monitor.Receiver) error {
	defer t.worker.opt.Client.CloseIdleConnections()
	release, err := t.exclusive(r)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, t.worker.opt.Timeout)
	defer cancel()
	return t.sender(r).Send(ctx, t.message(job, r))
}

// exclusive keeps a daemon from writing to the same file at the same time.
func (t *Tester) exclusive(r monitor.Receiver) (release func(), err error) {
	c, _ := r.Config.(Config)
	switch c.Settings.(type) {
	case *AtomFeed, *JSONLines:
		if t.own {
			return func() {}, nil
		}
	default:
		return func() {}, nil
	}
	t.files.Lock()
	defer func() {
		if err != nil {
			t.files.Unlock()
		}
	}()
	if err := os.MkdirAll(t.worker.opt.Dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(t.worker.opt.Dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	held, err := atomicfile.TryLock(f)
	if err == nil && !held {
		err = errors.New("a daemon is running and writes to this file; stop it first, or give --dry-run")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() {
		f.Close() //nolint:errcheck // nothing was written
		t.files.Unlock()
	}, nil
}

// preview returns what Send would send. It needs no network, and no secret.
func (t *Tester) preview(job string, r monitor.Receiver) (string, error) {
	return t.sender(r).Preview(t.message(job, r))
}
