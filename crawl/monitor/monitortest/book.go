package monitortest

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// Book is the exam of a [monitor.Book]. open opens the one in a folder, anew or as
// it was left.
func Book(t *testing.T, open func(dir string) (monitor.Book, error)) {
	x := bookExam{open}
	t.Run("runs", x.runs)
	t.Run("set back", x.setBack)
	t.Run("pages", x.pages)
	t.Run("batches", x.batches)
	t.Run("counts", x.counts)
	t.Run("stories", x.stories)
	t.Run("outbox", x.outbox)
	t.Run("mentions", x.mentions)
	t.Run("turns", x.turns)
	t.Run("notes", x.notes)
	t.Run("prune", x.prune)
	t.Run("names", x.names)
	t.Run("together", x.together)
}

type bookExam struct {
	open func(dir string) (monitor.Book, error)
}

// noon is when the tests of a Book begin.
var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

func (x bookExam) must(t *testing.T, dir string) monitor.Book {
	t.Helper()
	b, err := x.open(dir)
	fine(t, err)
	t.Cleanup(func() { fine(t, b.Close()) })
	return b
}

// again closes b and opens it anew: what was written must be there.
func (x bookExam) again(t *testing.T, b monitor.Book, dir string) monitor.Book {
	t.Helper()
	fine(t, b.Close())
	return x.must(t, dir)
}

func fine(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// setBack: a run of a clock that was ahead is made once, and keeps nobody from
// running when the clock is right again.
func (x bookExam) setBack(t *testing.T) {
	b := x.must(t, t.TempDir())
	for _, c := range []struct {
		due, now time.Time
		want     error
	}{
		{noon, noon, nil},
		{noon.AddDate(1, 0, 0), noon.AddDate(1, 0, 0), nil},
		{noon, noon.Add(time.Minute), monitor.ErrClaimed},
		{noon.Add(time.Hour), noon.Add(time.Hour), nil},
		{noon.Add(2 * time.Hour), noon.Add(2 * time.Hour), nil},
		{noon.Add(time.Hour), noon.Add(2 * time.Hour), monitor.ErrClaimed},
		{noon.AddDate(1, 0, 0), noon.AddDate(1, 0, 0), monitor.ErrClaimed},
		{noon.AddDate(1, 0, 1), noon.AddDate(1, 0, 1), nil},
	} {
		run, err := b.Claim("typhoon", c.due, monitor.Scheduled, c.now)
		if !errors.Is(err, c.want) {
			t.Errorf("claim of %v at %v: %v, want %v", c.due, c.now, err, c.want)
		}
		if err == nil {
			fine(t, b.End(run))
		}
	}
}

// runs: a scheduled time has one run, and a run that was interrupted comes first.
func (x bookExam) runs(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	claim := func(due time.Time, by monitor.Trigger) (monitor.Run, error) {
		return b.Claim("typhoon", due, by, due.Add(time.Second))
	}
	first, err := claim(noon, monitor.Scheduled)
	fine(t, err)
	same(t, "claimed", first, monitor.Run{Job: "typhoon", Number: 1, Due: noon, Trigger: monitor.Scheduled, Started: noon.Add(time.Second), Outcome: monitor.Running})
	b = x.again(t, b, dir) // the process died
	open, ok, err := b.Open("typhoon")
	fine(t, err)
	same(t, "open", open, first)
	if !ok {
		t.Error("the run is not open")
	}
	resumed, err := claim(noon.Add(time.Hour), monitor.Scheduled)
	fine(t, err)
	if resumed.Number != 1 || resumed.Resumed != 1 || !resumed.Due.Equal(noon) {
		t.Errorf("claimed %+v while run 1 has not ended", resumed)
	}
	resumed.Ended, resumed.Outcome = noon.Add(time.Minute), monitor.Done
	fine(t, b.End(resumed))
	if _, ok, err := b.Open("typhoon"); ok || err != nil {
		t.Errorf("open after its end: %v %v", ok, err)
	}
	for _, due := range []time.Time{noon, noon.Add(-time.Hour)} {
		if _, err := b.Claim("typhoon", due, monitor.CaughtUp, noon.Add(time.Hour)); !errors.Is(err, monitor.ErrClaimed) {
			t.Errorf("claimed %v again: %v", due, err)
		}
	}
	hand, err := claim(noon.Add(-time.Minute), monitor.ByHand)
	fine(t, err)
	same(t, "number by hand", hand.Number, 2)
	fine(t, b.End(hand))
	if _, err := claim(hand.Due, monitor.ByHand); !errors.Is(err, monitor.ErrClaimed) {
		t.Errorf("claimed by hand again: %v", err)
	}
	if _, err := b.Claim("flood", noon, monitor.Scheduled, noon); err != nil {
		t.Errorf("another job: %v", err)
	}
	if _, err := b.Run("typhoon", 3); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("a run that was never made: %v", err)
	}
	if err := b.End(monitor.Run{Job: "typhoon", Number: 9}); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("end of a run that was never made: %v", err)
	}
}

