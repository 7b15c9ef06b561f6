package cli

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// TestKeepBalance: a run keeps its balance unless another one is given; one that has none
// gets the default.
func TestKeepBalance(t *testing.T) {
	for _, c := range []struct {
		kind string
		was  map[string]any
		want float64
	}{
		{"default", map[string]any{"balance": .2}, .2},
		{"default", map[string]any{"balance": 0}, 0},
		{"default", map[string]any{}, .35},
		{"default", map[string]any{"balance": "much"}, .35},
		{"flag", map[string]any{"balance": .2}, .35},
	} {
		conf := &config.Config{From: map[string]config.Source{"balance": {Kind: c.kind}}}
		conf.Balance = .35
		KeepBalance(conf, &session.Params{Settings: c.was})
		if conf.Balance != c.want {
			t.Errorf("%s, %v: %v, want %v", c.kind, c.was, conf.Balance, c.want)
		}
	}
}
