package monitortest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// outbox: notifications are due by receiver, and what became of them is kept.
func (x storeSuite) outbox(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	urgent := notification("z-urgent", "hook", noon.Add(time.Minute))
	urgent.Urgent = true
	later := notification("later", "mail", noon.Add(time.Hour))
	later.Created = noon.Add(time.Minute)
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 1, Notifications: []monitor.Notification{
		notification("b", "mail", noon), notification("a", "mail", noon), notification("hook2", "hook", noon), notification("hook1", "hook", noon.Add(time.Second)), urgent, later,
		notification("long", "hook-of-another", noon),
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
	wait, err := b.Notifications("typhoon", time.Time{}, 2, true)
	fine(t, err)
	if len(wait) != 5 || wait[0].ID != "later" { // the others were made at the same time
		t.Errorf("waiting: %d notifications, the first %+v", len(wait), wait[0])
	}
	all, err := b.Notifications("", later.Created, 1, false)
	fine(t, err)
	same(t, "made at noon", len(all), 6)
	if list, err := b.Notifications("flood", time.Time{}, 9, false); len(list) > 0 || err != nil {
		t.Errorf("notifications of another job: %v %v", list, err)
	}
	for _, l := range all {
		if l.ID == "b" && (l.Tries != 1 || l.LastError != "refused" || !l.Due.Equal(at.Add(time.Hour))) {
			t.Errorf("b is %+v", l)
		}
	}
	if err := b.Mark(notification("never", "hook", noon)); err == nil {
		t.Error("a notification that was never made was marked")
	}
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 2, Notifications: []monitor.Notification{notification("a", "mail", noon)}}))
	same(t, "made again after it was sent", due(noon, 9), []string{"long"})
	for next, n := noon, 0; ; n++ {
		if next, err = b.NextDue(next); err != nil || next.IsZero() || n > 9 {
			same(t, "times that come after noon", n, 4) // hook1, z-urgent, later, b
			break
		}
	}
}

// clockAhead: what was made, or put off, while the clock was a year ahead is sent when it is right again, and a digest of a month
// in its time.
func (x storeSuite) clockAhead(t *testing.T) {
	b := x.must(t, t.TempDir())
	year := noon.AddDate(1, 0, 0)
	made, tried := notification("made", "mail", year), notification("tried", "mail", year.Add(time.Hour))
	urgent, month := notification("urgent", "mail", year), notification("month", "mail", noon.AddDate(0, 1, 0))
	urgent.Urgent, urgent.Created, made.Created = true, year, year
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 1, Notifications: []monitor.Notification{made, tried, urgent, month, notification("now", "mail", noon)}}))
	tried.Tries = 1
	fine(t, b.Mark(tried))
	for n, want := range map[int][]string{9: {"urgent", "now", "tried", "made"}, 2: {"urgent", "now"}} {
		list, err := b.Due(noon, n)
		fine(t, err)
		var ids []string
		for _, l := range list {
			ids = append(ids, l.ID)
		}
		same(t, "due", ids, want)
	}
}

// mentions: a new page counts all it mentions, a changed one what appeared.
func (x storeSuite) mentions(t *testing.T) {
	b := x.must(t, t.TempDir())
	changed := event(1, 61, monitor.Changed, "red", "surge")
	changed.Appeared = []string{"red"}
	other := event(1, 5, monitor.New, "red")
	other.Job = "flood"
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 200, Events: []monitor.Event{
		event(1, 0, monitor.New, "red", "surge"), event(1, 59, monitor.New, "surge"), changed,
		event(1, 130, monitor.New, "surge"), event(1, 70, monitor.Gone, "surge"), event(1, 180, monitor.New, "red"),
	}}))
	fine(t, b.Add(monitor.Batch{Job: "flood", Seq: 5, Events: []monitor.Event{other}}))
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

