package state

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

// wrote is visit seq, which has written a letter of that number to each of the parts.
func wrote(seq int, number uint64, parts ...int) *crawl.Visit {
	v := statetest.Visit(seq, 1)
	for _, to := range parts {
		l := statetest.Heard(1, 0, number).Heard
		l.Fetched = 10*to + int(number)
		v.Written = append(v.Written, crawl.Posted{To: to, Letter: l})
	}
	return v
}

// waiting are the letters to a part above a number.
func waiting(t *testing.T, s *Store, to int, after uint64) (numbers string) {
	t.Helper()
	err := s.Outbox(to, after, func(l *crawl.Letter) error {
		if l.Fetched != 10*to+int(l.Number) || len(l.Links) != 1 {
			t.Errorf("letter %d to part %d came back as %+v", l.Number, to, l)
		}
		numbers += fmt.Sprint(l.Number, " ")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return numbers
}

func opened(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestOutbox: a letter is there when its visit is, and no sooner; it goes when its receiver
// has it; and the numbers go on after every restart.
func TestOutbox(t *testing.T) {
	dir := t.TempDir()
	s := opened(t, dir)
	for seq := 1; seq <= 3; seq++ {
		if err := s.Record(wrote(seq, uint64(seq), 1, 300-45)); err != nil {
			t.Fatal(err)
		}
	}
	if got := waiting(t, s, 1, 0); got != "" {
		t.Errorf("letters %s leave before their visits are durable", got)
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := waiting(t, s, 1, 1); got != "2 3 " {
		t.Errorf("letters %s wait, want 2 and 3", got)
	}
	if err := s.TrimOutbox(1, 3); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Record(statetest.Heard(4, 7, 12)), s.Close()); err != nil {
		t.Fatal(err)
	}
	s = opened(t, dir)
	if a, b := waiting(t, s, 1, 0), waiting(t, s, 255, 0); a != "3 " || b != "1 2 3 " {
		t.Errorf("after the restart %q and %q wait", a, b)
	}
	if s.PostedUpTo(1) != 3 || s.PostedUpTo(2) != 0 || s.ReceivedUpTo(7) != 12 || s.ReceivedUpTo(1) != 0 {
		t.Errorf("posted up to %d and %d, heard up to %d and %d", s.PostedUpTo(1), s.PostedUpTo(2), s.ReceivedUpTo(7), s.ReceivedUpTo(1))
	}
	stop := errors.New("stop")
	if err := s.Outbox(255, 0, func(*crawl.Letter) error { return stop }); err != stop {
		t.Errorf("the error of yield came back as %v", err)
	}
}

// TestOutboxTorn: of a batch that a power cut left in part, neither the visits nor the
// letters that they wrote or that were heard among them are there.
func TestOutboxTorn(t *testing.T) {
	for _, name := range []string{"a letter heard", "a letter written"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := opened(t, dir)
			first := []*crawl.Visit{wrote(1, 1, 1), statetest.Heard(2, 7, 5)}
			later := []*crawl.Visit{wrote(3, 2, 1), statetest.Heard(4, 7, 6), wrote(6-1, 3, 1)}
			for _, v := range first {
				if err := s.Record(v); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Commit(); err != nil {
				t.Fatal(err)
			}
			head, err := os.ReadFile(filepath.Join(dir, headName))
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range later {
				if err := s.Record(v); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Commit(); err != nil {
				t.Fatal(err)
			}
			if name == "a letter written" {
				err = s.db.Update(func(txn *badger.Txn) error { return txn.Set(postedKey(1, 3), []byte("torn")) })
			} else {
				heard := s.replays.frames[slices.IndexFunc(s.replays.frames, func(f frame) bool { return f.seq == 4 })]
				_, err = s.replays.f.WriteAt([]byte("torn"), heard.at)
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(s.Close(), os.WriteFile(filepath.Join(dir, headName), head, 0o600)); err != nil {
				t.Fatal(err)
			}
			s = opened(t, dir)
			want, heard := "1 2 ", uint64(5)
			if name == "a letter written" { // whose it is cannot be told, so all of the batch goes
				want = "1 "
			}
			if got := waiting(t, s, 1, 0); got != want || s.ReceivedUpTo(7) != heard || s.PostedUpTo(1) != uint64(len(want)/2) {
				t.Errorf("%s wait, heard up to %d, posted up to %d", got, s.ReceivedUpTo(7), s.PostedUpTo(1))
			}
		})
	}
}