// pages: a list is read page by page, by the time of the last, and none is lost
// though many have the same time.
func (x bookExam) pages(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	for hour := range 6 {
		for _, job := range []string{"a", "a-b", "ab"} {
			due := noon.Add(time.Duration(hour) * time.Hour)
			r, err := b.Claim(job, due, monitor.Scheduled, due)
			fine(t, err)
			fine(t, b.End(r))
		}
	}
	b = x.again(t, b, dir)
	seen := map[string]int{}
	var last time.Time
	for pages := 0; ; pages++ {
		runs, err := b.Runs("", last, 4)
		fine(t, err)
		if len(runs) == 0 {
			same(t, "pages", pages, 3) // 4 runs and 2 of the same hour as the fourth
			break
		}
		for _, r := range runs {
			if !last.IsZero() && r.Due.After(last) {
				t.Fatalf("%v after %v", r.Due, last)
			}
			last = r.Due
			seen[fmt.Sprint(r.Job, r.Number)]++
		}
	}
	if len(seen) != 18 {
		t.Errorf("%d runs listed of 18", len(seen))
	}
	for run, n := range seen {
		if n != 1 {
			t.Errorf("%s listed %d times", run, n)
		}
	}
	runs, err := b.Runs("a", noon.Add(3*time.Hour), 2)
	fine(t, err)
	if len(runs) != 2 || runs[0].Job != "a" || runs[0].Number != 3 || runs[1].Number != 2 {
		t.Errorf("two runs of a before its fourth: %+v", runs)
	}
	if runs, err := b.Runs("nobody", time.Time{}, 5); len(runs) > 0 || err != nil {
		t.Errorf("runs of nobody: %v %v", runs, err)
	}
}

// hostile is a title that an enemy wrote.
const hostile = "\x1b[2J<script>\r\nBcc: x\u202e\x00台风"

func find(run, seq int, kind monitor.Kind, iris ...string) monitor.Find {
	f := monitor.Find{
		Job: "typhoon", Run: run, Seq: seq, Kind: kind, URL: fmt.Sprintf("https://a.example/%d", seq), Host: "a.example",
		Title: hostile, Relevance: 0.5, Relevant: true, Captured: noon.Add(time.Duration(seq) * time.Minute), Story: fmt.Sprint("s", seq), Phase: monitor.Warning,
	}
	for _, iri := range iris {
		f.Concepts = append(f.Concepts, monitor.Concept{IRI: iri, Name: iri, Count: 2, Share: 0.25})
	}
	return f
}

func story(id string, last time.Time) monitor.Story {
	return monitor.Story{ID: id, Job: "typhoon", Title: hostile, URL: "https://a.example/", First: noon, Last: last, Pages: []string{"https://a.example/"}}
}

func letter(id, receiver string, due time.Time) monitor.Letter {
	return monitor.Letter{ID: id, Job: "typhoon", Rule: "r", Receiver: receiver, Story: "s1", Made: noon, Due: due, Title: hostile}
}

