package status_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/status"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

var noon = time.Date(2026, 7, 25, 12, 30, 0, 0, time.UTC)

// line is one of pages.jsonl: the page number seq of a host, so many minutes
// after noon.
func line(seq int, host string, relevant bool, more string) string {
	relevance := 0.1
	if relevant {
		relevance = 0.8
	}
	return fmt.Sprintf(`{"seq":%d,"url":"http://%s/%d","status":200,"fetched_at":%q,"depth":0,"parent":"","title":"page %d","lang":"en","relevance":%v,"relevant":%v,"priority":0,`+
		`"evidence":[{"concept":"urn:typhoon","label":"typhoon","group":"title","count":2,"contribution":0.5},{"concept":"urn:rain","label":"rain","group":"body","count":1,"contribution":0.3}],"links":0%s}`+"\n",
		seq, host, seq, noon.Add(time.Duration(seq)*time.Minute).Format(time.RFC3339), seq, relevance, relevant, more)
}

func write(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

var graph = api.Graph{Concepts: []api.Node{{IRI: "urn:typhoon", Zh: "台风", En: "typhoon"}}}

func titles(stories []monitor.Story) (all []string) {
	for _, s := range stories {
		all = append(all, s.Title)
	}
	return all
}

func TestFolderGrows(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "typhoon")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	f := status.OpenFolder(dir, "typhoon", "test", graph)
	look := func() (api.Live, []string) {
		t.Helper()
		l, err := f.Live(t.Context(), "typhoon")
		if err != nil {
			t.Fatal(err)
		}
		stories, err := f.Stories("", time.Time{}, 10)
		if err != nil {
			t.Fatal(err)
		}
		return l, titles(stories)
	}
	if l, s := look(); l.Pages != 0 || s != nil {
		t.Errorf("an empty folder: %+v, %q", l, s)
	}
	text := line(1, "a.test", true, "") + line(2, "b.test", false, "")
	write(t, dir, text+`{"seq":3,"url":"http://a.te`) // a line that is being written
	l, s := look()
	if l.Pages != 2 || l.Relevant != 1 || l.Hosts != 2 || !cmp.Equal(s, []string{"page 1"}) {
		t.Errorf("two pages and half of one: %+v, %q", l, s)
	}
	if want := []api.Point{{Pages: 1, Relevant: 1}, {Pages: 2, Relevant: 1}}; !cmp.Equal(l.Curve, want) {
		t.Errorf("curve %v; want %v", l.Curve, want)
	}
	text += line(3, "a.test", true, "") + line(65, "a.test", true, `,"duplicate_of":"http://a.test/3","distance":1`)
	write(t, dir, text)
	l, s = look()
	if l.Pages != 4 || l.Relevant != 3 || !cmp.Equal(s, []string{"page 3", "page 1"}) {
		t.Errorf("two more, one a copy: %+v, %q", l, s)
	}
	if want := []api.HostCount{{Host: "a.test", Pages: 3, Relevant: 3}, {Host: "b.test", Pages: 1}}; !cmp.Equal(l.TopHosts, want) {
		t.Errorf("hosts %v; want %v", l.TopHosts, want)
	}

	stories, _ := f.Stories("typhoon", time.Time{}, 1)
	want := monitor.Story{ID: "3", Job: "typhoon", Title: "page 3", URL: "http://a.test/3", Host: "a.test", Lang: "en", First: noon.Add(3 * time.Minute), Last: noon.Add(65 * time.Minute), Relevance: .8, Run: 1,
		Concepts: []monitor.Concept{{IRI: "urn:typhoon", Name: "台风", Label: "typhoon", Place: "title", Count: 2, Places: []monitor.Place{{Name: "title", Count: 2}}, Share: .5}, {IRI: "urn:rain", Name: "rain", Label: "rain", Place: "body", Count: 1, Places: []monitor.Place{{Name: "body", Count: 1}}, Share: .3}},
		Pages:    []string{"http://a.test/3", "http://a.test/65"}}
	if diff := cmp.Diff([]monitor.Story{want}, stories); diff != "" {
		t.Errorf("the newest story (-want +got):\n%s", diff)
	}
	// Pages 1 and 3 came in the hour from 12, page 65 in that from 13.
	m, err := f.Mentions("typhoon", noon.Truncate(time.Hour), noon.Truncate(time.Hour).Add(3*time.Hour))
	if want := map[string][]int{"urn:typhoon": {4, 2, 0}, "urn:rain": {2, 1, 0}}; err != nil || !cmp.Equal(m, want) {
		t.Errorf("mentions %v, %v; want %v", m, err, want)
	}

	write(t, dir, line(9, "c.test", true, "")) // another run
	if l, s := look(); l.Pages != 1 || !cmp.Equal(s, []string{"page 9"}) {
		t.Errorf("begun anew: %+v, %q", l, s)
	}
	if _, err := f.Live(t.Context(), "rain"); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("another job: %v", err)
	}
	if _, err := f.Run("typhoon", 2); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("another run: %v", err)
	}
	if d, err := f.Daemon(t.Context()); err != nil || len(d.Jobs) != 1 || d.Jobs[0].Topic != "typhoon" || d.Jobs[0].Last == nil || d.Jobs[0].Last.Pages != 1 {
		t.Errorf("daemon %+v, %v", d, err)
	}
}

