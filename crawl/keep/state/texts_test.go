package state

import (
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// TestGoldenTexts: records of texts have the bytes that they had.
func TestGoldenTexts(t *testing.T) {
	d := &crawl.Dictionary{ID: 0x8102030405060708, Host: "a.example", Data: []byte("台风")}
	goldentest.Bytes(t, "text", appendText(&crawl.Text{Packed: []byte("packed"), Dictionary: d}))
	goldentest.Bytes(t, "text-plain", appendText(&crawl.Text{Packed: []byte("packed")}))
	goldentest.Bytes(t, "dictionary", appendDictionary(d))
	goldentest.Bytes(t, "latest", latest{seq: 300, before: 7}.append(nil))
}

// recordText records the first version of a page, or a later version of visit 1's page.
func recordText(t *testing.T, s *Store, seq int, again bool) {
	t.Helper()
	v := statetest.Visit(seq, 0)
	if again {
		v.Choice = statetest.Visit(1, 0).Choice
		v.Choice.Again = true
	}
	v.Text = &crawl.Text{Packed: []byte{byte(seq)}}
	if err := s.Record(v); err != nil {
		t.Fatal(err)
	}
}

// TestTornTexts: when the last visits are dropped because they were not durable, the
// page has the text of its durable version again.
func TestTornTexts(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	recordText(t, s, 1, false)
	recordText(t, s, 2, false)
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	recordText(t, s, 3, true)
	recordText(t, s, 4, true) // in the same batch
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := s.dropFrom(3); err != nil { // as after a power cut
		t.Fatal(err)
	}
	s.committed, s.texts = 2, newTexts()
	if err := s.findReplaced(); err != nil || len(s.texts.dropped) > 0 {
		t.Errorf("%v, to be deleted: %v", err, s.texts.dropped)
	}
	if got, err := s.Text(1); err != nil || got == nil {
		t.Errorf("the text of the durable version: %v, %v", got, err)
	}
	recordText(t, s, 3, true)
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	recordText(t, s, 4, false)
	for seq, want := range [][]byte{1: nil, 2: {2}, 3: {3}, 4: {4}} {
		if got, err := s.Text(seq); err != nil || (got == nil) != (want == nil) || got != nil && cmp.Diff(want, got.Packed) != "" {
			t.Errorf("text of visit %d: %v, %v; want %v", seq, got, err, want)
		}
	}
}

// A text whose bytes have changed, or whose dictionary is lost, is refused.
func TestDamagedText(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	recordText(t, s, 1, false)
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	good := appendText(&crawl.Text{Packed: []byte("x")})
	for name, b := range map[string][]byte{
		"changed": append([]byte{1}, good[1:]...), "cut": good[:5], "empty": sealed(nil),
		"without its dictionary": appendText(&crawl.Text{Packed: []byte("x"), Dictionary: &crawl.Dictionary{ID: 77}}),
	} {
		if err := s.put(seqKey(textKey, 1), b); err != nil {
			t.Fatal(err)
		}
		var damage *DamagedError
		if got, err := s.Text(1); !errors.As(err, &damage) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestTextsAtOnce: several goroutines read texts when nothing is recorded. The race detector looks on.
func TestTextsAtOnce(t *testing.T) {
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for seq := 1; seq <= 4; seq++ {
		recordText(t, s, seq, false)
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	var readers sync.WaitGroup
	for seq := 1; seq <= 4; seq++ {
		readers.Go(func() {
			if got, err := s.TextOf(seq); err != nil || cmp.Diff([]byte{byte(seq)}, got.Packed) != "" {
				t.Errorf("text of visit %d: %v, %v", seq, got, err)
			}
		})
	}
	readers.Wait()
}
