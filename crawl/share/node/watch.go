package node

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Watcher sees how a cluster stands, from its table and from what its nodes tell. Its methods
// may be called concurrently.
type Watcher struct {
	b      broker.Broker
	table  *mirror
	began  time.Time
	stop   func()
	tasks  sync.WaitGroup
	quorum time.Duration // quorumFor
	asked  chan struct{} // closed when the broker has answered, or is known to be silent

	mu     sync.Mutex
	told   map[string]heard
	parts  map[int]partState // how each part of the crawl stood when it was told last, by whichever node
	most   map[int]int       // of each part, the most pages that the broker had where parts move: none is lost
	crawl  int               // whose parts they are
	answer time.Time         // of the broker, the last one
	absent bool              // its last answer: there is no cluster
	closed error
}

// heard holds what a node has told, and when.
type heard struct {
	Told
	at time.Time
}

// quorumFor is after what time without an answer of the broker it is said that it has no
// quorum: then nodes begin nothing new, either.
const quorumFor = 5 * time.Second

// Watch begins to look at a cluster. The Watcher must be closed.
func Watch(b broker.Broker) (*Watcher, error) { return watch(b, quorumFor) }

func watch(b broker.Broker, quorum time.Duration) (*Watcher, error) {
	w := &Watcher{b: b, quorum: quorum, table: newMirror(), began: time.Now(), answer: time.Now(), told: map[string]heard{}, asked: make(chan struct{})}
	unlisten, err := b.Listen(toldSubject, w.hear)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.stop = sync.OnceFunc(func() { cancel(); unlisten(); w.tasks.Wait() })
	w.tasks.Go(func() {
		err := w.table.follow(ctx, b)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.closed = err
	})
	w.tasks.Go(func() { w.probe(ctx) })
	return w, nil
}

// Close ends what Watch has begun.
func (w *Watcher) Close() error {
	w.stop()
	return nil
}

func (w *Watcher) hear(data []byte) {
	var m Told
	if json.Unmarshal(data, &m) != nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told[m.Node] = heard{m, time.Now()}
	if m.Crawl > w.crawl {
		w.crawl, w.parts, w.most = m.Crawl, map[int]partState{}, map[int]int{}
	}
	if m.Crawl < w.crawl {
		return
	}
	for _, s := range m.Known {
		if was, ok := w.parts[s.Part]; !ok || s.Pages > was.Pages {
			w.parts[s.Part] = s
		}
		w.most[s.Part] = max(w.most[s.Part], s.Durable.Pages)
	}
	for _, s := range m.Parts {
		w.parts[s.Part] = s
		w.most[s.Part] = max(w.most[s.Part], s.Durable.Pages)
	}
}

