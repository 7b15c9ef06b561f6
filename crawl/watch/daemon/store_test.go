package daemon

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

// operators are notified at once, or later if they cannot be reached.
type operators struct {
	heard   []string
	waiting []func()
}

func (o *operators) tell(t monitor.Trouble, told func()) bool {
	said := string(t.Kind) + " " + t.Job
	if !t.Until.IsZero() {
		said = "over: " + said
	}
	o.heard = append(o.heard, said)
	o.waiting = append(o.waiting, told)
	return true
}

// arrive lets all messages arrive.
func (o *operators) arrive() (heard []string) {
	for _, told := range o.waiting {
		told()
	}
	heard, o.heard, o.waiting = o.heard, nil, nil
	return heard
}

func open(dir string, o *operators) *troubleStore {
	return openTroubles(troubleOptions{Dir: dir, Now: func() time.Time { return noon }, Tell: o.tell})
}

func expect(t *testing.T, o *operators, want ...string) {
	t.Helper()
	if got := o.arrive(); !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}

func run(outcome monitor.Outcome, seeds, seedsAnswered, asked, answered int) monitor.Run {
	return monitor.Run{Job: "j", Outcome: outcome, Ended: noon, Seeds: seeds, SeedsAnswered: seedsAnswered, Asked: asked, Answered: answered}
}

// Operators are notified of each trouble once, and once when it is over, whatever restarts are between.
func TestToldOnce(t *testing.T) {
	dir, o := t.TempDir(), &operators{}
	b := open(dir, o)
	bad := []monitor.Run{run(monitor.Failed, 0, 0, 0, 0)}
	b.Ran("j", bad)
	expect(t, o, "run failed j")
	b.Ran("j", bad)
	expect(t, o)
	b = open(dir, o)
	b.Ran("j", bad)
	expect(t, o)
	if now := b.Now(); len(now) != 1 || !now[0].Since.Equal(noon) {
		t.Errorf("%+v", now)
	}
	b.Ran("j", []monitor.Run{run(monitor.Done, 1, 1, 5, 5), bad[0]})
	expect(t, o, "over: run failed j")
	b = open(dir, o)
	b.Ran("j", []monitor.Run{run(monitor.Done, 1, 1, 5, 5)})
	expect(t, o)
	if _, err := os.Stat(filepath.Join(dir, troublesFile)); !os.IsNotExist(err) {
		t.Errorf("without troubles there is a file: %v", err)
	}
}

// What nobody could be told is told later; and if it is over by then, not at all.
func TestNotToldYet(t *testing.T) {
	dir, o := t.TempDir(), &operators{}
	b := open(dir, o)
	b.Begin(monitor.Trouble{Kind: monitor.DiskFull})
	o.waiting = nil // the process was killed before it arrived
	o.heard = nil
	b = open(dir, o)
	b.Begin(monitor.Trouble{Kind: monitor.DiskFull})
	expect(t, o) // it lasts, and the text is the same
	b.Keep(nil)
	expect(t, o, "disk ")
	b.Begin(monitor.Trouble{Kind: monitor.JobsBroken})
	b.End(monitor.JobsBroken, "") // before the word has arrived
	if len(b.Now()) != 1 {
		t.Errorf("%+v", b.Now())
	}
	o.heard = nil
	for _, told := range o.waiting {
		told()
	}
	if got := o.heard; !slices.Equal(got, []string{"over: file of jobs "}) {
		t.Errorf("then it is over, and they are told %q", got)
	}
	o.arrive()
	b.End(monitor.DiskFull, "")
	expect(t, o, "over: disk ")
}

// Without operators a trouble comes and goes without a word.
func TestNobodyToTell(t *testing.T) {
	dir := t.TempDir()
	b := openTroubles(troubleOptions{Dir: dir, Now: func() time.Time { return noon }, Tell: func(monitor.Trouble, func()) bool { return false }})
	b.Begin(monitor.Trouble{Kind: monitor.DiskFull})
	if len(b.Now()) != 1 {
		t.Errorf("%+v", b.Now())
	}
	b.End(monitor.DiskFull, "")
	o := &operators{}
	open(dir, o).Keep(nil)
	expect(t, o)
}

func TestTroublesOfRuns(t *testing.T) {
	dead, fine := run(monitor.Done, 2, 0, 2, 0), run(monitor.Done, 2, 1, 5, 3)
	blocked, quiet := run(monitor.Done, 1, 1, 4, 0), run(monitor.Done, 1, 1, 0, 0)
	quota := fine
	quota.Quota = []string{"own"}
	for _, tt := range []struct {
		name string
		runs []monitor.Run
		want []monitor.TroubleKind
	}{
		{"nothing yet", nil, nil},
		{"all is well", []monitor.Run{fine}, nil},
		{"failed", []monitor.Run{run(monitor.Failed, 0, 0, 0, 0), fine}, []monitor.TroubleKind{monitor.RunFailed}},
		{"no seed", []monitor.Run{dead, fine}, []monitor.TroubleKind{monitor.SeedsDead}},
		{"no page twice", []monitor.Run{blocked, blocked, fine}, nil},
		{"no page three times", []monitor.Run{blocked, blocked, blocked, fine}, []monitor.TroubleKind{monitor.NoPages}},
		{"a feed without news between", []monitor.Run{blocked, quiet, blocked, quiet, blocked}, []monitor.TroubleKind{monitor.NoPages}},
		{"a feed without news", []monitor.Run{quiet, quiet, quiet, quiet}, nil},
		{"a quota", []monitor.Run{quota}, []monitor.TroubleKind{monitor.QuotaSpent}},
		{"interrupted and skipped runs say nothing", []monitor.Run{run(monitor.Interrupted, 1, 0, 1, 0), run(monitor.Skipped, 0, 0, 0, 0), fine}, nil},
	} {
		var got []monitor.TroubleKind
		for _, x := range monitor.Troubles("j", tt.runs) {
			got = append(got, x.Kind)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A job that was taken out of the file has no troubles.
func TestKeep(t *testing.T) {
	dir, o := t.TempDir(), &operators{}
	b := open(dir, o)
	b.Ran("j", []monitor.Run{run(monitor.Failed, 0, 0, 0, 0)})
	expect(t, o, "run failed j")
	b.Keep([]*monitor.Job{{Name: "other"}})
	expect(t, o)
	if len(b.Now()) != 0 {
		t.Errorf("%+v", b.Now())
	}
}

// The file, byte for byte; and files that cannot be read.
func TestFile(t *testing.T) {
	dir, o := t.TempDir(), &operators{}
	b := open(dir, o)
	b.Ran("j", []monitor.Run{{Job: "j", Outcome: monitor.Failed, Error: "no ontology", Ended: noon}})
	o.arrive()
	const want = `{
 "format": 1,
 "troubles": [
  {
   "kind": "run failed",
   "job": "j",
   "text": "no ontology",
   "since": "2026-07-25T12:00:00Z",
   "told": true
  }
 ]
}
`
	name := filepath.Join(dir, troublesFile)
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
	for _, text := range []string{"", "{", `{"format": 2}`, "[]"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readFile(dir); err == nil || !strings.Contains(err.Error(), troublesFile) {
			t.Errorf("%q: %v", text, err)
		}
		if b := open(dir, o); len(b.Now()) != 0 {
			t.Errorf("%q: %+v", text, b.Now())
		}
	}
}
