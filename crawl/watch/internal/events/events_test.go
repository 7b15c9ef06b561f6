package events_test

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/events"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/textrule"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

const ns = "https://o.example/#"

// daemon is a job with its journal and a real store.
type daemon struct {
	t     *testing.T
	store monitor.Store
	log   journal
	sink  *events.Collector
	run   monitor.Run
	job   monitor.Job
	heard int
	texts *textrule.Rules
}

func newDesk(t *testing.T, dir string) *daemon {
	t.Helper()
	store, err := store.Open(dir, slog.New(slog.NewTextHandler(io.Discard, nil)))
	fine(t, err)
	return &daemon{t: t, store: store.Roles(), job: monitor.Job{Name: "typhoon"}}
}

func fine(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open begins the next run, or goes on with the one that was killed.
func (d *daemon) open() {
	d.t.Helper()
	fine(d.t, d.tryOpen())
}

func (d *daemon) tryOpen() error {
	d.t.Helper()
	var err error
	due := noon.Add(time.Duration(d.run.Number) * time.Hour)
	d.run, err = d.store.Claim("typhoon", due, monitor.Scheduled, due)
	fine(d.t, err)
	d.sink = events.New(events.Options{
		Job: &d.job, Run: d.run, Rules: everybody{},
		Open:   func(f func(monitor.Store) error) error { return f(d.store) },
		Now:    func() time.Time { return noon },
		Phase:  func() monitor.Phase { return monitor.Warning },
		Name:   func(iri string) string { return strings.TrimPrefix(iri, ns) },
		Notify: func(*monitor.Event) { d.heard++ },
		Texts:  d.texts,
	})
	return d.sink.Restore(d.log)
}

// visit is recorded, durable and notified.
func (d *daemon) visit(visits ...*crawl.Visit) {
	d.t.Helper()
	for _, v := range visits {
		v.Seq = len(d.log) + 1
		v.FetchedAt = noon.Add(time.Duration(v.Seq) * time.Minute)
		d.log = append(d.log, v)
		fine(d.t, d.sink.Append(v))
	}
	fine(d.t, d.sink.Flush())
}

// end ends the run and returns it with its events, in words.
func (d *daemon) end() (monitor.Run, []string) {
	d.t.Helper()
	run, err := d.sink.Finish()
	fine(d.t, err)
	run.Outcome, run.Ended = monitor.Done, noon
	fine(d.t, d.store.End(run))
	d.run = run
	events, err := d.store.Events("typhoon", run.Number)
	fine(d.t, err)
	var out []string
	for _, f := range events {
		out = append(out, say(&f))
	}
	return run, out
}

// say is an event in words.
func say(f *monitor.Event) string {
	s := fmt.Sprintf("%d %s %s %.1f<%.1f", f.Seq, f.Kind, path(f.URL), f.Relevance, f.WasRelevance)
	for _, c := range f.Concepts {
		s += fmt.Sprintf(" %s:%d", c.Name, c.Count)
	}
	for _, iri := range f.Appeared {
		s += " +" + strings.TrimPrefix(iri, ns)
	}
	if f.DuplicateOf != "" {
		s += " like " + path(f.DuplicateOf)
	}
	return s
}

func path(url string) string { return strings.TrimPrefix(url, "https://a.example/") }

// journal is the durable visits.
type journal []*crawl.Visit

func (j journal) Committed() int { return len(j) }

func (j journal) Visits(yield func(*crawl.Visit) error) error {
	for _, v := range j {
		w := *v
		if v.Page != nil { // as a state gives them
			p := *v.Page
			p.Links, p.Blocks = nil, nil
			w.Page = &p
		}
		if err := yield(&w); err != nil {
			return err
		}
	}
	return nil
}

// everybody writes a notification for each story, and one for each change of it.
type everybody struct{}

func (everybody) Notifications(job *monitor.Job, f *monitor.Event, s *monitor.Story, now time.Time, _ monitor.Phase) []monitor.Notification {
	id := s.ID + "-hook"
	switch {
	case s.Notified["hook"] == "":
		if s.Notified == nil {
			s.Notified = map[string]string{}
		}
		s.Notified["hook"] = "all"
	case f.Kind == monitor.New:
		return nil
	default:
		id = fmt.Sprint(id, f.Seq)
	}
	return []monitor.Notification{{ID: id, Job: job.Name, Rule: "all", Receiver: "hook", Story: s.ID, Created: now, Due: now, Event: *f, Title: s.Title}}
}

// page is a visit of a page with a text (its hash and its print), and concepts as
// "red:2" for two mentions of red.
func page(name string, text uint64, relevance float64, concepts ...string) *crawl.Visit {
	url := "https://a.example/" + name
	v := &crawl.Visit{
		Choice: crawl.Choice{URL: url, Host: "a.example"}, Status: 200,
		Page:  &crawl.Page{URL: url, Final: url, Host: "a.example", Title: "Title of " + name, Lang: "en", Hash: text, Simhash: text * 0x9e3779b97f4a7c15},
		Score: crawl.Score{Relevance: relevance, Relevant: relevance > 0.5},
	}
	for _, c := range concepts {
		iri, n, _ := strings.Cut(c, ":")
		v.Score.Evidence = append(v.Score.Evidence, crawl.Evidence{Concept: ns + iri, Label: iri, Group: "body", Count: int(n[0] - '0'), Contribution: relevance / float64(len(concepts))})
	}
	return v
}

func again(v *crawl.Visit) *crawl.Visit { v.Choice.Again = true; return v }

func status(name string, code int) *crawl.Visit {
	url := "https://a.example/" + name
	return again(&crawl.Visit{Choice: crawl.Choice{URL: url}, Status: code, Failure: crawl.Failure{Text: "status"}})
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// A page comes, stays as it is, changes, goes and comes back.
func TestLife(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	d.visit(page("t", 1, 0.6, "typhoon:2"), page("dull", 2, 0.2, "typhoon:1"), page("late", 3, 0.1))
	run, events := d.end()
	same(t, "first run", events, []string{"1 new t 0.6<0.0 typhoon:2"})
	same(t, "its counts", []int{run.Pages, run.Relevant, run.New, run.Stories, run.Notifications, run.FirstSeq, run.LastSeq}, []int{3, 1, 1, 1, 1, 1, 3})

	d.open()
	d.visit(&crawl.Visit{Choice: crawl.Choice{URL: "https://a.example/t", Again: true}, Status: 304},
		again(page("dull", 2, 0.2, "typhoon:1")), again(page("late", 4, 0.7, "typhoon:1", "red:1")), status("dull", 404), status("t", 500))
	run, events = d.end()
	same(t, "second run", events, []string{"6 changed late 0.7<0.1 typhoon:1 red:1 +typhoon +red"})
	same(t, "its counts", []int{run.Pages, run.Relevant, run.Requests, run.Failures, run.Changed, run.FirstSeq, run.LastSeq}, []int{3, 2, 5, 0, 1, 4, 8})

	d.open()
	d.visit(again(page("t", 5, 0.9, "typhoon:2", "red:3")))
	_, events = d.end()
	same(t, "third run", events, []string{"9 changed t 0.9<0.6 typhoon:2 red:3 +red"})

	d.open()
	d.visit(status("t", 410), status("t", 404), again(page("late", 6, 0.3, "typhoon:1")))
	_, events = d.end()
	same(t, "fourth run", events, []string{"10 gone t 0.0<0.9", "12 changed late 0.3<0.7 typhoon:1"})

	d.open()
	d.visit(again(page("t", 5, 0.9, "typhoon:2")))
	_, events = d.end()
	same(t, "fifth run", events, []string{"13 new t 0.9<0.0 typhoon:2"})
	stories, err := d.store.Stories("", time.Time{}, 9)
	fine(t, err)
	if len(stories) != 2 || stories[0].Run != 1 || stories[0].Gone || stories[0].Title != "Title of t" || !stories[0].Last.Equal(noon.Add(13*time.Minute)) || !stories[0].First.Equal(noon.Add(time.Minute)) {
		t.Errorf("stories %+v", stories)
	}
	if d.heard != 6 {
		t.Errorf("%d events heard of 6", d.heard)
	}
}

// Pages that repeat others rule their story, in whatever run they come.
func TestStories(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	first := page("first", 1, 0.6, "typhoon:1")
	first.Page.Published, first.Page.PublishedBy = crawl.DayOf(noon), "url"
	exact := page("exact", 1, 0.6)
	exact.Score.Relevant, exact.Same = false, crawl.Duplicate{Of: first.Choice.URL, Exact: true}
	d.visit(first, exact, page("other", 2, 0.6, "typhoon:1"))
	_, events := d.end()
	same(t, "first run", events, []string{"1 new first 0.6<0.0 typhoon:1", "2 new exact 0.6<0.0 typhoon:1 like first", "3 new other 0.6<0.0 typhoon:1"})

	d.open()
	near := page("near", 7, 0.8, "typhoon:2")
	near.Page.Simhash = first.Page.Simhash ^ 5 // two bits
	near.Page.Published = crawl.Instant(noon.Add(-2 * time.Hour))
	d.visit(near, again(page("first", 3, 0.6, "typhoon:1")), page("copy of the new text", 3, 0.6, "typhoon:1"),
		again(page("other", 1, 0.6, "typhoon:2")), status("first", 404))
	run, events := d.end()
	same(t, "second run", events, []string{
		"4 new near 0.8<0.0 typhoon:2 like first", "5 changed first 0.6<0.6 typhoon:1",
		"6 new copy of the new text 0.6<0.0 typhoon:1 like first", "7 changed other 0.6<0.6 typhoon:2 like first", "8 gone first 0.0<0.6",
	})
	same(t, "stories begun", run.Stories, 0)
	stories, err := d.store.Stories("typhoon", time.Time{}, 9)
	fine(t, err)
	if len(stories) != 2 {
		t.Fatalf("%d stories", len(stories))
	}
	s := stories[0]
	for i, url := range s.Pages {
		s.Pages[i] = path(url)
	}
	same(t, "pages", s.Pages, []string{"first", "exact", "near", "copy of the new text", "other"})
	same(t, "who speaks", []any{path(s.URL), s.Relevance, s.Concepts[0].Name, len(s.Concepts), s.Gone, s.Published}, []any{"exact", 0.8, "typhoon", 1, false, crawl.Instant(noon.Add(-2 * time.Hour))})
	notifications, err := d.store.Notifications("", time.Time{}, 99, false)
	fine(t, err)
	same(t, "notifications", len(notifications), 2+3) // two stories, three changes
}

// A copy of a page that is gone, or has changed since, rules the story on.
func TestCopyOfGone(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	d.visit(page("a", 1, 0.6, "typhoon:1"), page("b", 2, 0.6, "red:1"))
	d.end()
	d.open()
	copies := func(name, of string, text uint64) *crawl.Visit {
		v := page(name, text, 0.6)
		v.Score.Relevant, v.Same = false, crawl.Duplicate{Of: "https://a.example/" + of, Exact: true}
		return v
	}
	d.visit(status("a", 404), copies("a2", "a", 1), again(page("b", 3, 0.2, "red:1")), copies("b2", "b", 2))
	_, events := d.end()
	same(t, "events", events, []string{"3 gone a 0.0<0.6", "4 new a2 0.6<0.0 typhoon:1 like a", "5 changed b 0.2<0.6 red:1", "6 new b2 0.6<0.0 red:1 like b"})
	stories, err := d.store.Stories("", time.Time{}, 9)
	fine(t, err)
	if len(stories) != 2 || stories[0].Gone || stories[1].Gone || path(stories[1].URL) != "a2" {
		t.Errorf("stories %+v", stories)
	}
}

// small is a Store that takes few events at once.
type small struct {
	monitor.Findings
	refused *int
}

func (s small) Add(b monitor.Batch) error {
	if len(b.Events) > 3 {
		*s.refused++
		return fmt.Errorf("full: %w", monitor.ErrTooLarge)
	}
	return s.Findings.Add(b)
}

// mortal is a Store whose process dies now and then when it is to keep something:
// before, or after.
type mortal struct {
	monitor.Findings
	r *rand.Rand
}

var errKilled = errors.New("killed")

func (m mortal) Add(b monitor.Batch) error {
	if m.r.IntN(5) == 0 {
		return errKilled
	}
	if err := m.Findings.Add(b); err != nil || m.r.IntN(5) > 0 {
		return err
	}
	return errKilled
}

// What is too large for one batch comes in several, notifications and all.
func TestParts(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	refused := 0
	d.store.Findings = small{d.store.Findings, &refused}
	d.open()
	var visits []*crawl.Visit
	for i := range 17 {
		visits = append(visits, page(fmt.Sprint("p", i), uint64(i+1), 0.6, "typhoon:1"))
	}
	d.visit(visits...)
	run, events := d.end()
	if len(events) != 17 || run.Notifications != 17 || run.Stories != 17 || refused == 0 {
		t.Errorf("%d events, %d notifications, %d stories; %d batches refused", len(events), run.Notifications, run.Stories, refused)
	}
}

// Warnings of one office differ in a few words. One that mentions what the other
// does not is a story of its own, and copies of it are copies of it.
func TestWarningsAreNoCopies(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	like := func(name, host string, bits uint64, concepts ...string) *crawl.Visit {
		v := page(name, 1, 0.6, concepts...)
		v.Page.Hash, v.Page.Simhash, v.Page.Host = uint64(len(d.log)+99), v.Page.Simhash^bits, host
		return v
	}
	d.visit(like("yellow", "a", 0, "typhoon:1", "yellow:1"), like("red", "a", 1, "typhoon:1", "red:1"))
	d.visit(like("red again", "b", 0, "red:1"), like("yellow again", "b", 1, "yellow:1"), like("both", "b", 1, "red:1", "yellow:1"))
	_, events := d.end()
	same(t, "events", events, []string{
		"1 new yellow 0.6<0.0 typhoon:1 yellow:1", "2 new red 0.6<0.0 typhoon:1 red:1",
		"3 new red again 0.6<0.0 red:1 like red", "4 new yellow again 0.6<0.0 yellow:1 like yellow", "5 new both 0.6<0.0 red:1 yellow:1",
	})
}

// Another host that rules a story again changes more words, but not its title much.
func TestRetold(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	titled := func(name, host, title string, bits uint64) *crawl.Visit {
		v := page(name, 1, 0.6, "typhoon:1")
		v.Page.Hash, v.Page.Simhash, v.Page.Host, v.Page.Title = uint64(len(d.log)+99), v.Page.Simhash^bits, host, title
		return v
	}
	const far = 0b11111 // five bits
	d.visit(titled("a", "a", "台风海葵凌晨登陆福建东山", 0))
	d.visit(titled("same host", "a", "台风海葵凌晨登陆福建东山", far))
	d.visit(titled("other title", "b", "海南发布暴雨黄色预警", far<<8))
	d.visit(titled("retold", "b", "转载：台风海葵凌晨登陆福建东山", far<<16))
	_, events := d.end()
	same(t, "events", events, []string{"1 new a 0.6<0.0 typhoon:1", "2 new same host 0.6<0.0 typhoon:1", "3 new other title 0.6<0.0 typhoon:1", "4 new retold 0.6<0.0 typhoon:1 like a"})
}

func TestAlikePages(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	untitled := func(name, host string, bits uint64) *crawl.Visit {
		v := page(name, 1, 0.6, "typhoon:1")
		v.Page.Hash, v.Page.Simhash, v.Page.Host, v.Page.Title = uint64(len(d.log)+99), v.Page.Simhash^bits, host, "!"
		return v
	}
	d.visit(untitled("a", "a", 0), untitled("b", "b", 0b11111)) // titles without notifications say nothing
	if _, events := d.end(); strings.Contains(events[1], "like") {
		t.Errorf("events %v", events)
	}
}

// A feed says when its pages were published, even to the next process.
func TestFeed(t *testing.T) {
	dir := t.TempDir()
	d := newDesk(t, dir)
	d.open()
	at := time.Date(2026, 7, 25, 11, 30, 0, 0, time.UTC)
	feed := &crawl.Visit{Choice: crawl.Choice{URL: "https://a.example/feed"}, Status: 200, Page: &crawl.Page{Source: true}}
	for _, name := range []string{"known", "bare", "own", "day", "dull", "far"} {
		feed.Page.Links = append(feed.Page.Links, crawl.Link{URL: "https://a.example/" + name, Published: crawl.Instant(at)})
	}
	feed.Page.Links = append(feed.Page.Links, crawl.Link{URL: "https://a.example/on-that-day", Published: crawl.DayOf(at)})
	d.visit(page("known", 9, 0.6), feed)
	d.end()
	fine(t, d.store.Close())
	d2 := newDesk(t, dir)
	defer d2.store.Close()
	d2.log, d2.run = d.log, d.run
	d2.open()
	own, day, far := page("own", 2, 0.6), page("day", 3, 0.6), page("far", 4, 0.6)
	own.Page.Published, own.Page.PublishedBy = crawl.Instant(at.Add(-time.Minute)), "time"
	day.Page.Published, day.Page.PublishedBy = crawl.DayOf(at), "url"
	far.Page.Published, far.Page.PublishedBy = crawl.DayOf(at.AddDate(0, -1, 0)), "url"
	d2.visit(page("bare", 1, 0.6), own, day, page("dull", 5, 0), far, page("on-that-day", 6, 0.6))
	d2.end()
	events, err := d2.store.Events("typhoon", 2)
	fine(t, err)
	var got []string
	for _, f := range events {
		got = append(got, fmt.Sprint(path(f.URL), " ", f.PublishedBy, " ", f.Published))
	}
	same(t, "published", got, []string{
		"bare feed 2026-07-25T11:30:00Z", "own time 2026-07-25T11:29:00Z", "day feed 2026-07-25T11:30:00Z", "far url 2026-06-25", "on-that-day feed 2026-07-25",
	})
	stories, err := d2.store.Stories("", time.Time{}, 9)
	fine(t, err)
	for _, s := range stories {
		if path(s.URL) == "bare" && !s.Published.Equal(at) {
			t.Errorf("the story was published %v", s.Published)
		}
	}
}

// A run folder that was made anew is read from its first visit; nobody is notified of
// a story again.
func TestAnew(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	d.visit(page("t", 1, 0.6, "typhoon:2"), page("u", 2, 0.6, "typhoon:2"))
	d.end()
	d.log = nil
	d.open()
	d.visit(page("t", 1, 0.6, "typhoon:2"))
	run, events := d.end()
	same(t, "events", events, []string{"1 new t 0.6<0.0 typhoon:2"})
	same(t, "notifications", run.Notifications, 0)
	if n, _ := d.store.Upto("typhoon"); n != 1 {
		t.Errorf("up to %d", n)
	}
}

// many is a journal of n visits drawn at random from a few pages and texts.
func many(r *rand.Rand, n int) []*crawl.Visit {
	known := map[string]bool{}
	var out []*crawl.Visit
	for len(out) < n {
		name := fmt.Sprint("p", r.IntN(10))
		text := 1 + r.Uint64N(12)
		v := page(name, text, []float64{0.2, 0.6, 0.9}[text%3], fmt.Sprint("c", text%4, ":1"), "typhoon:2")
		if known[name] {
			v = again(v)
			switch r.IntN(5) {
			case 0:
				v = status(name, 404)
			case 1:
				v = status(name, 304)
				v.Failure = crawl.Failure{}
			}
		}
		known[name] = true
		out = append(out, v)
	}
	return out
}

// Wherever the process dies, the Store holds in the end what it would hold had it
// not died.
func TestKills(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			visits := spread(many(r, 40))
			calm := newDesk(t, t.TempDir())
			calm.job = searching
			defer calm.store.Close()
			calm.open()
			for _, v := range visits {
				w := *v
				calm.visit(&w)
			}
			calm.end()
			d := newDesk(t, t.TempDir())
			defer d.store.Close()
			d.job = searching
			refused := 0
			d.store.Findings = mortal{small{d.store.Findings, &refused}, r}
			// alive does it, or dies in it and is opened until it lives.
			alive := func(err error) {
				for ; errors.Is(err, errKilled); err = d.tryOpen() {
				}
				fine(t, err)
			}
			alive(d.tryOpen())
			for i, v := range visits {
				v.Seq, v.FetchedAt = i+1, noon.Add(time.Duration(i+1)*time.Minute)
				fine(t, d.sink.Append(v))
				switch r.IntN(6) {
				case 0: // durable, and the Store does not know
					d.log = append(d.log, v)
					alive(d.tryOpen())
				case 1, 3: // several at once
					d.log = append(d.log, v)
				case 2: // not durable: it is fetched again
					alive(d.tryOpen())
					fine(t, d.sink.Append(v))
					fallthrough
				default:
					d.log = append(d.log, v)
					alive(d.sink.Flush())
				}
			}
			alive(d.tryOpen())
			d.store.Findings = d.store.Findings.(mortal).Findings
			d.end()
			same(t, "what was found", contents(t, d.store), contents(t, calm.store))
		})
	}
}