// transitions: the last that came is in force.
func (x storeSuite) transitions(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	var want []monitor.Transition
	for i := range 12 {
		transition := monitor.Transition{Job: "typhoon", At: noon.Add(-time.Duration(i) * time.Hour), To: monitor.Phase(i % 5), By: "cap", Reason: hostile, Held: i%2 == 0} // the clock was set back
		fine(t, b.AddTransition(transition))
		want = append([]monitor.Transition{transition}, want...)
	}
	fine(t, b.AddTransition(monitor.Transition{Job: "flood", At: noon, By: "hand"}))
	b = x.again(t, b, dir)
	for n, w := range map[int][]monitor.Transition{1: want[:1], 5: want[:5], 20: want} {
		got, err := b.Transitions("typhoon", n)
		fine(t, err)
		same(t, fmt.Sprint(n, " transitions"), got, w)
	}
	if got, err := b.Transitions("nobody", 3); len(got) > 0 || err != nil {
		t.Errorf("transitions of nobody: %v %v", got, err)
	}
}

// notes: kept and deleted with their batch.
func (x storeSuite) notes(t *testing.T) {
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
	fine(t, b.Add(monitor.Batch{Job: "a", Seq: 3, Notes: map[string][]byte{"kk": {7}, "l": {8}}}))
	for prefix, want := range map[string]map[string][]byte{"k": {"k": {1, 0, 2}, "kk": {7}}, "": {"k": {1, 0, 2}, "kk": {7}, "l": {8}}, "x": {}} {
		got, err := b.Notes("a", prefix)
		fine(t, err)
		same(t, "notes under "+prefix, got, want)
	}
}

// sources: found once, with better pages later; what a person decided stays, whatever is found
// afterwards and however much history is deleted.
func (x storeSuite) sources(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	found := func(site string, at time.Duration, page string) monitor.NewSource {
		return monitor.NewSource{Job: "typhoon", Site: site, State: monitor.Undecided, Found: noon.Add(at), Run: 1, Parent: "https://a.example/" + page,
			Via: &crawl.Via{Source: "own", Query: hostile, Op: "kw", Rank: 2, Page: 1}, Pages: []monitor.SourcePage{{URL: "https://" + site + "/" + page, Title: hostile, Relevance: .5}}}
	}
	first, second := found("one.example", 0, "1"), found("two.example", time.Minute, "1")
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 1, Sources: []monitor.NewSource{first, second}}))
	later := found("one.example", time.Hour, "2")
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 2, Sources: []monitor.NewSource{later}}))
	want := first
	want.Pages = later.Pages
	b = x.again(t, b, dir)
	x.listed(t, b, "typhoon", "", second, want)

	refusal := monitor.Decision{Job: "typhoon", Site: "two.example", State: monitor.Refused, At: noon, By: "ann", Reason: hostile}
	fine(t, b.Decide(refusal))
	unfound := refusal
	unfound.Site, unfound.State = "three.example", monitor.Accepted
	fine(t, b.Decide(unfound))
	better := found("two.example", 2*time.Hour, "2")
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 3, Sources: []monitor.NewSource{better}}))
	if _, err := b.Prune("typhoon", noon.AddDate(1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	b = x.again(t, b, dir)
	second.State, second.Decided, second.By, second.Reason = refusal.State, refusal.At, refusal.By, refusal.Reason
	three := monitor.NewSource{Job: "typhoon", Site: "three.example", State: monitor.Accepted, Decided: noon, By: "ann", Reason: hostile}
	x.listed(t, b, "typhoon", monitor.Undecided, want)
	x.listed(t, b, "", "", second, want, three)
	x.listed(t, b, "flood", "")
	refusal.State = monitor.Accepted // a later decision replaces it
	fine(t, b.Decide(refusal))
	second.State = monitor.Accepted
	x.listed(t, b, "typhoon", monitor.Accepted, second, three)
	page, feed := monitor.Address{URL: "https://three.example/a"}, monitor.Address{URL: "https://three.example/feed", Feed: true}
	unfound.Add = []monitor.Address{page}
	fine(t, b.Decide(unfound))
	unfound.Add = []monitor.Address{feed, page} // what was added before stays, and stands there once
	fine(t, b.Decide(unfound))
	fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: 4, Sources: []monitor.NewSource{found("three.example", time.Hour, "1")}}))
	b = x.again(t, b, dir)
	all, err := b.Sources("typhoon", monitor.Accepted)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		if got := all[i].Added; all[i].Site == "three.example" && !slices.Equal(got, []monitor.Address{page, feed}) {
			t.Errorf("added are %v", got)
		}
	}
	if b.Decide(monitor.Decision{Job: "typhoon", State: monitor.Refused}) == nil {
		t.Error("a site without a name was refused")
	}
}

