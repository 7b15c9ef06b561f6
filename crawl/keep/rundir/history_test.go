package rundir_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// TestHistoryOf looks for pages whose addresses stand in other lines, too.
func TestHistoryOf(t *testing.T) {
	dir := t.TempDir()
	lines := func(list ...any) string {
		var b strings.Builder
		for _, x := range list {
			line, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		return b.String()
	}
	amp := "http://a.test/?a=1&b=<2>"
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok, err := rundir.HistoryOf(dir, amp); ok || err != nil {
		t.Errorf("of an empty folder: %v, %v", ok, err)
	}
	long := strings.Repeat("x", 1<<17)
	write(rundir.PagesFile, lines(rundir.Page{Seq: 1, URL: "http://a.test/1", Parent: amp}, rundir.Page{Seq: 2, URL: amp, Parent: "http://a.test/1", Title: long})+`{"seq":3,"url":"http://a.te`)
	write(rundir.ChangesFile, lines(rundir.Change{Seq: 2, URL: amp, Change: rundir.ChangeNew}, rundir.Change{Seq: 4, URL: amp, Change: rundir.ChangeChanged}, rundir.Change{Seq: 5, URL: "http://a.test/1", Change: rundir.ChangeGone}, rundir.Change{Seq: 6, URL: amp, Change: rundir.ChangeGone}))
	h, ok, err := rundir.HistoryOf(dir, amp)
	if err != nil || !ok || h.Page.Seq != 2 || h.Page.Title != long || len(h.Changes) != 2 || h.Changes[0].Seq != 4 || h.Changes[1].Seq != 6 {
		t.Errorf("%v, %v, %d, %+v", ok, err, h.Page.Seq, h.Changes)
	}
	if h, ok, err := rundir.HistoryOf(dir, "http://a.test/1"); err != nil || !ok || h.Page.Seq != 1 || len(h.Changes) != 1 {
		t.Errorf("%v, %v, %+v", ok, err, h)
	}
	if _, ok, err := rundir.HistoryOf(dir, "http://a.test/"); ok || err != nil {
		t.Errorf("a page that is not there: %v, %v", ok, err)
	}
}
