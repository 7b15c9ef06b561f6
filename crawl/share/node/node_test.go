package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// web serves sites s0.example, s1.example, ... of pages each. A page links to two of its own
// site and two of others; every ninth address leads to another site.
type web struct {
	*httptest.Server
	sites, pages int
	mu           sync.Mutex
	asked        map[string]int
	hook         func()
}

func serveWeb(t testing.TB, sites, pages int) *web {
	w := &web{sites: sites, pages: pages, asked: map[string]int{}, hook: func() {}}
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	return w
}

func (w *web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	var site, page int
	if _, err := fmt.Sscanf(r.Host+r.URL.Path, "s%d.example/p%d", &site, &page); err != nil || page >= w.pages {
		http.NotFound(rw, r)
		return
	}
	w.mu.Lock()
	w.asked[r.Host+r.URL.Path]++
	hook := w.hook
	w.mu.Unlock()
	hook()
	if page%9 == 4 {
		http.Redirect(rw, r, fmt.Sprintf("http://s%d.example/p%d", (site+5)%w.sites, page+1), http.StatusFound)
		return
	}
	rw.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(rw, "<title>Typhoon report %d of site %d</title><p>Report %d-%d about the typhoon number %d.", page, site, site, page, site*w.pages+page)
	for _, to := range [][2]int{{site, page + 1}, {site, 2*page + 1}, {(site + 1) % w.sites, page}, {(site*3 + page) % w.sites, page + 2}} {
		fmt.Fprintf(rw, `<p><a href="http://s%d.example/p%d">typhoon %d</a>`, to[0], to[1], to[1])
	}
}

// patience is how long a test waits for what should come soon, on however busy a machine.
const patience = 5 * time.Minute

var quiet = slog.New(slog.DiscardHandler)

// spec is a crawl of the web into a folder.
func (w *web) spec(t testing.TB, dir string) session.Spec {
	t.Helper()
	typhoon, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, w.Listener.Addr().String())
	}
	return session.Spec{
		Topic: typhoon, Judge: session.Judge{Segmenter: "trie"}, Folder: session.Folder{Dir: dir, Archive: session.ArchiveNone},
		Strategy: session.Strategy{Patience: -1}, // what is left would depend on the order
		Fetch:    session.Fetch{Options: fetch.Options{DialContext: dial, Polite: polite.Options{Delay: -1}}},
		Options:  engine.Options{Workers: 8}, Logger: quiet,
	}
}

func seeds(t testing.TB) (links []crawl.Link) {
	t.Helper()
	for _, u := range []string{"http://s0.example/p0", "http://s3.example/p4"} {
		l, err := seed.Link(u)
		if err != nil {
			t.Fatal(err)
		}
		links = append(links, l)
	}
	return links
}

// whole are the pages of a crawl that is not divided.
func (w *web) whole(t testing.TB) map[string]int {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "whole")
	spec := w.spec(t, dir)
	spec.Seeds = seeds(t)
	s, err := session.Open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.asked)
	return pagesIn(t, dir)
}

// pagesIn counts the pages of run folders by the address that answered.
func pagesIn(t testing.TB, dirs ...string) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, dir := range dirs {
		for p, err := range rundir.Pages(dir) {
			if err != nil {
				t.Fatal(err)
			}
			n[p.URL]++
		}
	}
	return n
}

// options returns the options of a node of a crawl of the web.
func (w *web) options(t testing.TB, dir, name string, parts, nodes int) Options {
	spec := w.spec(t, dir)
	params, free, err := session.ParamsText(&spec)
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Name: name, Dir: dir, Nodes: nodes, Common: Common{Parts: parts, Params: params, Free: free}, Logger: quiet,
		Open: func(c Crawl, seeds []crawl.Link, others member.Others, _ polite.Addresses) (*session.Shared, error) {
			spec := spec
			spec.Seeds, spec.Options.MaxPages, spec.Options.MaxRequests = seeds, c.MaxPages, c.MaxRequests
			return session.OpenShared(spec, parts, others)
		},
	}
}

// started is a node that runs in this process.
type started struct {
	dir  string
	stop context.CancelFunc
	done chan error
}

// start starts a node. lost is Options.Lost, however short.
func start(t testing.TB, b broker.Broker, o Options, lost time.Duration) *started {
	t.Helper()
	n, err := newNode(b, o)
	if err != nil {
		t.Fatal(err)
	}
	n.o.Lost = lost
	ctx, cancel := context.WithCancel(context.Background())
	s := &started{o.Dir, cancel, make(chan error, 1)}
	go func() { s.done <- n.run(ctx) }()
	t.Cleanup(func() { s.end(t) })
	return s
}

// end stops the node, once.
func (s *started) end(t testing.TB) {
	t.Helper()
	s.stop()
	if err, ok := <-s.done; ok {
		close(s.done)
		if err != nil {
			t.Errorf("%s: %v", s.dir, err)
		}
	}
}

