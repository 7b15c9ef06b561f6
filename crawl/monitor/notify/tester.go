package notify

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/internal/filelock"
	texts "github.com/ontocrawl/ontocrawl/message"
)

// Tester sends test messages, past the outbox: nothing is kept or sent again.
type Tester struct{ worker *Worker }

// NewTester returns a Tester for the receivers of jobs. A receiver that no job uses gets
// the words of opt.
func NewTester(jobs []*monitor.Job, opt Options) *Tester {
	return &Tester{NewWorker(nil, jobs, opt)}
}

// message returns the test message of a job, which may be "", to r.
func (t *Tester) message(job string, r monitor.Receiver) *Message {
	lang := t.worker.locale(job).lang
	if lang == "" {
		lang = t.worker.opt.Lang
	}
	return TestMessage(job, r.Name, lang, t.worker.opt.Clock.Now())
}

// Send sends a test message, and returns nil if the receiver accepted it.
func (t *Tester) Send(ctx context.Context, job string, r monitor.Receiver) error {
	defer t.worker.opt.Client.CloseIdleConnections()
	release, err := t.exclusive(r)
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, t.worker.opt.Timeout)
	defer cancel()
	return t.worker.newSender(r).Send(ctx, t.message(job, r))
}

// exclusive keeps a daemon from writing to the same file at the same time.
func (t *Tester) exclusive(r monitor.Receiver) (release func(), err error) {
	switch r.Config.(type) {
	case *AtomFeed, *JSONLines:
	default:
		return func() {}, nil
	}
	if err := os.MkdirAll(t.worker.opt.Dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(t.worker.opt.Dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	held, err := filelock.Try(f)
	if err == nil && !held {
		err = errors.New("a daemon is running and writes to this file; stop it first, or give --dry-run")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { f.Close() }, nil //nolint:errcheck // nothing was written
}

// Preview returns what Send would send. It needs no network, and no secret.
func (t *Tester) Preview(job string, r monitor.Receiver) (string, error) {
	p, ok := t.worker.newSender(r).(Previewer)
	if !ok {
		return "", texts.Errorf("receivers of kind %s show no preview", r.Kind)
	}
	return p.Preview(t.message(job, r))
}
