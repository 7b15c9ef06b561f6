package rundir_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
)

// TestModels: models.jsonl is made with the first model, and a run that is restored
// writes it again as the journal says.
func TestModels(t *testing.T) {
	dir, j := t.TempDir(), new(state.Memory)
	f := open(t, dir)
	ok(t, f.Restore(j))
	for seq := 1; seq <= 6; seq++ {
		v := found(fmt.Sprint("/", seq), false, uint64(seq), .4)
		v.Seq, v.Score.Model = seq, seq/3
		if seq%3 == 2 {
			v.Learned = &crawl.Model{Number: seq/3 + 1, At: epoch, Data: fmt.Appendf(nil, `{"words": ["台风", "<%d>"]}`, seq)}
		}
		ok(t, j.Record(v))
		ok(t, f.Append(v))
	}
	name := filepath.Join(dir, rundir.ModelsFile)
	if _, err := os.Stat(name); err == nil {
		t.Error("a model is shown before its visit is durable")
	}
	ok(t, j.Commit())
	ok(t, f.Flush())
	want := `{"model":1,"seq":2,"learned_at":"` + epoch.UTC().Format("2006-01-02T15:04:05.000Z") + `","learned":{"words":["台风","<2>"]}}
{"model":2,"seq":5,"learned_at":"` + epoch.UTC().Format("2006-01-02T15:04:05.000Z") + `","learned":{"words":["台风","<5>"]}}
`
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	if last, err := rundir.LastModel(dir); err != nil || last.Model != 2 || last.Seq != 5 {
		t.Errorf("the last model is %+v, %v", last, err)
	}
	var judged []int
	for p, err := range rundir.Pages(dir) {
		ok(t, err)
		judged = append(judged, p.Model)
	}
	if fmt.Sprint(judged) != "[0 0 1 1 1 2]" {
		t.Errorf("the pages name models %v", judged)
	}
	ok(t, f.Close())
	for what, damage := range map[string]func() error{
		"as it was": func() error { return nil },
		"deleted":   func() error { return os.Remove(name) },
		"torn":      func() error { return os.Truncate(name, 50) },
		"another":   func() error { return os.WriteFile(name, []byte("{}\n"), 0o644) },
	} {
		ok(t, damage())
		f := open(t, dir)
		ok(t, f.Restore(j))
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", what, err, got)
		}
		ok(t, f.Close())
	}
	ok(t, rundir.Clear(dir))
	if _, err := os.Stat(name); err == nil {
		t.Error("Clear leaves the models")
	}
	if last, err := rundir.LastModel(dir); err != nil || last.Model != 0 {
		t.Errorf("without a file the last model is %+v, %v", last, err)
	}
}