// untilOver waits until a crawl is over, and says why.
func untilOver(t testing.TB, b broker.Broker, number int) string {
	t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		o, err := overOf(t.Context(), b, number)
		if err != nil && !errors.Is(err, broker.ErrUnavailable) { // on a busy machine
			t.Fatal(err)
		}
		if err == nil && o.Reason != "" {
			return o.Reason
		}
	}
	t.Fatal("the crawl does not end")
	return ""
}

// begin begins a crawl, as soon as a node has joined.
func begin(t testing.TB, b broker.Broker, o Options, maxPages int) Crawl {
	t.Helper()
	return beginFrom(t, b, o, maxPages, seeds(t))
}

func beginFrom(t testing.TB, b broker.Broker, o Options, maxPages int, seeds []crawl.Link) Crawl {
	t.Helper()
	for until := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		c, begun, err := Begin(t.Context(), b, o.Common, maxPages, 0, seeds)
		if begun {
			return c
		}
		if time.Now().After(until) {
			t.Fatalf("not begun: %v, %v", begun, err)
		}
	}
}

// TestNodes: three nodes find the pages of a crawl that is not divided, each once, and ask
// for nothing twice; the crawl, begun with a budget, has exactly so many pages, and goes on.
func TestNodes(t *testing.T) {
	t.Parallel()
	w := serveWeb(t, 8, 18)
	want := w.whole(t)
	server := new(brokertest.MemoryServer)
	b := server.Open()
	var nodes []*started
	var dirs []string
	for i := range 3 {
		dir := filepath.Join(t.TempDir(), "n")
		o := w.options(t, dir, fmt.Sprint("n", i), 5, 3)
		nodes = append(nodes, start(t, server.Open(), o, 0))
		dirs = append(dirs, dir)
	}
	o := w.options(t, t.TempDir(), "client", 5, 3)
	c := begin(t, b, o, 37)
	if reason := untilOver(t, b, c.Number); reason != Budget {
		t.Errorf("over: %s", reason)
	}
	if c = begin(t, b, o, 0); c.Number != 2 {
		t.Errorf("crawl %d", c.Number)
	}
	if reason := untilOver(t, b, c.Number); reason != exhausted {
		t.Errorf("over: %s", reason)
	}
	for _, n := range nodes {
		n.end(t)
	}
	var parts []string
	for _, dir := range dirs {
		mine := rundir.Parts(dir)
		if len(mine) == 0 {
			t.Errorf("%s has no part", dir)
		}
		parts = append(parts, mine...)
	}
	if d := cmp.Diff(want, pagesIn(t, parts...)); d != "" || len(parts) != 5 {
		t.Errorf("%d parts (-whole +nodes):\n%s", len(parts), d)
	}
	for page, n := range w.asked {
		if n > 1 {
			t.Errorf("%s was asked for %d times", page, n)
		}
	}
}

// TestBegunAnew: the parts of a node that does not come back are begun anew by another one,
// which finds the pages of one machine, each once, from the letters that were kept; the node
// that comes back too late puts its folders aside.
func TestBegunAnew(t *testing.T) {
	t.Parallel()
	w := serveWeb(t, 8, 18)
	want := w.whole(t)
	server := new(brokertest.MemoryServer)
	b := server.Open()
	var nodes []*started
	for i := range 2 {
		o := w.options(t, filepath.Join(t.TempDir(), "n"), fmt.Sprint("n", i), 4, 2)
		nodes = append(nodes, start(t, server.Open(), o, 100*time.Millisecond))
	}
	half, asked := make(chan struct{}), 0
	w.mu.Lock()
	w.hook = func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if asked++; asked == len(want)/2 {
			close(half)
		}
	}
	w.mu.Unlock()
	begin(t, b, w.options(t, t.TempDir(), "client", 4, 2), 0)
	<-half
	nodes[1].end(t)
	if reason := untilOver(t, b, 1); reason != exhausted {
		t.Errorf("over: %s", reason)
	}
	late := start(t, server.Open(), w.options(t, nodes[1].dir, "n1", 4, 2), 0)
	for until := time.Now().Add(patience); len(rundir.Parts(late.dir)) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the node that came back has parts that are another's")
		}
	}
	if aside, err := filepath.Glob(filepath.Join(late.dir, "parts", "*.left-1")); len(aside) != 2 {
		t.Errorf("put aside: %v, %v", aside, err)
	}
	nodes[0].end(t)
	late.end(t)
	parts := rundir.Parts(nodes[0].dir)
	if d := cmp.Diff(want, pagesIn(t, parts...)); d != "" || len(parts) != 4 {
		t.Errorf("%d parts (-whole +node):\n%s", len(parts), d)
	}
	n, err := Merge(t.Context(), []string{nodes[0].dir, late.dir}, filepath.Join(t.TempDir(), "merged"), quiet)
	if err != nil || n.Pages != len(want) {
		t.Errorf("merge with a node that has no part left: %+v, %v", n, err)
	}
}

