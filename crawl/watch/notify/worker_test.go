package notify

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/monitortest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// people are receivers that a test plays.
type people struct {
	mu    sync.Mutex
	got   map[string][]string // pending, by receiver
	sizes []int               // of messages
	times []time.Duration     // of tries, since noon
	clock monitor.Clock
	// answer says what becomes of a message to receiver; nil: it is taken.
	answer func(receiver string, m *Message) error
}

type person struct {
	name string
	all  *people
}

func (*person) Preview(*Message) (string, error) { return "", nil }

func (p *person) Send(_ context.Context, m *Message) error {
	p.all.mu.Lock()
	p.all.times = append(p.all.times, p.all.clock.Now().Sub(noon))
	answer := p.all.answer
	p.all.mu.Unlock()
	if answer != nil {
		if err := answer(p.name, m); err != nil {
			return err
		}
	}
	p.all.mu.Lock()
	defer p.all.mu.Unlock()
	p.all.sizes = append(p.all.sizes, len(m.Notifications))
	for _, l := range m.Notifications {
		p.all.got[p.name] = append(p.all.got[p.name], l.ID)
	}
	return nil
}

func (p *people) of(name string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.got[name])
}

func (p *people) tries() []time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.times)
}

func (p *people) say(answer func(receiver string, m *Message) error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.answer = answer
}

type scene struct {
	*Worker
	people *people
	clock  *monitortest.Clock
	box    *box
	dir    string
}

// stage returns a worker that brings the notifications of a box to people, back-off
// without chance. The clock stands at noon.
func stage(t testing.TB, names ...string) *scene {
	s := &scene{clock: monitortest.NewClock(noon), box: newBox(), dir: t.TempDir()}
	s.people = &people{got: map[string][]string{}, clock: s.clock}
	var rules []monitor.AlertRule
	for _, n := range names {
		rules = append(rules, monitor.AlertRule{Name: n, Receiver: to(n)})
	}
	s.Worker = NewWorker(s.box, []*monitor.Job{jobWith(rules...)}, Options{Dir: s.dir, Clock: s.clock, Chance: func() float64 { return 1 }})
	s.make = func(r monitor.Receiver) Sender { return &person{r.Name, s.people} }
	return s
}

// run runs the worker until the test ends; stop does so before.
func (s *scene) run(t *testing.T) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// until fails the test if ok does not come true in some seconds. Meanwhile the
// clock moves by step each time that the worker waits for it.
func (s *scene) until(t *testing.T, what string, step time.Duration, ok func() bool) {
	t.Helper()
	pacetest.Until(t, 30*time.Second, what, func() bool {
		if ok() {
			return true
		}
		if step > 0 && s.clock.Waiting() > 0 {
			s.clock.Advance(step)
		}
		return false
	})
}

func TestDelivery(t *testing.T) {
	s := stage(t, "ann", "bob")
	s.box.add(letterTo("ann", 0), letterTo("bob", 0), letterTo("ann", 1))
	if err := s.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(s.people.of("ann")) != 2 || len(s.people.of("bob")) != 1 || len(s.box.waiting()) != 0 {
		t.Errorf("%v, %d wait", s.people.got, len(s.box.waiting()))
	}
	l := s.box.get(letterTo("ann", 0).ID)
	if !l.Sent.Equal(noon) || l.Tries != 1 {
		t.Errorf("%+v", l)
	}
	if st := s.Stats(); len(st) != 2 || st[0].Receiver != "ann" || st[0].Sent != 2 || !st[0].LastSent.Equal(noon) {
		t.Errorf("%+v", st)
	}
}

// What fails is tried after 5, 10, 20, ... s; what came meanwhile is sent with it.
func TestBackOff(t *testing.T) {
	s := stage(t, "ann")
	n := 0
	s.people.say(func(string, *Message) error {
		if n++; n <= 4 {
			return errors.New("connection\x1b refused")
		}
		return nil
	})
	s.box.add(letterTo("ann", 0))
	s.run(t)
	s.until(t, "a first try", 0, func() bool { return len(s.people.tries()) == 1 })
	s.box.add(letterTo("ann", 1))
	s.Wake()
	s.until(t, "all sent", time.Second, func() bool { return len(s.box.waiting()) == 0 })
	want := []time.Duration{0, 5 * time.Second, 15 * time.Second, 35 * time.Second, 75 * time.Second, 75 * time.Second}
	// The clock may move while the worker looks at it.
	late := func(got, want time.Duration) int {
		if got < want || got > want+3*time.Second {
			return 1
		}
		return 0
	}
	if got := s.people.tries(); slices.CompareFunc(got, want, late) != 0 {
		t.Errorf("tried at %v, want %v", got, want)
	}
	if l := s.box.get(letterTo("ann", 0).ID); l.LastError != "" || !l.Failing.IsZero() {
		t.Errorf("%+v", l)
	}
}

