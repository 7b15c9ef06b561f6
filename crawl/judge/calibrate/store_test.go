package calibrate

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// TestKept: answers survive, a line that was cut is ended, and an edited file with
// faults keeps what can be read.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	clock := func() time.Time { return time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC) }
	k, labels, faults, err := OpenKept(dir, clock)
	if err != nil || len(labels) != 0 || faults != nil {
		t.Fatal(labels, faults, err)
	}
	for _, reply := range []Reply{Yes, No} {
		if err := k.Add(&Page{URL: "http://a.example/", Title: "=1+1\t\x1b[2J"}, reply); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, rundir.LabelsFile)
	text, err := os.ReadFile(name)
	if want := keptHead + "yes\thttp://a.example/\t'=1+1 \\x1b[2J\t2026-05-04T03:02:01Z\nno\thttp://a.example/\t'=1+1 \\x1b[2J\t2026-05-04T03:02:01Z\n"; err != nil || string(text) != want {
		t.Errorf("%q, %v", text, err)
	}
	if err := os.WriteFile(name, append(text, "maybe\thttp://a.example/2\nyes\thttp://a.exa"...), 0o600); err != nil {
		t.Fatal(err)
	}
	k, labels, faults, err = OpenKept(dir, clock)
	if err != nil || len(labels) != 3 || faults == nil || labels[1].Verdict != marks.Wrong {
		t.Fatal(labels, faults, err)
	}
	if err := k.Add(&Page{URL: "http://b.example/"}, unsure); err != nil {
		t.Fatal(err)
	}
	k.Close()
	if k, labels, _, err = OpenKept(dir, clock); err != nil || len(labels) != 4 || labels[3].URL != "http://b.example/" {
		t.Errorf("%+v, %v", labels, err)
	}
	k.Close()
}
