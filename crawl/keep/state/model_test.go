package state

import (
	"bytes"
	"errors"
	"log/slog"
	"math/rand/v2"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

// TestLargeModel: a model larger than a chunk comes back, and one of a batch that was
// never durable does not.
func TestLargeModel(t *testing.T) {
	data := make([]byte, chunkSize+1000)
	for r, i := rand.New(rand.NewPCG(1, 2)), 0; i < len(data); i++ {
		data[i] = byte(r.Uint32())
	}
	s, err := Open(t.TempDir(), Options{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := map[int]*crawl.Model{4: {Number: 1, Data: data}, 6: {Number: 2, Data: []byte("{}")}}
	for seq := 1; seq <= 8; seq++ {
		v := statetest.Visit(seq, 1)
		v.Learned = want[seq]
		if err := s.Record(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := s.dropFrom(6); err != nil { // as after a power cut
		t.Fatal(err)
	}
	s.committed = 5
	delete(want, 6)
	got := map[int]*crawl.Model{}
	if err := s.Visits(func(v *crawl.Visit) error {
		if v.Learned != nil {
			got[v.Seq] = v.Learned
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[4] == nil || got[4].Number != 1 || !bytes.Equal(got[4].Data, data) {
		t.Errorf("models of %d visits came back; want that of visit 4", len(got))
	}
	if err := errors.Join(s.Record(statetest.Visit(6, 1)), s.Commit()); err != nil {
		t.Fatal(err)
	}
	if v, err := s.visit(6, true); err != nil || v.Learned != nil {
		t.Errorf("visit 6 has the model of the visit that was lost: %v", err)
	}
}