// TestFence: what an earlier life of a part sends after a later one has begun is not heard,
// and does not count.
func TestFence(t *testing.T) {
	b := new(brokertest.MemoryServer).Open()
	n, err := newNode(b, Options{Name: "n", Dir: t.TempDir(), Common: Common{Parts: 2}, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	send := func(life int, number uint64) {
		data, err := encodeEntry(n.codec, map[int]int{0: life}, []*crawl.Letter{{From: 0, Number: number}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := broker.Append(t.Context(), b, letterLog(1), fmt.Sprint(life, "-", number), broker.Any, data); err != nil {
			t.Fatal(err)
		}
	}
	send(1, 1)
	send(1, 2)
	end, err := n.fence(t.Context(), 1, map[int]int{0: 2})
	if err != nil {
		t.Fatal(err)
	}
	send(1, 3) // by a process that was asleep
	last, err := n.sentBy(t.Context(), 0, 1, end)
	if err != nil || last != 2 {
		t.Errorf("the earlier life has sent up to %d, %v; want 2", last, err)
	}
	send(2, 3)
	in, heard := inbox{codec: n.codec}, []uint64(nil)
	err = b.Read(t.Context(), letterLog(1), 0, func(e broker.Entry) error {
		letters, err := in.open(e)
		for _, l := range letters {
			heard = append(heard, l.Number)
		}
		if e.Seq == end+2 {
			return errEnough
		}
		return err
	})
	if d := cmp.Diff([]uint64{1, 2, 3}, heard); d != "" || !errors.Is(err, errEnough) || in.lives[0] != 2 {
		t.Errorf("%v (-want +heard):\n%s", err, d)
	}
}

// TestRefused: a node with another wire version, number of parts or settings is refused,
// and told which; so is the beginning of a crawl where no node is.
func TestRefused(t *testing.T) {
	b := new(brokertest.MemoryServer).Open()
	c := Common{Parts: 4, Params: []byte("settings:\n  judge: fielded\n  out: a\n"), Free: []string{"settings.out"}}
	if _, _, err := Begin(t.Context(), b, c, 0, 0, nil); !strings.Contains(fmt.Sprint(err), "no node has joined") {
		t.Errorf("no node: %v", err)
	}
	if err := c.settle(t.Context(), b, true); err != nil {
		t.Fatal(err)
	}
	same := c
	same.Params = []byte("settings:\n  judge: fielded\n  out: b\n")
	if err := same.settle(t.Context(), b, true); err != nil {
		t.Errorf("what is free differs: %v", err)
	}
	parts, judge := c, c
	parts.Parts, judge.Params = 5, []byte("settings:\n  judge: density\n")
	for want, other := range map[string]Common{"has 4 parts, not 5": parts, "settings.judge is density, was fielded": judge} {
		if err := other.settle(t.Context(), b, true); !errors.As(err, new(*RefusedError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	newer := new(brokertest.MemoryServer).Open()
	if _, err := newer.Create(t.Context(), clusterKey, encode(common{Wire: wire + 1, Parts: 4}), 0); err != nil {
		t.Fatal(err)
	}
	if err := c.settle(t.Context(), newer, true); !strings.Contains(fmt.Sprint(err), "version 2") || !strings.Contains(err.Error(), "version 1") {
		t.Errorf("another version: %v", err)
	}
}

// TestVerbs: a crawl that is paused asks for nothing; one that was stopped goes on; a node
// that is told to leave does.
func TestVerbs(t *testing.T) {
	t.Parallel()
	w := serveWeb(t, 4, 6)
	server := new(brokertest.MemoryServer)
	b := server.Open()
	o := w.options(t, filepath.Join(t.TempDir(), "n"), "n", 2, 1)
	n := start(t, server.Open(), o, 0)
	if err := Pause(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	begin(t, b, o, 0)
	look := func() *cluster.View {
		v, err := Look(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := look()
	for until := time.Now().Add(patience); v.Running() < 2 && time.Now().Before(until); {
		v = look()
	}
	if !v.Paused || v.Running() != 2 || len(v.Nodes) != 1 || len(v.Wrong) != 0 || v.Sum.Requests != 0 || len(w.asked) != 0 {
		t.Errorf("paused: %+v, %d asked", v, len(w.asked))
	}
	if err := Stop(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if reason := untilOver(t, b, 1); reason != stopped {
		t.Errorf("over: %s", reason)
	}
	if err := Stop(t.Context(), b); !errors.Is(err, ErrNoCrawl) {
		t.Errorf("stop of a crawl that is over: %v", err)
	}
	if err := Resume(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if c := begin(t, b, o, 0); c.Number != 2 {
		t.Errorf("goes on as %d", c.Number)
	}
	if reason := untilOver(t, b, 2); reason != exhausted {
		t.Errorf("over: %s", reason)
	}
	if _, begun, err := Begin(t.Context(), b, o.Common, 0, 0, nil); begun || err != nil {
		t.Errorf("nothing is left, and it begins: %v", err)
	}
	if err := Drain(t.Context(), b, "other"); !errors.As(err, new(*RefusedError)) {
		t.Errorf("a node that is not there: %v", err)
	}
	if err := Drain(t.Context(), b, "n"); err != nil {
		t.Fatal(err)
	}
	if err := <-n.done; !errors.Is(err, ErrDrained) {
		t.Errorf("drained: %v", err)
	}
	close(n.done)
}