// A receiver that hangs holds up nobody.
func TestHangingReceiver(t *testing.T) {
	s := stage(t, "ann", "hook")
	release := make(chan struct{})
	s.people.say(func(name string, _ *Message) error {
		if name == "hook" {
			<-release
		}
		return nil
	})
	for i := range 600 { // more than are taken at once
		l := letterTo("hook", i)
		l.ID = fmt.Sprintf("%04d", i)
		s.box.add(l)
	}
	s.run(t)
	s.box.add(letterTo("ann", 0))
	s.Wake()
	s.until(t, "ann is notified", 0, func() bool { return len(s.people.of("ann")) == 1 })
	s.box.add(letterTo("ann", 1))
	s.Wake()
	s.until(t, "ann is notified again", 0, func() bool { return len(s.people.of("ann")) == 2 })
	close(release)
	s.until(t, "all are notified", 0, func() bool { return len(s.people.of("hook")) == 600 })
	if got := s.people.of("hook"); !slices.IsSorted(got) || len(slices.Compact(got)) != 600 {
		t.Error("out of order, or twice")
	}
}

// An urgent notification does not wait for the back-off of others, unless the receiver
// asked to be left alone.
func TestUrgentBreaksTheBackOff(t *testing.T) {
	t.Parallel()
	urgent := letterTo("ann", 7)
	urgent.Urgent = true
	for _, asked := range []bool{false, true} {
		s := stage(t, "ann")
		s.opt.Longest = time.Hour
		s.people.say(func(string, *Message) error {
			if asked {
				return &Wait{10 * time.Minute, errors.New("busy")}
			}
			return errors.New("down")
		})
		old := letterTo("ann", 0)
		old.Tries = 8 // it is tried again after ten minutes only
		s.box.add(old)
		s.run(t)
		s.until(t, "a first try", 0, func() bool { return s.box.get(old.ID).Tries == 9 })
		s.people.say(nil)
		s.box.add(urgent)
		s.Wake()
		if !asked {
			for range 5 {
				s.until(t, "it waits", 0, func() bool { return s.clock.Waiting() > 0 })
				s.clock.Advance(time.Second)
			}
			s.until(t, "urgent soon", 0, func() bool { return len(s.people.of("ann")) >= 1 })
			continue
		}
		// Time goes on from timer to timer, so that the try has the time of its own timer.
		pacetest.Until(t, 30*time.Second, "all", func() bool {
			if len(s.people.of("ann")) < 2 && s.clock.Waiting() > 0 {
				s.clock.Next(10 * time.Second)
			}
			return len(s.people.of("ann")) == 2
		})
		if got := s.people.tries(); got[1] < 10*time.Minute || s.people.of("ann")[0] != urgent.ID {
			t.Errorf("tried at %v, got %v", got, s.people.of("ann"))
		}
	}
}

// A notification that is refused ends in the dead-letter file, once, and the next is sent.
func TestRefusal(t *testing.T) {
	s := stage(t, "ann")
	bad := letterTo("ann", 0)
	bad.Title = "\u009b31m"
	s.people.say(func(_ string, m *Message) error {
		if m.ID == bad.ID {
			return fmt.Errorf("wrapped: %w", &refusal{errors.New("no\r\nsuch mailbox")})
		}
		return nil
	})
	s.box.add(bad, letterTo("ann", 1))
	if err := s.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.people.of("ann"); len(got) != 1 || len(s.box.waiting()) != 0 || !s.box.get(bad.ID).Dead {
		t.Errorf("sent %v, wait %v", got, s.box.waiting())
	}
	text, err := os.ReadFile(filepath.Join(s.dir, DeadLetters))
	if err != nil || strings.Count(string(text), "\n") != 1 || !strings.Contains(string(text), `"last_error":"wrapped: no such mailbox"`) || strings.ContainsRune(string(text), '\u009b') {
		t.Errorf("%q, %v", text, err)
	}
	if st := s.Stats(); st[0].Dead != 1 || st[0].Sent != 1 {
		t.Errorf("%+v", st)
	}
}