// batches: what a Sink concluded is there with its place in the journal; what was
// concluded twice is there once.
func (x bookExam) batches(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	if n, err := b.Upto("typhoon"); n != 0 || err != nil {
		t.Fatalf("up to %d of an empty book, %v", n, err)
	}
	run, err := b.Claim("typhoon", noon, monitor.Scheduled, noon)
	fine(t, err)
	run.New, run.LastSeq, run.FirstSeq = 2, 12, 3
	batch := monitor.Batch{
		Job: "typhoon", Seq: 12, Run: run,
		Finds:   []monitor.Find{find(1, 12, monitor.New), find(1, 9, monitor.Gone)},
		Stories: []monitor.Story{story("s12", noon)},
		Letters: []monitor.Letter{letter("one", "hook", noon), letter("one", "hook", noon), letter("two", "mail", noon)},
	}
	fine(t, b.Add(batch))
	b = x.again(t, b, dir)
	fine(t, b.Add(batch)) // its sender does not know that it arrived
	if n, err := b.Upto("typhoon"); n != 12 || err != nil {
		t.Errorf("up to %d, %v", n, err)
	}
	finds, err := b.Finds("typhoon", 1)
	fine(t, err)
	same(t, "finds", finds, []monitor.Find{batch.Finds[1], batch.Finds[0]})
	letters, err := b.Letters("", time.Time{}, 10, false)
	fine(t, err)
	same(t, "letters", len(letters), 2)
	got, err := b.Run("typhoon", 1)
	fine(t, err)
	run.Letters = 2
	same(t, "run", got, run)
	if finds, err := b.Finds("typhoon", 2); len(finds) > 0 || err != nil {
		t.Errorf("finds of another run: %v %v", finds, err)
	}
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 1})) // its folder was made anew
	if n, err := b.Upto("typhoon"); n != 1 || err != nil {
		t.Errorf("up to %d, %v, after the journal was begun anew", n, err)
	}
	if err := b.Add(monitor.Batch{Job: "typhoon", Seq: 2, Run: monitor.Run{Job: "typhoon", Number: 7}, Notes: map[string][]byte{"k": {1}}}); !errors.Is(err, monitor.ErrNotFound) {
		t.Errorf("a batch of a run that was never made: %v", err)
	}
	if n, _ := b.Upto("typhoon"); n != 1 {
		t.Errorf("up to %d by a batch that was refused", n)
	}
	if note, _ := b.Note("typhoon", "k"); note != nil {
		t.Error("part of a batch that was refused was kept")
	}
}

// counts: those of batches and those of the end meet, and a late batch does not
// begin the run again.
func (x bookExam) counts(t *testing.T) {
	b := x.must(t, t.TempDir())
	run, err := b.Claim("typhoon", noon, monitor.Scheduled, noon)
	fine(t, err)
	now := run
	now.New, now.Pages, now.FirstSeq, now.LastSeq = 3, 8, 1, 9
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 9, Run: now, Letters: []monitor.Letter{letter("one", "hook", noon)}}))
	end := run
	end.Pages, end.Failures, end.Ended, end.Outcome = 11, 1, noon.Add(time.Minute), monitor.Done
	fine(t, b.End(end))
	now.Pages, now.Gone = 10, 1
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 10, Run: now}))
	want := end
	want.New, want.Gone, want.FirstSeq, want.LastSeq, want.Letters = 3, 1, 1, 9, 1
	got, err := b.Run("typhoon", 1)
	fine(t, err)
	same(t, "run", got, want)
	if _, open, _ := b.Open("typhoon"); open {
		t.Error("a late batch opened the run again")
	}
}

