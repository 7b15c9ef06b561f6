package search

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

var update = goldentest.Update()

// fake is a source that sends one request for each question.
type fake struct {
	env  Env
	sent int
	ask  func(context.Context, Query) (Answer, error) // after the request; nil: one link
}

func (f *fake) Can() Ops { return Set(Keyword) }

func (f *fake) Ask(ctx context.Context, q Query) (Answer, error) {
	if err := f.env.Turn(ctx); err != nil {
		return Answer{}, err
	}
	f.sent++
	if f.ask != nil {
		return f.ask(ctx, q)
	}
	return Answer{Links: []crawl.Link{{URL: "https://a.example.org/", Host: "a.example.org"}}}, nil
}

// clock is a clock that can be set. In a synctest bubble it goes on from there.
type clock struct{ ahead time.Duration }

func (c *clock) now() time.Time { return time.Now().Add(c.ahead) }

// opened opens the fake with its quota.
func opened(t testing.TB, f *fake, dir string, c *clock, perMinute, perDay string, maxWait time.Duration) *Asker {
	t.Helper()
	var log bytes.Buffer
	t.Cleanup(func() { t.Log(log.String()) })
	k := Kind{Name: "fake", TTL: DefaultTTL, New: func(_ Settings, e Env) (Opened, error) { f.env = e; return Opened{Source: f}, nil }}
	all, err := Open([]Settings{{Name: "own", Kind: "fake", Where: "test", Values: map[string]Value{SettingPerMinute: {Text: perMinute}, SettingPerDay: {Text: perDay}}}},
		Deps{Kinds: []Kind{k}, Dir: dir, Now: c.now, MaxWait: maxWait, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return all.Get("own")
}

func text(i int) Query { return Query{Text: strings.Repeat("a", i+1)} }

func kindOf(err error) ErrorKind {
	var e *Error
	if !errors.As(err, &e) {
		return 99
	}
	return e.Kind
}

// Requests of a minute are spread evenly, also over processes.
func TestPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, f := t.TempDir(), &fake{}
		start := time.Now()
		for i := range 7 {
			s := opened(t, f, dir, &clock{}, "6", "0", 0) // each time as a new process
			if _, err := s.Ask(t.Context(), text(i)); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != time.Minute {
			t.Errorf("7 requests took %v, want 1m", took)
		}
		s := opened(t, f, dir, &clock{}, "6", "0", time.Second)
		_, err := s.Ask(t.Context(), text(9))
		var e *Error
		if !errors.As(err, &e) || e.Kind != Quota || time.Until(e.Until) != 10*time.Second || f.sent != 7 {
			t.Errorf("%v, until %v", err, e)
		}
		if !s.Ready().Equal(time.Now().Add(10 * time.Second)) {
			t.Errorf("ready at %v", s.Ready())
		}
	})
}

// Requests of a day are counted by the calendar, wherever the clock jumps.
func TestPerDay(t *testing.T) {
	dir, f, c := t.TempDir(), &fake{}, &clock{}
	noon := time.Now().UTC().Truncate(24 * time.Hour).Add(12 * time.Hour)
	set := func(at time.Time) { c.ahead = time.Until(at) }
	n := 0
	ask := func() error { // in a new process
		n++
		_, err := opened(t, f, dir, c, "0", "3", 0).Ask(t.Context(), text(n))
		return err
	}
	for _, step := range []struct {
		name string
		at   time.Time
		want int // requests sent so far, after five questions
	}{
		{"a day", noon, 3},
		{"before midnight", noon.Add(12*time.Hour - 10*time.Minute), 3},
		{"after midnight", noon.Add(12*time.Hour + time.Second), 6},
		{"back", noon, 6},
		{"and on again", noon.Add(13 * time.Hour), 6},
		{"a year ahead", noon.AddDate(1, 0, 0), 9},
		{"and back", noon, 9},
	} {
		set(step.at)
		for range 5 {
			if err := ask(); err != nil {
				var e *Error
				if !errors.As(err, &e) || e.Kind != Quota || e.Until.Before(step.at) || e.Until.Sub(step.at) > 24*time.Hour || !strings.Contains(err.Error(), "3 requests a day") {
					t.Errorf("%s: %v", step.name, err)
				}
			}
		}
		if f.sent != step.want {
			t.Errorf("%s: %d sent, want %d", step.name, f.sent, step.want)
		}
	}
}