// searching is a job that asks for other sites than its seed's.
var searching = monitor.Job{Name: "typhoon", Seeds: []string{"https://www.h0.example/"}, Search: monitor.Search{Sources: []string{"own"}}}

// spread gives the pages of a journal to seven sites.
func spread(visits []*crawl.Visit) []*crawl.Visit {
	move := func(url string) string {
		sum := 0
		for _, c := range path(url) {
			sum += int(c)
		}
		return strings.Replace(url, "a.example", fmt.Sprintf("h%d.example", sum%7), 1)
	}
	for _, v := range visits {
		v.Choice.URL, v.Same.Of = move(v.Choice.URL), move(v.Same.Of)
		v.Choice.Host = urlkey.Host(v.Choice.URL)
		v.Choice.Via = &crawl.Via{Source: "own", Query: "storm"}
		if v.Page != nil {
			v.Page.URL, v.Page.Final = v.Choice.URL, move(v.Page.Final)
			v.Page.Host = urlkey.Host(v.Page.Final)
		}
	}
	return visits
}

// TestNewSource: a site that no seed names is found once, with what found it and its best
// pages; one that a person refused is no event at all, and pages of before the job asked
// anybody make nothing new.
func TestNewSource(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	at := func(host, name string, relevance float64) *crawl.Visit {
		v := page(name, uint64(len(name))<<20|uint64(relevance*1000), relevance, "typhoon:1")
		v.Choice.URL, v.Choice.Parent = "https://"+host+"/"+name, "https://www.h0.example/"
		v.Page.URL, v.Page.Final, v.Page.Host = v.Choice.URL, v.Choice.URL, host
		return v
	}
	d.open() // it asks nobody
	d.visit(at("old.example", "a", .6))
	d.end()
	d.job = searching
	fine(t, d.store.Decide(monitor.Decision{Job: "typhoon", Site: "spam.example", State: monitor.Refused, At: noon}))
	d.open()
	asked := at("news.two.example", "c", .7)
	asked.Choice.Via = &crawl.Via{Source: "own", Query: "storm", Op: "kw", Rank: 3, Page: 1}
	d.visit(at("m.h0.example", "a", .8), at("old.example", "b", .8), at("one.example", "off", .2), at("one.example", "b", .7), asked,
		at("www.two.example", "d", .9), at("two.example", "e", .6), at("two.example", "f", .8), at("x.spam.example", "g", .9))
	run, _ := d.end()
	events, err := d.store.Events("typhoon", 2)
	fine(t, err)
	var found []string
	for _, f := range events {
		if f.Kind == monitor.SourceFound {
			found = append(found, fmt.Sprint(f.Site, " ", f.URL, " ", f.Parent, " ", f.Via != nil))
		}
		if strings.Contains(f.URL, "spam") {
			t.Errorf("of a refused site: %+v", f)
		}
	}
	same(t, "found", found, []string{"one.example https://one.example/b https://www.h0.example/ false", "two.example https://news.two.example/c  true"})
	if run.New != 7 || run.Notifications < 2 {
		t.Errorf("%d new pages, %d notifications", run.New, run.Notifications)
	}
	sources, err := d.store.Sources("typhoon", monitor.Undecided)
	fine(t, err)
	if len(sources) != 2 || sources[0].Site != "two.example" || sources[0].Run != 2 || sources[0].Via.Rank != 3 || sources[0].Parent != "" || len(sources[0].Pages) != 3 ||
		sources[0].Pages[0].URL != "https://www.two.example/d" || sources[0].Pages[2].Relevance != .7 || sources[0].Pages[0].Concepts[0].Name != "typhoon" {
		t.Errorf("sources: %+v", sources)
	}
	fine(t, d.store.Decide(monitor.Decision{Job: "typhoon", Site: "one.example", State: monitor.Accepted, At: noon}))
	d.open()
	d.visit(at("one.example", "h", .99))
	if d.end(); len(d.log) == 0 {
		t.Fatal("no journal")
	}
	if s, _ := d.store.Sources("typhoon", monitor.Accepted); len(s) != 1 || len(s[0].Pages) != 1 || s[0].Pages[0].URL != "https://one.example/b" {
		t.Errorf("the pages of an accepted source are seeds, and stay: %+v", s)
	}
}