// probe asks the broker again and again whether it answers.
func (w *Watcher) probe(ctx context.Context) {
	said := sync.OnceFunc(func() { close(w.asked) })
	defer said()
	silence := time.AfterFunc(w.quorum, said)
	defer silence.Stop()
	for ctx.Err() == nil {
		try, cancel := context.WithTimeout(ctx, w.quorum)
		_, _, err := w.b.Get(try, clusterKey)
		cancel()
		if err == nil || errors.Is(err, broker.ErrAbsent) {
			w.mu.Lock()
			w.answer, w.absent = time.Now(), err != nil
			w.mu.Unlock()
			said()
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// listenFor is how long Look listens: nodes tell five times a second.
const listenFor = 1200 * time.Millisecond

// Look reads the table and listens to the nodes, for a second, or until it is sure that the
// broker does not answer.
func Look(ctx context.Context, b broker.Broker) (*cluster.View, error) {
	w, err := Watch(b)
	if err != nil {
		return nil, err
	}
	defer w.Close() //nolint:errcheck // it never fails
	return w.Look(ctx)
}

// Look is View after it has listened for another second: whoever shows a cluster again and again keeps one
// Watcher, which knows what it has heard before.
func (w *Watcher) Look(ctx context.Context) (*cluster.View, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(listenFor):
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-w.asked:
	}
	// One server may have answered while another one, which was asked for the table, hangs.
	read, cancel := context.WithTimeout(ctx, w.quorum)
	defer cancel()
	_ = w.table.until(read, func() bool { return w.table.get(clusterKey, nil) || w.isAbsent() })
	return w.View()
}

func (w *Watcher) isAbsent() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.absent
}

// View is how the cluster stands now. The error is a *RefusedError where no node has ever
// joined, and [broker.ErrClosed].
func (w *Watcher) View() (*cluster.View, error) {
	w.mu.Lock()
	silent, closed, absent := time.Since(w.answer), w.closed, w.absent
	told := map[string]heard{}
	for id, h := range w.told {
		if time.Since(h.at) < silentFor {
			told[id] = h
		}
	}
	w.mu.Unlock()
	if closed != nil {
		return nil, closed
	}
	if silent < w.quorum {
		silent = 0
	}
	m, v := w.table, &cluster.View{Nodes: []cluster.Node{}, Paused: w.table.get(pauseKey, nil)}
	var c common
	if !m.get(clusterKey, &c) && silent == 0 {
		if absent {
			return nil, refused(english.Phrasef("no node has joined this cluster yet"))
		}
		silent = time.Since(w.began) // the table was not read yet
	}
	var crawled Crawl
	m.get(crawlKey, &crawled)
	v.Durable, v.Parts, v.Crawl = c.Durable, c.Parts, cluster.Crawl{Number: crawled.Number, MaxPages: crawled.MaxPages, MaxRequests: crawled.MaxRequests}
	var over Over
	m.get(overKey(v.Crawl.Number), &over)
	v.Over = over.Reason
	w.fill(v, told, silent > 0)
	v.Find(silent.Seconds())
	v.Say(nil)
	return v, nil
}

// fill fills the nodes and the sum. While the broker is silent, nodes are those that are heard.
func (w *Watcher) fill(v *cluster.View, told map[string]heard, silent bool) {
	nodes := map[string]*cluster.Node{}
	at := func(id string) *cluster.Node {
		if nodes[id] == nil {
			nodes[id] = &cluster.Node{Node: id, Free: -1, Homes: []int{}, Parts: []cluster.PartView{}}
		}
		return nodes[id]
	}
	for _, id := range w.table.names(nodePrefix) {
		at(id).Alive = true
	}
	for part := range v.Parts {
		if h := (home{}); w.table.get(partKey(part), &h) {
			at(h.Node).Homes = append(at(h.Node).Homes, part)
		}
	}
	if silent {
		for id, t := range told {
			n := at(id)
			n.Alive = true
			for _, s := range t.Parts {
				if v.Parts == 0 { // the table was never read
					n.Homes = append(n.Homes, s.Part)
				}
			}
		}
	}
	last := map[int]int64{}
	for _, t := range told {
		for part, n := range t.Last {
			last[part] = max(last[part], n)
		}
	}
	for id, n := range nodes {
		t, ok := told[id]
		if ok = ok && n.Alive; !ok {
			t = heard{} // what it told before it left
		}
		n.Heard = ok
		if sum := (Told{}); w.table.get(sumPrefix+id, &sum) && sum.Crawl == v.Crawl.Number && (v.Over == "" && !ok || sum.Final || v.Over == stopped && !n.Alive) {
			t.Told, n.Closed = sum, true
			t.Parts = slices.DeleteFunc(t.Parts, func(s partState) bool { return !slices.Contains(n.Homes, s.Part) })
		}
		tellOf(n, &t.Told, last, v)
		n.Away = w.awayFor(n, told)
		sum := n.Sum()
		v.Sum.Add(&sum)
		v.Nodes = append(v.Nodes, *n)
	}
	v.Open = v.Running()
	w.addUntold(v)
	slices.SortFunc(v.Nodes, func(a, b cluster.Node) int { return cmp.Compare(a.Node, b.Node) })
}

// awayFor is for how many seconds a node has not been there: as the others have seen, who have
// looked for longer, or as was seen here.
func (w *Watcher) awayFor(n *cluster.Node, told map[string]heard) float64 {
	if n.Alive {
		return 0
	}
	away := w.table.awayFor(nodePrefix+n.Node, w.began)
	for _, t := range told {
		away = max(away, time.Duration(t.Away[n.Node])*time.Millisecond)
	}
	return away.Seconds()
}

// addUntold adds to the sum what parts had that no node tells of now: they move, their node is away, or they are being
// opened. What they have recorded is not gone.
func (w *Watcher) addUntold(v *cluster.View) {
	if v.Over != "" || v.Crawl.Number == 0 {
		return // the nodes count them
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.crawl != v.Crawl.Number {
		return
	}
	for part, s := range w.parts {
		shown, all, is := 0, 0, false
		for i := range v.Nodes {
			for _, p := range v.Nodes[i].Parts {
				if p.Part == part {
					shown, all, is = max(shown, p.Pages), all+p.Pages, true
				}
			}
		}
		v.Sum.Pages -= all - shown // of a part that moves two nodes may tell
		if !is {
			shown = s.recorded(v.Durable)
			v.Sum.Add(&cluster.PartView{Pages: shown, Requests: s.Requests, Relevant: s.Relevant, Failures: s.Failures, Waiting: s.Waiting})
		}
		if v.Durable == DurableCluster {
			w.most[part] = max(w.most[part], shown)
			v.Sum.Pages += w.most[part] - shown
		}
	}
}

// recorded is how many pages a part has that no failure takes from it: where parts move, those that the broker has.
func (s *partState) recorded(durable string) int {
	if durable == DurableCluster {
		return s.Durable.Pages
	}
	return s.Pages
}

// tellOf fills what a node has told. While a crawl runs, what a node has closed counts as far as no failure takes it, as another
// node goes on from there.
func tellOf(n *cluster.Node, t *Told, last map[int]int64, v *cluster.View) {
	n.Outbox, n.Version, n.Sent = t.Outbox, t.Version, t.Sent
	if t.Free != nil {
		n.Free = *t.Free
	}
	for _, s := range t.Parts {
		p := cluster.PartView{Part: s.Part, Idle: s.Idle, Starved: s.Starved, Pages: s.Pages, Requests: s.Requests, Relevant: s.Relevant, Failures: s.Failures,
			Waiting: s.Waiting, InFlight: s.InFlight, PerSecond: s.PerSecond, Inbox: s.Inbox, Outbox: s.Outbox, Budget: s.Room.Pages}
		if !n.Closed || v.Over == "" {
			p.Pages = s.recorded(v.Durable)
		}
		if !n.Closed {
			p.Behind = max(0, last[s.Part]-s.Read)
		}
		n.Parts = append(n.Parts, p)
	}
	slices.SortFunc(n.Parts, func(a, b cluster.PartView) int { return cmp.Compare(a.Part, b.Part) })
}