// A count that is lost or damaged counts as used up for today, and no longer.
func TestLostCount(t *testing.T) {
	for name, harm := range map[string]func(path string) error{
		"lost":    os.Remove,
		"empty":   func(path string) error { return os.WriteFile(path, nil, 0o644) },
		"cut off": func(path string) error { return os.Truncate(path, 20) },
		"one digit": func(path string) error {
			b, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path, bytes.Replace(b, []byte(`"sent":1`), []byte(`"sent":0`), 1), 0o644))
		},
		"of a newer program": func(path string) error {
			return os.WriteFile(path, []byte("{\"format\":2}\n00000000\n"), 0o644)
		},
	} {
		dir, f, c := t.TempDir(), &fake{}, &clock{}
		if _, err := opened(t, f, dir, c, "0", "5", 0).Ask(t.Context(), text(1)); err != nil {
			t.Fatal(err)
		}
		if err := harm(filepath.Join(dir, "own.json")); err != nil {
			t.Fatal(err)
		}
		s := opened(t, f, dir, c, "0", "5", 0)
		if _, err := s.Ask(t.Context(), text(2)); kindOf(err) != Quota || f.sent != 1 {
			t.Errorf("%s: %v, %d sent", name, err, f.sent)
		}
		c.ahead = 24 * time.Hour
		if _, err := s.Ask(t.Context(), text(2)); err != nil || f.sent != 2 {
			t.Errorf("%s, a day later: %v, %d sent", name, err, f.sent)
		}
	}
}

// A folder that cannot be written sends nothing: nobody would know of it.
func TestNoFolder(t *testing.T) {
	dir, f := t.TempDir(), &fake{}
	s := opened(t, f, dir, &clock{}, "0", "5", 0)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Ask(t.Context(), text(1)); kindOf(err) != Unavailable || f.sent != 0 {
		t.Errorf("%v, %d sent", err, f.sent)
	}
}

// A pause that the source asks for is obeyed to the second, by the next process too, and
// is no longer if the clock is set back.
func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, c := t.TempDir(), &clock{}
		f := &fake{}
		f.ask = func(context.Context, Query) (Answer, error) {
			f.env.Hold(c.now().Add(time.Hour))
			return Answer{}, &Error{Kind: Unavailable, Err: errors.New("status 429")}
		}
		if _, err := opened(t, f, dir, c, "0", "0", 0).Ask(t.Context(), text(1)); err == nil {
			t.Fatal("no error")
		}
		f.ask = nil
		for _, x := range []struct {
			ahead time.Duration
			sent  int
		}{{0, 1}, {59 * time.Minute, 1}, {-1000 * time.Hour, 1}, {time.Hour, 2}} {
			c.ahead = x.ahead
			s := opened(t, f, dir, c, "0", "0", 0)
			if wait := s.Ready().Sub(c.now()); x.sent == 1 && (wait <= 0 || wait > time.Hour) {
				t.Errorf("after %v: ready in %v", x.ahead, wait)
			}
			_, err := s.Ask(t.Context(), text(1))
			if f.sent != x.sent || x.sent == 1 && (kindOf(err) != Unavailable || !strings.Contains(err.Error(), "left alone until")) {
				t.Errorf("after %v: %v, %d sent", x.ahead, err, f.sent)
			}
		}
	})
}

// A short pause is waited for, and the question asked once more; what asks for it twice fails, and a
// pause that an answer asks for (Brave: one request a second) does not make the next question fail.
func TestShortPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, f := &clock{}, &fake{}
		s, busy := opened(t, f, t.TempDir(), c, "0", "0", 0), 1
		f.ask = func(context.Context, Query) (Answer, error) {
			f.env.Hold(c.now().Add(2 * time.Second))
			if busy--; busy >= 0 {
				return Answer{}, &Error{Kind: Unavailable, Err: errors.New("status 429")}
			}
			return Answer{Links: []crawl.Link{{URL: "https://a.example.org/", Host: "a.example.org"}}}, nil
		}
		begin := time.Now()
		for i, sent := range []int{2, 3, 4} { // busy once, then a pause after each answer
			if _, err := s.Ask(t.Context(), text(i)); err != nil || f.sent != sent || time.Since(begin) != 2*time.Second*time.Duration(i+1) {
				t.Errorf("question %d: %v, %d sent after %v", i, err, f.sent, time.Since(begin))
			}
		}
		busy = 9
		if _, err := s.Ask(t.Context(), text(3)); kindOf(err) != Unavailable || f.sent != 6 {
			t.Errorf("busy for ever: %v, %d sent", err, f.sent)
		}
		if wait := time.Until(s.Ready()); wait != 2*time.Second {
			t.Errorf("left alone for %v, want what it asked for", wait)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Ask(ctx, text(4)); !errors.Is(err, context.DeadlineExceeded) || f.sent != 6 {
			t.Errorf("canceled while it waits: %v, %d sent", err, f.sent)
		}
	})
}

