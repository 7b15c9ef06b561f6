package engine_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/state"
)

// mindful is a fetcher with a memory.
type mindful struct {
	*web
	says, heard string
}

func (m *mindful) MarshalBinary() ([]byte, error) { return []byte(m.says), nil }
func (m *mindful) UnmarshalBinary(data []byte) error {
	m.heard = string(data)
	if m.heard == "nonsense" {
		return errors.New("nonsense\x1b[31m")
	}
	return nil
}

// TestFetcherRemembers: what a fetcher remembers comes back to it when the crawl
// goes on; a memory that cannot be read does not end it, and a fetcher without
// one is not asked.
func TestFetcherRemembers(t *testing.T) {
	for _, says := range []string{"promises", "nonsense"} {
		st, w := new(state.Memory), &web{Size: 200, Hosts: 5}
		m := &mindful{web: w, says: says}
		var log bytes.Buffer
		for i, f := range []*mindful{m, {web: w}, nil} {
			e := newEngine(w, st, engine.Options{Workers: 2, MaxPages: 10 + 10*i})
			e.Logger = slog.New(slog.NewTextHandler(&log, nil))
			if f != nil {
				e.Fetcher = f
			}
			if res, err := e.Run(t.Context(), w.seeds(1, 2, 3)); err != nil || res.Pages != 10+10*i {
				t.Fatalf("run %d: %+v, %v", i, res, err)
			}
			if i == 1 && f.heard != says {
				t.Errorf("it was told %q, want %q", f.heard, says)
			}
		}
		if m.heard != "" {
			t.Errorf("a new crawl's fetcher was told %q", m.heard)
		}
		if warned := strings.Contains(log.String(), "promised"); warned != (says == "nonsense") || strings.Contains(log.String(), "\x1b") {
			t.Errorf("log: %q", log.String())
		}
	}
}
