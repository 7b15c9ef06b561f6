package cli

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// TestKeepReason: a run keeps whether it infers unless something else is given; one of an earlier
// version does not infer.
func TestKeepReason(t *testing.T) {
	for _, c := range []struct {
		kind string
		was  map[string]any
		want string
	}{
		{"default", map[string]any{"reason": "on"}, "on"},
		{"default", map[string]any{}, "off"},
		{"flag", map[string]any{"reason": "off"}, "auto"},
	} {
		conf := &config.Config{From: map[string]config.Source{"reason": {Kind: c.kind}}}
		conf.Reason = "auto"
		KeepReason(conf, &session.Params{Settings: c.was})
		if conf.Reason != c.want {
			t.Errorf("%s, %v: %v, want %v", c.kind, c.was, conf.Reason, c.want)
		}
	}
	if got := defaultSettings()["reason"]; got != "off" {
		t.Errorf("a run that does not say it had %v, want off", got)
	}
}

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