// What fails for three days is given up; the receiver is tried again for others.
func TestGivingUp(t *testing.T) {
	t.Parallel()
	s := stage(t, "ann")
	s.people.say(func(string, *Message) error { return errors.New("down") })
	s.box.add(letterTo("ann", 0))
	s.run(t)
	s.until(t, "given up", 15*time.Minute, func() bool { return s.box.get(letterTo("ann", 0).ID).Dead })
	if d := s.clock.Now().Sub(noon); d < 72*time.Hour || d > 96*time.Hour { // the clock moves while the worker looks
		t.Errorf("given up after %v", d)
	}
	s.people.say(nil)
	s.box.add(letterTo("ann", 1))
	s.until(t, "the next is sent", time.Minute, func() bool { return len(s.people.of("ann")) == 1 })
}

// A receiver that the file of jobs does not name is waited for.
func TestReceiverThatComesBack(t *testing.T) {
	s := stage(t, "ann")
	s.box.add(letterTo("bob", 0))
	err := s.Once(t.Context())
	if err == nil || !strings.Contains(err.Error(), "bob") {
		t.Errorf("%v", err)
	}
	s.Use([]*monitor.Job{jobWith(monitor.AlertRule{Name: "b", Receiver: to("bob")})}, nil)
	s.clock.Advance(5 * time.Second)
	if err := s.Once(t.Context()); err != nil || len(s.people.of("bob")) != 1 {
		t.Errorf("%v, %v", s.people.got, err)
	}
}

func TestDigests(t *testing.T) {
	s := stage(t, "ann")
	for i := range 2*maxDigest + 50 {
		l := letterTo("ann", i)
		l.ID, l.Group = fmt.Sprint(i), "typhoon"
		if i >= 2*maxDigest {
			l.Due = noon.Add(-time.Hour) // of an hour ago
		}
		s.box.add(l)
	}
	other := letterTo("ann", 0)
	other.Group = "flood"
	s.box.add(other, letterTo("ann", 1))
	if err := s.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	slices.Sort(s.people.sizes)
	if want := []int{1, 1, 50, 100, 100}; !slices.Equal(s.people.sizes, want) {
		t.Errorf("messages of %v, want %v", s.people.sizes, want)
	}
}

// While the outbox cannot be written nothing is sent twice.
func TestBrokenOutbox(t *testing.T) {
	s := stage(t, "ann")
	s.box.add(letterTo("ann", 0), letterTo("ann", 1))
	s.box.breakDown(errors.New("disk full"))
	s.run(t)
	s.until(t, "sent", 0, func() bool { return len(s.people.of("ann")) == 1 })
	for range 50 {
		s.until(t, "it waits", 0, func() bool { return s.clock.Waiting() >= 2 })
		s.clock.Advance(10 * time.Second)
	}
	if got := s.people.of("ann"); len(got) != 1 {
		t.Fatalf("sent %v", got)
	}
	s.box.breakDown(nil)
	s.until(t, "all marked", time.Second, func() bool { return len(s.box.waiting()) == 0 })
	if got := s.people.of("ann"); len(got) != 2 {
		t.Errorf("sent %v", got)
	}
}

// What is being sent when the daemon is notified to stop is brought to its end.
func TestDrain(t *testing.T) {
	s := stage(t, "ann")
	sending, release := make(chan struct{}), make(chan struct{})
	s.people.say(func(string, *Message) error { close(sending); <-release; return nil })
	s.box.add(letterTo("ann", 0), letterTo("ann", 1))
	stop := s.run(t)
	<-sending
	go func() { time.Sleep(20 * time.Millisecond); close(release) }()
	stop()
	if wait := s.box.waiting(); len(wait) != 1 || len(s.people.of("ann")) != 1 {
		t.Errorf("%d wait, sent %v", len(wait), s.people.of("ann"))
	}
}