// stories: the list is by when each was seen last.
func (x bookExam) stories(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	add := func(seq int, s ...monitor.Story) {
		t.Helper()
		fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: seq, Stories: s}))
	}
	add(1, story("a", noon), story("b", noon.Add(time.Hour)), story("c", noon.Add(2*time.Hour)))
	moved := story("a", noon.Add(3*time.Hour))
	moved.Pages = append(moved.Pages, "https://b.example/")
	moved.Told = map[string]string{"hook": "r"}
	add(2, moved)
	other := story("a", noon.Add(90*time.Minute))
	other.Job = "flood"
	fine(t, b.Add(monitor.Batch{Job: "flood", Seq: 1, Stories: []monitor.Story{other}}))
	b = x.again(t, b, dir)
	ids := func(job string, before time.Time, n int) (got []string) {
		t.Helper()
		list, err := b.Stories(job, before, n)
		fine(t, err)
		for _, s := range list {
			got = append(got, s.Job+"/"+s.ID)
		}
		return got
	}
	same(t, "all", ids("", time.Time{}, 9), []string{"typhoon/a", "typhoon/c", "flood/a", "typhoon/b"})
	same(t, "of a job", ids("typhoon", time.Time{}, 2), []string{"typhoon/a", "typhoon/c"})
	same(t, "before", ids("typhoon", noon.Add(2*time.Hour), 9), []string{"typhoon/b"})
	got, ok, err := b.Story("typhoon", "a")
	fine(t, err)
	same(t, "a", got, moved)
	if _, known, err := b.Story("typhoon", "z"); known || err != nil || !ok {
		t.Errorf("known %v, %v; a known %v", known, err, ok)
	}
}

// outbox: letters are due by receiver, and what became of them is kept.
func (x bookExam) outbox(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	urgent := letter("z-urgent", "hook", noon.Add(time.Minute))
	urgent.Urgent = true
	later := letter("later", "mail", noon.Add(time.Hour))
	later.Made = noon.Add(time.Minute)
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 1, Letters: []monitor.Letter{
		letter("b", "mail", noon), letter("a", "mail", noon), letter("hook2", "hook", noon), letter("hook1", "hook", noon.Add(time.Second)), urgent, later,
		letter("long", "hook-of-another", noon),
	}}))
	due := func(now time.Time, n int) (ids []string) {
		t.Helper()
		list, err := b.Due(now, n)
		fine(t, err)
		for _, l := range list {
			ids = append(ids, l.ID)
		}
		return ids
	}
	at := noon.Add(time.Minute)
	same(t, "due", due(at, 9), []string{"z-urgent", "hook2", "hook1", "long", "a", "b"})
	same(t, "two each", due(at, 2), []string{"z-urgent", "hook2", "long", "a", "b"})
	same(t, "before any", due(noon.Add(-1), 9), []string(nil))
	next, err := b.NextDue(noon)
	fine(t, err)
	same(t, "next", next, noon.Add(time.Second))

	list, err := b.Due(noon, 9)
	fine(t, err)
	for i := range list {
		switch l := &list[i]; l.ID {
		case "a":
			l.Sent = at
		case "b":
			l.Tries, l.LastError, l.Due = 1, "refused", at.Add(time.Hour)
		case "hook2":
			l.Dead = true
		}
	}
	fine(t, b.Mark(list...))
	b = x.again(t, b, dir)
	same(t, "due after", due(at, 9), []string{"z-urgent", "hook1", "long"})
	same(t, "due later", due(at.Add(time.Hour), 9), []string{"z-urgent", "hook1", "long", "later", "b"})
	wait, err := b.Letters("typhoon", time.Time{}, 2, true)
	fine(t, err)
	if len(wait) != 5 || wait[0].ID != "later" { // the others were made at the same time
		t.Errorf("waiting: %d letters, the first %+v", len(wait), wait[0])
	}
	all, err := b.Letters("", later.Made, 1, false)
	fine(t, err)
	same(t, "made at noon", len(all), 6)
	if list, err := b.Letters("flood", time.Time{}, 9, false); len(list) > 0 || err != nil {
		t.Errorf("letters of another job: %v %v", list, err)
	}
	for _, l := range all {
		if l.ID == "b" && (l.Tries != 1 || l.LastError != "refused" || !l.Due.Equal(at.Add(time.Hour))) {
			t.Errorf("b is %+v", l)
		}
	}
	if err := b.Mark(letter("never", "hook", noon)); err == nil {
		t.Error("a letter that was never made was marked")
	}
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 2, Letters: []monitor.Letter{letter("a", "mail", noon)}}))
	same(t, "made again after it was sent", due(noon, 9), []string{"long"})
	for next, n := noon, 0; ; n++ {
		if next, err = b.NextDue(next); err != nil || next.IsZero() || n > 9 {
			same(t, "times that come after noon", n, 4) // hook1, z-urgent, later, b
			break
		}
	}
}

