package search

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// turns says when the next request to a source may be sent. One question at a time is
// under way, even if several processes share the folder.
type turns struct {
	source    string
	perMinute int // requests, evenly spread; 0: no limit
	perDay    int // requests from midnight to midnight UTC; 0: no limit
	maxWait   time.Duration
	log       *slog.Logger
	now       func() time.Time

	file recordFile
	busy chan struct{} // holds a token while a question is under way
	// Of the question under way:
	lock *os.File // held
	rec  *record
	sent int  // requests
	told bool // the source said itself how long it wants to be left alone
}

// pauses are how long a source is left alone after failures in a row, if it does not say
// so itself. After the last of them it is left alone until the next day.
var pauses = [...]time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute}

// lockPoll is how often the lock of another process is tried.
const lockPoll = 20 * time.Millisecond

func newTurns(dir, source string, perMinute, perDay int, maxWait time.Duration, log *slog.Logger, now func() time.Time) (*turns, error) {
	t := &turns{source: source, perMinute: perMinute, perDay: perDay, maxWait: maxWait, log: log, now: now, busy: make(chan struct{}, 1),
		file: recordFile{path: filepath.Join(dir, source+".json"), lock: filepath.Join(dir, source+".lock")}}
	if err := t.file.create(); err != nil {
		return nil, english.Errorf("search %s: count of requests: %w", source, err)
	}
	return t, nil
}