func (x storeSuite) listed(t *testing.T, b monitor.Store, job string, state monitor.SourceState, want ...monitor.NewSource) {
	t.Helper()
	got, err := b.Sources(job, state)
	fine(t, err)
	same(t, fmt.Sprintf("sources of %q, %q", job, state), append([]monitor.NewSource{}, got...), append([]monitor.NewSource{}, want...))
}

// prune: what is old is forgotten, but nothing that waits or goes on.
func (x storeSuite) prune(t *testing.T) {
	dir := t.TempDir()
	b := x.must(t, dir)
	const runs = 520 // more than one sweep
	for i := range runs {
		due := noon.Add(time.Duration(i) * time.Minute)
		r, err := b.Claim("typhoon", due, monitor.Scheduled, due)
		fine(t, err)
		f := event(r.Number, i, monitor.New, "red")
		s := story(fmt.Sprint("s", i), due)
		l := notification(fmt.Sprint("l", i), "hook", due)
		l.Created = due
		if i > 0 {
			l.Sent = due
		}
		fine(t, b.Add(monitor.Batch{Job: "typhoon", Seq: i, Run: r, Events: []monitor.Event{f}, Stories: []monitor.Story{s}, Notifications: []monitor.Notification{l}}))
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
	check := func(runs, events, stories, notifications, mentions int) {
		t.Helper()
		r, err := b.Runs("", time.Time{}, 9999)
		fine(t, err)
		f, err := b.Events("typhoon", 1)
		fine(t, err)
		s, err := b.Stories("typhoon", time.Time{}, 9999)
		fine(t, err)
		l, err := b.Notifications("typhoon", time.Time{}, 9999, false)
		fine(t, err)
		m, err := b.Mentions("typhoon", noon, last.Add(time.Hour))
		fine(t, err)
		sum := 0
		for _, n := range m["red"] {
			sum += n
		}
		same(t, "runs, events of the first, stories, notifications, mentions", []int{len(r), len(f), len(s), len(l), sum}, []int{runs, events, stories, notifications, mentions})
	}
	check(2, 0, 2, 3, 2) // the first notification waits
	if _, err := b.Prune("typhoon", last.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	check(1, 0, 0, 1, 0) // the last run goes on
	if _, open, err := b.Open("typhoon"); !open || err != nil {
		t.Errorf("open %v, %v", open, err)
	}
}

// names: what cannot be a name is refused, whoever made it.
func (x storeSuite) names(t *testing.T) {
	b := x.must(t, t.TempDir())
	for _, name := range []string{"", "a\x00b", strings.Repeat("x", 70_000)} {
		_, err := b.Claim(name, noon, monitor.Scheduled, noon)
		for what, err := range map[string]error{
			"claim":        err,
			"batch":        b.Add(monitor.Batch{Job: name, Seq: 1}),
			"notification": b.Add(monitor.Batch{Job: "a", Seq: 1, Notifications: []monitor.Notification{notification(name, "hook", noon)}}),
			"to":           b.Add(monitor.Batch{Job: "a", Seq: 1, Notifications: []monitor.Notification{notification("x", name, noon)}}),
			"story":        b.Add(monitor.Batch{Job: "a", Seq: 1, Stories: []monitor.Story{story(name, noon)}}),
			"transition":   b.AddTransition(monitor.Transition{Job: name}),
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
func (x storeSuite) together(t *testing.T) {
	b := x.must(t, t.TempDir())
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			job := fmt.Sprint("job", i)
			for n := range 10 {
				due := noon.Add(time.Duration(n) * time.Hour)
				r, err := b.Claim(job, due, monitor.Scheduled, due)
				if err == nil {
					err = b.Add(monitor.Batch{Job: job, Seq: n, Run: r, Notifications: []monitor.Notification{notification(fmt.Sprint(job, n), job, due)}})
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
		t.Errorf("%d runs and %d notifications, 40 of each were made", len(runs), len(due))
	}
}