// mentions: a new page counts all it mentions, a changed one what appeared.
func (x bookExam) mentions(t *testing.T) {
	b := x.must(t, t.TempDir())
	changed := find(1, 61, monitor.Changed, "red", "surge")
	changed.Appeared = []string{"red"}
	other := find(1, 5, monitor.New, "red")
	other.Job = "flood"
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 200, Finds: []monitor.Find{
		find(1, 0, monitor.New, "red", "surge"), find(1, 59, monitor.New, "surge"), changed,
		find(1, 130, monitor.New, "surge"), find(1, 70, monitor.Gone, "surge"), find(1, 180, monitor.New, "red"),
	}}))
	fine(t, b.Add(monitor.Batch{Job: "flood", Seq: 5, Finds: []monitor.Find{other}}))
	count := func(job string, from, to time.Time) map[string][]int {
		t.Helper()
		m, err := b.Mentions(job, from, to)
		fine(t, err)
		return m
	}
	same(t, "three hours", count("typhoon", noon, noon.Add(3*time.Hour)), map[string][]int{"red": {1, 1, 0}, "surge": {2, 0, 1}})
	same(t, "of all", count("", noon, noon.Add(3*time.Hour)), map[string][]int{"red": {2, 1, 0}, "surge": {2, 0, 1}})
	same(t, "from half past", count("typhoon", noon.Add(30*time.Minute), noon.Add(131*time.Minute)), map[string][]int{"red": {1, 0}, "surge": {1, 1}})
	same(t, "none", count("typhoon", noon.Add(time.Hour), noon), map[string][]int{})
	same(t, "nobody", count("nobody", noon, noon.Add(time.Hour)), map[string][]int{})
}

// turns: the last that came is in force.
func (x bookExam) turns(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	var want []monitor.Turn
	for i := range 12 {
		turn := monitor.Turn{Job: "typhoon", At: noon.Add(-time.Duration(i) * time.Hour), To: monitor.Phase(i % 5), By: "cap", Reason: hostile, Held: i%2 == 0} // the clock was set back
		fine(t, b.Turn(turn))
		want = append([]monitor.Turn{turn}, want...)
	}
	fine(t, b.Turn(monitor.Turn{Job: "flood", At: noon, By: "hand"}))
	b = x.again(t, b, dir)
	for n, w := range map[int][]monitor.Turn{1: want[:1], 5: want[:5], 20: want} {
		got, err := b.Turns("typhoon", n)
		fine(t, err)
		same(t, fmt.Sprint(n, " turns"), got, w)
	}
	if got, err := b.Turns("nobody", 3); len(got) > 0 || err != nil {
		t.Errorf("turns of nobody: %v %v", got, err)
	}
}

// notes: kept and deleted with their batch.
func (x bookExam) notes(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	fine(t, b.Add(monitor.Batch{Job: "a", Seq: 1, Notes: map[string][]byte{"k": {1, 0, 2}, "k2": {3}}}))
	fine(t, b.Add(monitor.Batch{Job: "a", Seq: 2, Notes: map[string][]byte{"k2": nil}}))
	b = x.again(t, b, dir)
	for _, tt := range []struct {
		job, key string
		want     []byte
	}{{"a", "k", []byte{1, 0, 2}}, {"a", "k2", nil}, {"b", "k", nil}} {
		got, err := b.Note(tt.job, tt.key)
		fine(t, err)
		same(t, tt.job+" "+tt.key, got, tt.want)
	}
}