// Two processes deliver for one daemon one after the other.
func TestOneDeliversAtATime(t *testing.T) {
	s := stage(t, "ann")
	other := NewWorker(s.box, []*monitor.Job{jobWith(monitor.AlertRule{Name: "a", Receiver: to("ann")})}, Options{Dir: s.dir, Clock: s.clock})
	other.make = s.make
	for i := range 50 {
		l := letterTo("ann", i)
		l.ID = fmt.Sprint(i)
		s.box.add(l)
	}
	var wg sync.WaitGroup
	for _, w := range []*Worker{s.Worker, other} {
		wg.Go(func() {
			if err := w.Once(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := s.people.of("ann"); len(got) != 50 {
		t.Errorf("%d sent", len(got))
	}
	release, err := s.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Millisecond)
	defer cancel()
	if err := other.Run(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// However receivers fail, everybody is notified of everything, once.
func TestEverybodyIsTold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := stage(t, "ann", "bob", "eve")
		fails := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 30).Draw(rt, "fails")
		next := 0
		s.people.say(func(string, *Message) error {
			s.people.mu.Lock()
			defer s.people.mu.Unlock()
			if next >= len(fails) {
				return nil
			}
			next++
			return []error{nil, errors.New("down"), &Wait{time.Minute, errors.New("busy")}, nil}[fails[next-1]]
		})
		n := rapid.IntRange(1, 40).Draw(rt, "notifications")
		for i := range n {
			l := letterTo([]string{"ann", "bob", "eve"}[i%3], i)
			l.ID, l.Urgent = fmt.Sprint(i), rapid.Bool().Draw(rt, "urgent")
			if rapid.Bool().Draw(rt, "digest") {
				l.Urgent, l.Group = false, "g"
			}
			l.Due = noon.Add(time.Duration(rapid.IntRange(-60, 600).Draw(rt, "due")) * time.Second)
			s.box.add(l)
		}
		for range 200 {
			s.Once(t.Context()) //nolint:errcheck // failures are the point
			s.clock.Advance(time.Minute)
		}
		var got []string
		for _, ids := range s.people.got {
			got = append(got, ids...)
		}
		slices.Sort(got)
		if len(got) != n || len(slices.Compact(got)) != n {
			rt.Fatalf("%d notifications of %d: %v", len(got), n, got)
		}
	})
}

// A digest that was sent when its process died is sent again as it was: who came
// late goes into another.
func TestDigestIsSealed(t *testing.T) {
	early, late := letterTo("ann", 0), letterTo("ann", 1)
	early.Group, late.Group = "typhoon", "typhoon"
	first := messages([]monitor.Notification{early}, true)[0]
	if !first.seal() || first.seal() {
		t.Error("sealed not once")
	}
	again := messages([]monitor.Notification{first.Notifications[0], late}, true)
	if len(again) != 2 || again[0].ID != first.ID || again[1].ID == first.ID {
		t.Errorf("%+v", again)
	}
	var many []monitor.Notification
	for i := range 3 {
		l := letterTo("ann", i)
		l.Group = "typhoon"
		many = append(many, l)
	}
	m := messages(many, true)[0]
	m.seal()
	if got := messages(m.Notifications[:2], false); len(got) != 0 {
		t.Errorf("part of a digest is sent: %+v", got)
	}
	if got := messages(m.Notifications[:2], true); len(got) != 1 || got[0].ID != m.ID {
		t.Errorf("what is left of a digest: %+v", got)
	}
}

// Without operators all are told of a full disk, once, though the outbox fails.
func TestTell(t *testing.T) {
	s := stage(t, "ann", "bob")
	s.outbox.Outbox = brokenOutbox{}
	s.people.say(func(name string, _ *Message) error {
		if name == "ann" && len(s.people.tries()) < 3 {
			return errors.New("down")
		}
		return nil
	})
	full, told := monitor.Trouble{Kind: monitor.DiskFull, Text: "5 MB are free\x1b", Since: noon}, 0
	for range 2 { // the second time changes nothing
		if !s.Tell(full, func() { told++ }) {
			t.Error("nobody is told")
		}
	}
	full.Until = noon.Add(time.Hour)
	if s.Tell(full, nil) || s.Tell(monitor.Trouble{Kind: monitor.RunFailed, Job: "typhoon", Since: noon}, nil) {
		t.Error("all are told of what the operators should repair")
	}
	if err := s.Once(t.Context()); err == nil {
		t.Error("no word of ann")
	}
	s.clock.Advance(time.Minute)
	for range 3 {
		s.Once(t.Context()) //nolint:errcheck // the store is broken
	}
	if len(s.people.of("ann")) != 1 || len(s.people.of("bob")) != 1 || told != 1 {
		t.Errorf("%v, told %d times", s.people.got, told)
	}
	if _, err := s.outbox.Due(noon.Add(time.Hour), 9); err == nil {
		t.Error("the store's error is hidden")
	}
	words := wordsOf("zh", nil)
	m := message(monitor.Notification{ID: "x", Title: "磁盘将满", Event: monitor.Event{Kind: monitor.Notice, Captured: noon}})
	if got := words.subject(m) + "\n" + words.body(m); got != "[ontocrawl] 系统: 磁盘将满\n系统: 磁盘将满\n\n采集时间: 2026-07-25 12:00 UTC\n" {
		t.Errorf("%s", got)
	}
}

type brokenOutbox struct{}

func (brokenOutbox) Due(time.Time, int) ([]monitor.Notification, error) {
	return nil, errors.New("disk full")
}
func (brokenOutbox) NextDue(time.Time) (time.Time, error) {
	return time.Time{}, errors.New("disk full")
}
func (brokenOutbox) Mark(...monitor.Notification) error { return errors.New("disk full") }

// Who could not be notified before the quiet hours is notified after them, of all at once;
// what is urgent is notified.
func TestQuietHoursOfLateNotifications(t *testing.T) {
	s := stage(t)
	s.Use([]*monitor.Job{jobWith(monitor.AlertRule{Name: "all", Receiver: to("ann"), Quiet: []monitor.Quiet{{From: 12*time.Hour + time.Second, To: 18 * time.Hour}}})}, nil)
	s.people.say(func(string, *Message) error { return errors.New("down") })
	urgent := letterTo("ann", 9)
	urgent.Urgent = true
	s.box.add(letterTo("ann", 0), letterTo("ann", 1))
	for range 3 {
		s.Once(t.Context()) //nolint:errcheck // it fails
		s.clock.Advance(time.Minute)
	}
	s.people.say(nil)
	s.box.add(urgent)
	if err := s.Once(t.Context()); err != nil || !slices.Equal(s.people.of("ann"), []string{urgent.ID}) {
		t.Errorf("in quiet hours %v was sent, %v", s.people.of("ann"), err)
	}
	s.clock.Advance(6 * time.Hour)
	if err := s.Once(t.Context()); err != nil || !slices.Equal(s.people.sizes, []int{1, 2}) {
		t.Errorf("messages of %v notifications, %v", s.people.sizes, err)
	}
}

func BenchmarkLetters(b *testing.B) {
	job := jobWith(
		monitor.AlertRule{Name: "red", Receiver: to("ann"), Concepts: []string{red}, Urgent: true},
		monitor.AlertRule{Name: "all", Receiver: to("ann"), MinRelevance: 0.3, Digest: time.Hour, Quiet: []monitor.Quiet{{From: 22 * time.Hour, To: 7 * time.Hour}}},
		monitor.AlertRule{Name: "zh", Receiver: to("bob"), Languages: []string{"zh"}},
	)
	f := find(0)
	b.ReportAllocs()
	for b.Loop() {
		if len((Rules{}).Notifications(job, &f, storyOf(f), noon, monitor.Calm)) != 1 {
			b.Fatal("notifications")
		}
	}
}

// A file of a hundred thousand notifications is read once, and then written at its end.
func BenchmarkLongFile(b *testing.B) {
	path := filepath.Join(b.TempDir(), "alerts.jsonl")
	first := &lineFile{path: path}
	for i := range 1000 {
		notifications := make([]monitor.Notification, 100)
		for j := range notifications {
			notifications[j] = letterTo("ann", 0)
			notifications[j].ID = hashID(fmt.Sprint(i, j))
		}
		if err := first.add(notifications, false); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if err := (&lineFile{path: path}).add([]monitor.Notification{letterTo("ann", 1)}, false); err != nil {
			b.Fatal(err)
		}
	}
}

// One notification that is refused does not take its digest with it.
func TestRefusedDigest(t *testing.T) {
	s := stage(t, "ann")
	bad := hashID("ann", find(3).Story)
	s.people.say(func(_ string, m *Message) error {
		if slices.ContainsFunc(m.Notifications, func(l monitor.Notification) bool { return l.ID == bad }) {
			return &refusal{errors.New("no")}
		}
		return nil
	})
	for i := range 6 {
		l := letterTo("ann", i)
		l.Group = "typhoon"
		s.box.add(l)
	}
	if err := s.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.people.of("ann"); len(got) != 5 || len(s.box.waiting()) != 0 || !s.box.get(bad).Dead {
		t.Errorf("%d notified, %d wait", len(got), len(s.box.waiting()))
	}
}