// TestLeftAloneSaysWhy: who is told that a source is left alone is told why, also by another process, until
// there is an answer.
func TestLeftAloneSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, c, f := t.TempDir(), &clock{}, &fake{}
		f.ask = func(context.Context, Query) (Answer, error) {
			return Answer{}, &Error{Kind: Unavailable, Err: errors.New("no answer in time" + strings.Repeat("长", 500))}
		}
		if _, err := opened(t, f, dir, c, "0", "0", 0).Ask(t.Context(), text(1)); err == nil {
			t.Fatal("no error")
		}
		s := opened(t, f, dir, c, "0", "0", 0)
		_, err := s.Ask(t.Context(), text(1))
		if kindOf(err) != Unavailable || !strings.Contains(err.Error(), "Z, as the last question failed: no answer in time长") || len([]rune(err.Error())) > 400 || f.sent != 1 {
			t.Errorf("%v, %d sent", err, f.sent)
		}
		c.ahead, f.ask = time.Minute, func(context.Context, Query) (Answer, error) { return Answer{Failed: []string{"bing: timeout"}}, nil }
		if _, err := s.Ask(t.Context(), text(1)); err != nil {
			t.Error(err)
		}
		if _, err := s.Ask(t.Context(), text(1)); err == nil || !strings.Contains(err.Error(), "failed: bing: timeout") {
			t.Errorf("after engines that do not answer: %v", err)
		}
		c.ahead, f.ask = 3*time.Minute, nil
		if _, err := s.Ask(t.Context(), text(1)); err != nil {
			t.Error(err)
		}
		if b, err := os.ReadFile(filepath.Join(dir, "own.json")); err != nil || bytes.Contains(b, []byte("why")) {
			t.Errorf("after an answer: %s %v", b, err)
		}
	})
}

// Failures in a row: 1, 5, 30 minutes, then the rest of the day. An answer ends the row.
func TestGivesUpForTheDay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, f := t.TempDir(), &fake{}
		down := func(context.Context, Query) (Answer, error) { return Answer{}, errors.New("connection refused") }
		f.ask = down
		wait := func() time.Duration {
			s := opened(t, f, dir, &clock{}, "0", "0", 0)
			if _, err := s.Ask(t.Context(), text(1)); kindOf(err) != Unavailable {
				t.Errorf("%v", err)
			}
			d := time.Until(s.Ready())
			time.Sleep(d)
			return d
		}
		for _, want := range []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute} {
			if got := wait(); got != want {
				t.Errorf("left alone for %v, want %v", got, want)
			}
		}
		if got := wait(); got < 23*time.Hour || time.Now().UTC().Hour() != 0 {
			t.Errorf("left alone for %v, until %v", got, time.Now())
		}
		f.ask = nil
		if _, err := opened(t, f, dir, &clock{}, "0", "0", 0).Ask(t.Context(), text(2)); err != nil {
			t.Fatal(err)
		}
		f.ask = down
		if got := wait(); got != time.Minute {
			t.Errorf("after an answer: left alone for %v", got)
		}
	})
}

// The bytes of a record.
func TestGoldenRecord(t *testing.T) {
	at := time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)
	r := &record{Last: at, Told: at, Until: at.Add(time.Hour), Failed: 2}
	r.count("2026-07-31", 500)
	r.count("2026-08-01", 17)
	got, err := r.encode()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("testdata", "record.golden")
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s\nwant %s (%v)", got, want, err)
	}
	back, err := decodeRecord(want)
	if err != nil || back.sent("2026-07-31") != 500 || back.sent("2026-08-01") != 17 || !back.Until.Equal(r.Until) || back.Failed != 2 {
		t.Errorf("%+v, %v", back, err)
	}
}

func FuzzRecord(f *testing.F) {
	b, _ := os.ReadFile(filepath.Join("testdata", "record.golden"))
	f.Add(b)
	f.Add([]byte("{}\n00000000\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, err := decodeRecord(b); err == nil {
			for _, d := range r.Days {
				if r.sent(d.Day) < 0 {
					t.Errorf("%+v", r)
				}
			}
		}
	})
}