// contents is all that a Store holds of the job's first run, in words.
func contents(t *testing.T, b monitor.Store) (out []string) {
	events, err := b.Events("typhoon", 1)
	fine(t, err)
	for _, f := range events {
		out = append(out, say(&f)+" "+f.Story)
	}
	stories, err := b.Stories("typhoon", time.Time{}, 999)
	fine(t, err)
	for _, s := range stories {
		out = append(out, fmt.Sprint("story ", s.ID, s.Title, s.First, s.Last, s.Pages, s.URL, s.Relevance, s.Concepts, s.Gone, s.Notified))
	}
	notifications, err := b.Notifications("", time.Time{}, 999, false)
	fine(t, err)
	for _, l := range notifications {
		out = append(out, "notification "+l.ID)
	}
	sources, err := b.Sources("typhoon", "")
	fine(t, err)
	for _, s := range sources {
		out = append(out, fmt.Sprintf("source %s %v %v", s.Site, s.Found, s.Pages))
	}
	slices.Sort(out)
	run, err := b.Run("typhoon", 1)
	fine(t, err)
	return append(out, fmt.Sprint(run.Pages, run.Relevant, run.Failures, run.New, run.Changed, run.Gone, run.Stories, run.Notifications, run.FirstSeq, run.LastSeq))
}

// What the Store refuses ends the crawl, and is found again by the next process.
func TestStoreFails(t *testing.T) {
	d := newDesk(t, t.TempDir())
	defer d.store.Close()
	d.open()
	full := errors.New("the disk is full")
	failing := events.New(events.Options{Job: &monitor.Job{Name: "typhoon"}, Run: d.run, Open: func(f func(monitor.Store) error) error { return full }})
	if err := failing.Restore(d.log); !errors.Is(err, full) {
		t.Errorf("restored: %v", err)
	}
	v := page("t", 1, 0.6, "typhoon:1")
	v.Seq, v.FetchedAt = 1, noon
	fine(t, failing.Append(v))
	if err := failing.Flush(); !errors.Is(err, full) {
		t.Errorf("flushed: %v", err)
	}
	d.log = append(d.log, v)
	d.open()
	if _, events := d.end(); len(events) != 1 {
		t.Errorf("found %v", events)
	}
}