// begin begins a question. Until end no other one is under way.
func (t *turns) begin(ctx context.Context) (err error) {
	select {
	case t.busy <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() {
		if err != nil {
			t.end()
		}
	}()
	if t.lock, err = os.OpenFile(t.file.lock, os.O_CREATE|os.O_RDWR, 0o644); err != nil {
		return t.unavailable(err)
	}
	for {
		held, err := atomicfile.TryLock(t.lock)
		if err != nil {
			return t.unavailable(err)
		}
		if held {
			break
		}
		if err := sleep(ctx, lockPoll); err != nil {
			return err
		}
	}
	t.rec, err = t.load()
	return err
}

// end ends the question.
func (t *turns) end() {
	if t.lock != nil {
		t.lock.Close() //nolint:errcheck // nothing was written
	}
	t.lock, t.rec, t.sent, t.told = nil, nil, 0, false
	<-t.busy
}

// load reads the record. If it is lost or damaged, the day counts as used up: more may
// have been sent than anybody knows. Without a limit for the day only the pause between
// requests is lost.
func (t *turns) load() (*record, error) {
	r, err := t.file.read()
	if err == nil {
		return r, nil
	}
	if !errors.Is(err, errRecord) && !errors.Is(err, fs.ErrNotExist) {
		return nil, t.unavailable(err)
	}
	t.log.Warn("the count of requests to a search source is lost; its quota counts as used up for today", "source", t.source, "file", t.file.path, "err", err)
	r = &record{Last: t.now().UTC()}
	r.count(t.today(), t.perDay)
	if err := t.file.write(r); err != nil {
		return nil, t.unavailable(err)
	}
	return r, nil
}

func (t *turns) unavailable(err error) error {
	return &Error{Source: t.source, Kind: Unavailable, Err: english.Errorf("the count of requests: %w", err)}
}

func (t *turns) today() string { return t.now().UTC().Format(time.DateOnly) }

// tomorrow is the next midnight, UTC.
func (t *turns) tomorrow() time.Time {
	return t.now().UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
}

// take waits until a request may be sent, and counts it. It is called during a question.
func (t *turns) take(ctx context.Context) error {
	if wait := t.held(t.rec); wait <= t.patience() {
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
	if err := t.allowed(t.rec); err != nil {
		return err
	}
	if wait := t.spacing(t.rec); wait > t.maxWait {
		return &Error{Source: t.source, Kind: Quota, Until: t.now().Add(wait), Err: fmt.Errorf("%d requests a minute", t.perMinute)}
	} else if err := sleep(ctx, wait); err != nil {
		return err
	}
	// The day may have changed meanwhile.
	if err := t.allowed(t.rec); err != nil {
		return err
	}
	t.rec.count(t.today(), t.rec.sent(t.today())+1)
	t.rec.Last = t.now().UTC()
	if err := t.file.write(t.rec); err != nil {
		return t.unavailable(err)
	}
	t.sent++
	return nil
}

// allowed is nil unless the source is to be left alone, or today's requests are sent.
func (t *turns) allowed(r *record) error {
	if wait := t.held(r); wait > 0 {
		until := t.now().Add(wait)
		err := english.Errorf("it is left alone until %s", until.UTC().Format(time.RFC3339))
		if r.Why != "" {
			err = english.Errorf("%w, as the last question failed: %s", err, r.Why)
		}
		return &Error{Source: t.source, Kind: Unavailable, Until: until, Err: err}
	}
	if t.perDay > 0 && r.sent(t.today()) >= t.perDay {
		return &Error{Source: t.source, Kind: Quota, Until: t.tomorrow(), Err: english.Errorf("%d requests a day (UTC); per-day says more", t.perDay)}
	}
	return nil
}

// held is how long the source is still to be left alone. If the clock was set back, it is
// no longer than was asked for.
func (t *turns) held(r *record) time.Duration {
	return max(0, min(r.Until.Sub(t.now()), r.Until.Sub(r.Told)))
}

// spacing is how long the last request was too recent.
func (t *turns) spacing(r *record) time.Duration {
	if t.perMinute <= 0 || r.Last.IsZero() {
		return 0
	}
	apart := time.Minute / time.Duration(t.perMinute)
	return max(0, min(apart, r.Last.Add(apart).Sub(t.now())))
}

// hold leaves the source alone until that time, unless it is to be so for longer.
func (t *turns) hold(until time.Time) {
	if t.rec == nil || !until.After(t.now()) || t.held(t.rec) > until.Sub(t.now()) {
		return
	}
	t.rec.Told, t.rec.Until = t.now().UTC(), until.UTC()
	t.save()
}

// shortPause is the longest pause for which a question waits; for a longer one it fails, and
// what else there is to do goes on.
const shortPause = 30 * time.Second

func (t *turns) patience() time.Duration { return min(shortPause, t.maxWait) }

// soon reports that the source asked for a short pause, after which the question under way may be
// asked again. It does so once for each request that was answered like this.
func (t *turns) soon() bool {
	wait := t.held(t.rec)
	if !t.told || wait <= 0 || wait > t.patience() {
		return false
	}
	t.told = false
	return true
}

// say holds as the source itself said.
func (t *turns) say(until time.Time) {
	t.told = true
	t.hold(until)
}

// failed notes an answer that was none. The source is left alone for a while, the longer
// the more such answers came in a row, or for as long as it said itself.
func (t *turns) failed(err error) {
	t.rec.Failed++
	t.rec.Why = because(err)
	switch n := t.rec.Failed; {
	case t.told:
	case n <= len(pauses):
		t.hold(t.now().Add(pauses[n-1]))
	default:
		t.hold(t.tomorrow())
	}
	t.save()
}

// because returns the text about err that a person reads later, in English: an Error of a source
// without its name.
func because(err error) string {
	var e *Error
	if errors.As(err, &e) && e.Err != nil {
		err = e.Err
	}
	const most = 200
	if r := []rune(err.Error()); len(r) > most {
		return string(r[:most]) + "…"
	}
	return err.Error()
}

// answered notes that the source works.
func (t *turns) answered() {
	if t.rec.Failed == 0 && t.rec.Why == "" {
		return
	}
	t.rec.Failed, t.rec.Why = 0, ""
	t.save()
}

func (t *turns) save() {
	if err := t.file.write(t.rec); err != nil {
		t.log.Warn("what a search source asked for cannot be kept", "source", t.source, "err", err)
	}
}

// ready is the time before which nothing will be sent, as far as the file tells.
func (t *turns) ready() time.Time {
	r, err := t.file.read()
	if err != nil {
		return time.Time{} // the next question tells
	}
	var e *Error
	if errors.As(t.allowed(r), &e) {
		return e.Until
	}
	if wait := t.spacing(r); wait > 0 {
		return t.now().Add(wait)
	}
	return time.Time{}
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
