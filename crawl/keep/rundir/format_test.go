package rundir

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestSteps: there is one step to each format after the first, in order.
func TestSteps(t *testing.T) {
	all := steps()
	for i, s := range all {
		if s.to != i+2 {
			t.Errorf("step %d leads to format %d", i, s.to)
		}
	}
	if len(all)+1 != crawl.RunFormat {
		t.Errorf("%d steps to format %d", len(all), crawl.RunFormat)
	}
}

// TestMigrate: parameters go through the steps after their format, in order.
func TestMigrate(t *testing.T) {
	way := []step{
		{to: 2, renamed: map[string]string{"settings.old": "settings.new"}},
		{to: 3, values: map[string]map[string]string{"settings.new": {"recipe": "learned"}}},
	}
	for format, want := range map[int]string{1: "settings.new is changed, was learned", 2: "settings.old is not set, was recipe", 3: "settings.old is not set, was recipe"} {
		p, err := flatten([]byte("settings: {old: recipe, other: recipe}"))
		if err != nil {
			t.Fatal(err)
		}
		now, err := flatten([]byte("settings: {new: changed, other: recipe}"))
		if err != nil {
			t.Fatal(err)
		}
		migrate(p, format, way)
		if d := cmp.Diff(want, diff(p, now, nil)[0].String()); d != "" {
			t.Errorf("format %d (-want +got):\n%s", format, d)
		}
	}
}