// prune: what is old is forgotten, but nothing that waits or goes on.
func (x bookExam) prune(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	const runs = 520 // more than one sweep
	for i := range runs {
		due := noon.Add(time.Duration(i) * time.Minute)
		r, err := b.Claim("typhoon", due, monitor.Scheduled, due)
		fine(t, err)
		f := find(r.Number, i, monitor.New, "red")
		s := story(fmt.Sprint("s", i), due)
		l := letter(fmt.Sprint("l", i), "hook", due)
		l.Made = due
		if i > 0 {
			l.Sent = due
		}
		fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: i, Run: r, Finds: []monitor.Find{f}, Stories: []monitor.Story{s}, Letters: []monitor.Letter{l}}))
		if i < runs-1 {
			fine(t, b.End(r))
		}
	}
	last := noon.Add((runs - 1) * time.Minute)
	if n, err := b.Prune("flood", last); n != 0 || err != nil {
		t.Errorf("%d of another job forgotten, %v", n, err)
	}
	if _, err := b.Prune("typhoon", last.Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	b = x.again(t, b, dir)
	check := func(runs, finds, stories, letters, mentions int) {
		t.Helper()
		r, err := b.Runs("", time.Time{}, 9999)
		fine(t, err)
		f, err := b.Finds("typhoon", 1)
		fine(t, err)
		s, err := b.Stories("typhoon", time.Time{}, 9999)
		fine(t, err)
		l, err := b.Letters("typhoon", time.Time{}, 9999, false)
		fine(t, err)
		m, err := b.Mentions("typhoon", noon, last.Add(time.Hour))
		fine(t, err)
		sum := 0
		for _, n := range m["red"] {
			sum += n
		}
		same(t, "runs, finds of the first, stories, letters, mentions", []int{len(r), len(f), len(s), len(l), sum}, []int{runs, finds, stories, letters, mentions})
	}
	check(2, 0, 2, 3, 2) // the first letter waits
	if _, err := b.Prune("typhoon", last.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	check(1, 0, 0, 1, 0) // the last run goes on
	if _, open, err := b.Open("typhoon"); !open || err != nil {
		t.Errorf("open %v, %v", open, err)
	}
}

// names: what cannot be a name is refused, whoever made it.
func (x bookExam) names(t *testing.T) {
	b := x.must(t, t.TempDir())
	for _, name := range []string{"", "a\x00b", strings.Repeat("x", 70_000)} {
		_, err := b.Claim(name, noon, monitor.Scheduled, noon)
		for what, err := range map[string]error{
			"claim":  err,
			"batch":  b.Add(monitor.Batch{Job: name, Seq: 1}),
			"letter": b.Add(monitor.Batch{Job: "a", Seq: 1, Letters: []monitor.Letter{letter(name, "hook", noon)}}),
			"to":     b.Add(monitor.Batch{Job: "a", Seq: 1, Letters: []monitor.Letter{letter("x", name, noon)}}),
			"story":  b.Add(monitor.Batch{Job: "a", Seq: 1, Stories: []monitor.Story{story(name, noon)}}),
			"turn":   b.Turn(monitor.Turn{Job: name}),
		} {
			if err == nil {
				t.Errorf("%s: %.5q was taken", what, name)
			}
		}
	}
	if n, err := b.Upto("a"); n != 0 || err != nil {
		t.Errorf("up to %d, %v, by batches that were refused", n, err)
	}
}

// together: several goroutines write and read.
func (x bookExam) together(t *testing.T) {
	b := x.must(t, t.TempDir())
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			job := fmt.Sprint("job", i)
			for n := range 10 {
				due := noon.Add(time.Duration(n) * time.Hour)
				r, err := b.Claim(job, due, monitor.Scheduled, due)
				if err == nil {
					err = b.Add(monitor.Batch{Job: job, Seq: n, Run: r, Letters: []monitor.Letter{letter(fmt.Sprint(job, n), job, due)}})
				}
				if err == nil {
					err = b.End(r)
				}
				if _, other := b.Runs("", time.Time{}, 5); err != nil || other != nil {
					t.Error(err, other)
				}
			}
		})
	}
	wg.Wait()
	runs, err := b.Runs("", time.Time{}, 99)
	fine(t, err)
	due, err := b.Due(noon.Add(99*time.Hour), 99)
	fine(t, err)
	if len(runs) != 40 || len(due) != 40 {
		t.Errorf("%d runs and %d letters, 40 of each were made", len(runs), len(due))
	}
}
