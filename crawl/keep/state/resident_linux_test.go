package state_test

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

// TestValueLogLeaves: a journal of 40 MB keeps a few of them in the process, and all of it is read.
func TestValueLogLeaves(t *testing.T) {
	dir := t.TempDir()
	s, err := state.Open(dir, state.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const visits, size = 600, 65_000
	rng := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, size)
	for i := range text {
		text[i] = byte(rng.Uint32())
	}
	for seq := 1; seq <= visits; seq++ {
		v := statetest.Visit(seq, 1)
		v.Text = &crawl.Text{Packed: append([]byte{byte(seq), byte(seq >> 8)}, text[2:]...)}
		if err := s.Record(v); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Commit(); err != nil {
		t.Fatal(err)
	}
	if kb := logResident(t, dir); kb > 12_000 {
		t.Errorf("%d kB of the value log are in the process", kb)
	}
	for seq := 1; seq <= visits; seq++ {
		x, err := s.Text(seq)
		if err != nil || x == nil {
			t.Fatalf("text %d: %v", seq, err)
		}
		if len(x.Packed) != size || x.Packed[0] != byte(seq) || x.Packed[1] != byte(seq>>8) || !bytes.Equal(x.Packed[2:], text[2:]) {
			t.Fatalf("text %d is another", seq)
		}
	}
	if kb := logResident(t, dir); kb > 12_000 {
		t.Errorf("%d kB of the value log are in the process after all was read", kb)
	}
}

// logResident is how many kB of value logs in a folder are in the process.
func logResident(t *testing.T, dir string) (kb int) {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	ours := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		switch {
		case strings.Contains(fields[0], "-"):
			ours = strings.Contains(lines.Text(), dir) && strings.HasSuffix(lines.Text(), ".vlog")
		case ours && fields[0] == "Rss:":
			n, _ := strconv.Atoi(fields[1])
			kb += n
		}
	}
	return kb
}
