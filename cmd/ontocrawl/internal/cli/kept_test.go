package cli

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/session"
)

// kept1 is the value of a setting that nobody gave, or somebody if from says so, in a run that goes on with was.
func kept1(t *testing.T, name, from string, was map[string]any, free ...string) any {
	t.Helper()
	c, err := config.Load(SettingSources(nil, nil, ""))
	if err != nil {
		t.Fatal(err)
	}
	c.From[name] = config.Source{Kind: from}
	Keep(c, &session.Params{Settings: was}, free)
	return c.Values()[name]
}

// TestKeep: a run keeps what it began with unless something else is given; what it has not, or not in that
// form, is the default. One of a version that inferred nothing goes on so.
func TestKeep(t *testing.T) {
	for _, c := range []struct {
		name, from string
		was        map[string]any
		want       any
	}{
		{"reason", "default", map[string]any{"reason": "on"}, "on"},
		{"reason", "default", map[string]any{}, "off"},
		{"reason", "flag", map[string]any{"reason": "off"}, "auto"},
		{"balance", "default", map[string]any{"balance": .2}, .2},
		{"balance", "default", map[string]any{"balance": 0}, 0.},
		{"balance", "default", map[string]any{}, .35},
		{"balance", "default", map[string]any{"balance": "much"}, .35},
		{"balance", "flag", map[string]any{"balance": .2}, .35},
		{"judge", "default", map[string]any{"judge": "density"}, "density"},
		{"judge", "file", map[string]any{"judge": "density"}, "fielded"},
		{"judge", "default", map[string]any{"judge": nil}, "fielded"},
		{"delay", "default", map[string]any{"delay": "3s"}, "3s"},
		{"delay", "default", map[string]any{"delay": 3}, "1s"},
		{"tenure", "default", map[string]any{"tenure": 7.5}, 5},
		{"topic", "default", map[string]any{"topic": "typhoon"}, ""},
		{"allow-private", "default", map[string]any{"allow-private": true}, false},
		{"warc", "default", map[string]any{"warc": "all"}, "relevant"}, // may differ from run to run
	} {
		if got := kept1(t, c.name, c.from, c.was, FreeSettings()...); got != c.want {
			t.Errorf("%s from %s, %v: %v, want %v", c.name, c.from, c.was, got, c.want)
		}
	}
	if got := kept1(t, "reason", "default", map[string]any{}, "settings.reason"); got != "off" {
		t.Errorf("a job of an earlier version, which may change it: %v, want off", got)
	}
	if got := defaultSettings("typhoon")["reason"]; got != "off" {
		t.Errorf("a run that does not say it had %v, want off", got)
	}
}

// TestKeepAll: whatever default a later version changes, a run that began with the present one keeps it, as
// run.yaml has stored it.
func TestKeepAll(t *testing.T) {
	keys := config.Keys()
	for _, o := range MethodOptions() {
		keys = append(keys, config.Key{Name: o.Name, Default: o.Default, Values: o.Values})
	}
	for _, k := range keys {
		if slices.Contains(askedAnew, k.Name) || slices.Contains(FreeSettings(), "settings."+k.Name) {
			continue
		}
		var other any
		switch d := k.Default.(type) {
		case string:
			if other = d + "x"; len(k.Values) > 1 {
				other = k.Values[len(k.Values)-1]
			}
		case int:
			other = d + 1
		case int64:
			other = int(d + 1)
		case float64:
			other = d/2 + .1
		case bool:
			other = !d
		case time.Duration:
			other = (d + time.Second).String()
		}
		text, err := yaml.Marshal(map[string]any{k.Name: other})
		if err != nil {
			t.Fatal(err)
		}
		var was map[string]any
		if err := yaml.Unmarshal(text, &was); err != nil {
			t.Fatal(err)
		}
		if got := kept1(t, k.Name, "default", was, FreeSettings()...); fmt.Sprint(got) != fmt.Sprint(other) {
			t.Errorf("%s: %v, want %v", k.Name, got, other)
		}
	}
}
