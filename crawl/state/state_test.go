package state_test

import (
	"log/slog"
	"testing"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/state/statetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// small is a Store whose files can be copied quickly.
var small = state.Options{ValueLog: 8 << 20, Logger: slog.New(slog.DiscardHandler)}

func TestStore(t *testing.T) {
	statetest.Test(t, func(dir string) (crawl.State, error) {
		s, err := state.Open(dir, small)
		if err != nil {
			return nil, err
		}
		return s, nil
	}, true)
}

func TestMemory(t *testing.T) {
	states := make(map[string]*state.Memory)
	statetest.Test(t, func(dir string) (crawl.State, error) {
		if states[dir] == nil {
			states[dir] = new(state.Memory)
		}
		return states[dir], nil
	}, false)
}