// TestCurveStaysSmall keeps the curve of a long crawl to some hundred points.
func TestCurveStaysSmall(t *testing.T) {
	dir := t.TempDir()
	var b strings.Builder
	for i := 1; i <= 3001; i++ {
		b.WriteString(line(i, "a.test", i%3 == 0, ""))
	}
	write(t, dir, b.String())
	l, err := status.OpenFolder(dir, "", "", api.Graph{}).Live(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(l.Curve); n < 150 || n > 401 {
		t.Errorf("%d points of 3001 pages", n)
	}
	if last := l.Curve[len(l.Curve)-1]; last != (api.Point{Pages: 3001, Relevant: 1000}) {
		t.Errorf("it ends at %v", last)
	}
}

func every(t *testing.T, d time.Duration) monitor.Schedule {
	t.Helper()
	s, err := monitor.Every(d, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReporter(t *testing.T) {
	store, err := store.Open(filepath.Join(t.TempDir(), "store"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	made := func(job string, due time.Time, end func(*monitor.Run)) monitor.Run {
		t.Helper()
		r, err := store.Claim(job, due, monitor.Scheduled, due)
		if err != nil {
			t.Fatal(err)
		}
		if end != nil {
			end(&r)
			r.Ended = due.Add(time.Minute)
			if err := store.End(r); err != nil {
				t.Fatal(err)
			}
		}
		return r
	}
	made("typhoon", noon.Add(-30*time.Hour), func(r *monitor.Run) { r.Outcome, r.New = monitor.Done, 100 }) // the day before
	made("typhoon", noon.Add(-2*time.Hour), func(r *monitor.Run) { r.Outcome, r.New, r.Changed = monitor.Done, 4, 1 })
	made("typhoon", noon.Add(-time.Hour), func(r *monitor.Run) { r.Outcome, r.New, r.Gone = monitor.Done, 2, 1 })
	made("typhoon", noon.Add(-time.Minute), nil) // it runs
	failed := made("flood", noon.Add(-time.Hour), func(r *monitor.Run) { r.Outcome, r.Error = monitor.Failed, "no such host" })

	job := func(name string) *monitor.Job {
		return &monitor.Job{Name: name, Settings: map[string]any{"topic": "台风"}, Schedule: every(t, time.Hour)}
	}
	paused := job("paused")
	paused.Paused = true
	state := scheduler.State{Since: noon.Add(-48 * time.Hour), Free: 5 << 30, Jobs: []scheduler.Status{
		{Job: job("flood"), Last: failed},
		{Job: job("late"), Late: true, Next: noon.Add(-5 * time.Minute)},
		{Job: paused},
		{Job: job("typhoon"), Running: true, Transition: monitor.Transition{To: monitor.Impact}, Next: noon.Add(time.Hour)},
	}}
	now := noon
	b := status.New(status.Options{Reader: store, State: func() scheduler.State { return state }, Folder: func(string) string { return t.TempDir() }, Now: func() time.Time { return now }})
	d, err := b.Daemon(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Name  string
		State api.State
		Why   string
	}
	var got []row
	for _, j := range d.Jobs {
		got = append(got, row{j.Name, j.State, j.Why})
	}
	want := []row{{"flood", api.Failing, "no such host"}, {"late", api.Late, "it was due at 2026-07-25T12:25:00Z"}, {"paused", api.Paused, ""}, {"typhoon", api.Working, ""}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("jobs (-want +got):\n%s", diff)
	}
	typhoon := d.Jobs[3]
	if want := (api.Tally{Runs: 3, New: 6, Changed: 1, Gone: 1}); typhoon.Day != want || typhoon.Open == nil || typhoon.Open.Number != 4 || typhoon.Last == nil || typhoon.Last.Number != 3 || typhoon.Topic != "台风" {
		t.Errorf("typhoon: %+v; want day %+v", typhoon, want)
	}
	if len(d.Notices) != 2 || d.Notices[0].Job != "flood" {
		t.Errorf("notices %+v", d.Notices)
	}

	// The disk fills up: within a second nobody is notified, after it everybody.
	state.Full, state.Free = true, 100<<20
	if d, _ := b.Daemon(context.Background()); d.Jobs[3].State != api.Working {
		t.Error("the daemon was asked again within a second")
	}
	now = now.Add(time.Second)
	d, err = b.Daemon(context.Background())
	if err != nil || d.Jobs[3].State != api.Held || !strings.Contains(d.Notices[0].Text, "100 MB") {
		t.Errorf("on a full disk: %+v, %v", d.Notices, err)
	}
	if _, err := b.Run("typhoon", 99); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("a run that is not there: %v", err)
	}
	if _, err := b.Live(context.Background(), "nobody"); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("a job that is not there: %v", err)
	}
	if l, err := b.Live(context.Background(), "typhoon"); err != nil || l.Alive || l.Pages != 0 {
		t.Errorf("a job that has fetched nothing: %+v, %v", l, err)
	}
}

// BenchmarkFolder shows a folder of 100,000 pages for the first time, and its newest stories again.
func BenchmarkFolder(b *testing.B) {
	dir := b.TempDir()
	var text strings.Builder
	for seq := 1; seq <= 100_000; seq++ {
		text.WriteString(line(seq, fmt.Sprintf("h%d.test", seq%997), true, ""))
	}
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	stories := func(f *status.Folder) {
		if all, err := f.Stories("", time.Time{}, 8); err != nil || len(all) != 8 || all[0].Title != "page 100000" {
			b.Fatal(titles(all), err)
		}
	}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			stories(status.OpenFolder(dir, "typhoon", "test", graph))
		}
	})
	f := status.OpenFolder(dir, "typhoon", "test", graph)
	stories(f)
	b.Run("stories", func(b *testing.B) {
		for b.Loop() {
			stories(f)
		}
	})
}
