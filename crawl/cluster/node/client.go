package node

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/broker"
	"github.com/ontocrawl/ontocrawl/message"
)

// Begin begins a crawl from seeds, if none was begun. One that is over goes on if it was
// stopped, or now has a higher limit; then the seeds do not count. begun is false if the
// crawl is under way, or over and nothing is left to do.
func Begin(ctx context.Context, b broker.Broker, with Common, maxPages, maxRequests int, seeds []crawl.Link) (c Crawl, begun bool, err error) {
	if err := with.settle(ctx, b, false); err != nil {
		return c, false, err
	}
	if c, err = present(ctx, b); err != nil {
		return c, false, err
	}
	if c.Number == 0 {
		if c.Seeds, c.SeedEntries, err = writeSeeds(ctx, b, seeds); err != nil {
			return c, false, err
		}
	}
	seedLog, entries := c.Seeds, c.SeedEntries
	over, err := overOf(ctx, b, c.Number)
	if err != nil {
		return c, false, err
	}
	err = change(ctx, b, crawlKey, func(old []byte) ([]byte, error) {
		var now Crawl
		if old != nil {
			if err := json.Unmarshal(old, &now); err != nil {
				return nil, message.Errorf("the crawl: %w", err)
			}
		}
		begun = now.Number == 0 || now.Number == c.Number && goesOn(over, now, maxPages, maxRequests)
		if c = now; !begun {
			return nil, nil
		}
		if now.Number == 0 {
			c.Seeds, c.SeedEntries = seedLog, entries
		}
		c.Number, c.MaxPages, c.MaxRequests = now.Number+1, maxPages, maxRequests
		return encode(c), nil
	})
	return c, begun, err
}

// goesOn reports whether a crawl that is over has something left to do with new limits.
func goesOn(over Over, was Crawl, maxPages, maxRequests int) bool {
	higher := func(now, was int) bool { return was > 0 && (now == 0 || now > was) }
	return over.Reason == Stopped || over.Reason == Budget && (higher(maxPages, was.MaxPages) || higher(maxRequests, was.MaxRequests))
}

// present is the crawl of the cluster; its number is 0 if there is none.
func present(ctx context.Context, t broker.Table) (c Crawl, err error) {
	value, _, err := t.Get(ctx, crawlKey)
	if errors.Is(err, broker.ErrAbsent) {
		return c, nil
	}
	if err == nil {
		err = json.Unmarshal(value, &c)
	}
	return c, err
}

func overOf(ctx context.Context, t broker.Table, number int) (o Over, err error) {
	value, _, err := t.Get(ctx, overKey(number))
	if errors.Is(err, broker.ErrAbsent) {
		return o, nil
	}
	if err == nil {
		err = json.Unmarshal(value, &o)
	}
	return o, err
}

// seedBytes is about how much of the seeds is in an entry.
const seedBytes = 500_000

func writeSeeds(ctx context.Context, b broker.Log, seeds []crawl.Link) (log string, entries int64, err error) {
	log = "seeds." + strings.ToLower(rand.Text()[:10])
	var data bytes.Buffer
	put := func() error {
		if data.Len() == 0 {
			return nil
		}
		entries, err = broker.Append(ctx, b, log, fmt.Sprint(entries+1), entries, slices.Clone(data.Bytes()))
		data.Reset()
		return err
	}
	for _, l := range seeds {
		line, err := json.Marshal(l)
		if err != nil {
			return "", 0, err
		}
		data.Write(append(line, '\n'))
		if data.Len() > seedBytes {
			if err := put(); err != nil {
				return "", 0, err
			}
		}
	}
	return log, entries, put()
}

// Pause lets no node choose a page, until Resume. What is being fetched is recorded.
func Pause(ctx context.Context, t broker.Table) error {
	return change(ctx, t, pauseKey, func([]byte) ([]byte, error) { return encode(true), nil })
}

// Resume ends a pause, if there is one.
func Resume(ctx context.Context, t broker.Table) error { return remove(ctx, t, pauseKey) }

// ErrNoCrawl reports that there is no crawl under way.
var ErrNoCrawl = errors.New("no crawl is under way in this cluster")

// Stop ends the crawl. Begin goes on with it.
func Stop(ctx context.Context, t broker.Table) error {
	c, err := present(ctx, t)
	if err != nil {
		return err
	}
	o, err := overOf(ctx, t, c.Number)
	if err != nil {
		return err
	}
	if c.Number == 0 || o.Reason != "" {
		return ErrNoCrawl
	}
	return change(ctx, t, overKey(c.Number), func(old []byte) ([]byte, error) {
		if old != nil {
			return nil, nil
		}
		return encode(Over{Stopped}), nil
	})
}

// answerWithin is how long Drain waits for a broker that does not answer.
const answerWithin = 15 * time.Second

// Drain tells a node to leave, by its name or its whole identity, and waits until it has. If that was the last node
// that the broker needs, nobody can tell; the error then is [broker.ErrUnavailable].
func Drain(ctx context.Context, b broker.Broker, name string) error {
	v, err := Look(ctx, b)
	if err != nil {
		return err
	}
	id, err := v.named(name)
	if err != nil {
		return err
	}
	if err := change(ctx, b, drainPrefix+id, func([]byte) ([]byte, error) { return encode(true), nil }); err != nil {
		return err
	}
	for heard := time.Now(); ; {
		_, _, err := b.Get(ctx, nodePrefix+id)
		switch {
		case errors.Is(err, broker.ErrAbsent):
			return nil
		case !errors.Is(err, broker.ErrUnavailable):
			heard = time.Now()
		case time.Since(heard) > answerWithin:
			return message.Errorf("the node was told to leave, but the broker does not answer any more: too few of its nodes are left to say whether it has: %w", err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(lookEvery):
		}
	}
}

// View is how a cluster stands.
type View struct {
	Crawl  Crawl  `json:"crawl"`
	Over   string `json:"over,omitempty"` // why, if it is
	Paused bool   `json:"paused,omitempty"`
	Parts  int    `json:"parts"`
	// Durable is DurableCluster if the journals are in the broker, too.
	Durable string     `json:"durable,omitempty"`
	Nodes   []NodeView `json:"nodes"`
	Sum     PartState  `json:"sum"`
	Wrong   []Fault    `json:"wrong,omitempty"`
}

// NodeView is how a node stands.
type NodeView struct {
	Node   string      `json:"node"`
	Alive  bool        `json:"alive"` // it has its lease
	Heard  bool        `json:"heard"` // it has told how it stands
	Homes  []int       `json:"homes"` // parts that are its own
	Parts  []PartState `json:"parts"` // those of them that run
	Outbox int         `json:"outbox"`
	Closed bool        `json:"closed,omitempty"` // Parts are not open: so they stood when they were closed
}

// Fault is something that is wrong: a part or a node, and what it lacks.
type Fault struct {
	Kind string `json:"kind"` // away, taken, silent or begins
	Node string `json:"node"`
	Part int    `json:"part"`
}

// The kinds of Fault.
const (
	Away   = "away"   // the node of a part has no lease
	Silent = "silent" // a node has its lease, and says nothing
	Begins = "begins" // a part is not open
	Taken  = "taken"  // the node of a part has no lease, and another one takes the part
)

// listenFor is how long Look listens: nodes tell five times a second.
const listenFor = 1200 * time.Millisecond

// Look reads the table and listens to the nodes, for a second.
func Look(ctx context.Context, b broker.Broker) (v *View, err error) {
	told, mu := map[string]Told{}, sync.Mutex{}
	stop, err := b.Listen(toldSubject, func(data []byte) {
		var m Told
		if json.Unmarshal(data, &m) == nil {
			mu.Lock()
			defer mu.Unlock()
			told[m.Node] = m
		}
	})
	if err != nil {
		return nil, err
	}
	m := newMirror()
	watching, cancel := context.WithTimeout(ctx, listenFor)
	err = m.follow(watching, b)
	cancel()
	stop()
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	v = &View{Paused: m.get(pauseKey, nil)}
	var c common
	if !m.get(clusterKey, &c) {
		return nil, refused(message.Phrasef("no node has joined this cluster yet, or it does not answer"))
	}
	v.Parts, v.Durable = c.Parts, c.Durable
	m.get(crawlKey, &v.Crawl)
	var over Over
	m.get(overKey(v.Crawl.Number), &over)
	v.Over = over.Reason
	v.fill(m, told)
	return v, nil
}

// fill fills the nodes, the sum and what is wrong.
func (v *View) fill(m *mirror, told map[string]Told) {
	nodes := map[string]*NodeView{}
	at := func(id string) *NodeView {
		if nodes[id] == nil {
			nodes[id] = &NodeView{Node: id}
		}
		return nodes[id]
	}
	for _, id := range m.names(nodePrefix) {
		at(id).Alive = true
	}
	for part := range v.Parts {
		var h home
		if m.get(partKey(part), &h) {
			at(h.Node).Homes = append(at(h.Node).Homes, part)
		}
	}
	for id, n := range nodes {
		t, ok := told[id]
		var sum Told
		if n.Heard = ok; m.get(sumPrefix+id, &sum) && sum.Crawl == v.Crawl.Number && (v.Over != "" || !ok) {
			t, n.Closed = sum, true
			t.Parts = slices.DeleteFunc(t.Parts, func(s PartState) bool { return !slices.Contains(n.Homes, s.Part) })
		}
		n.Outbox = t.Outbox
		n.Parts = slices.SortedFunc(slices.Values(t.Parts), func(a, b PartState) int { return cmp.Compare(a.Part, b.Part) })
		for _, s := range n.Parts {
			v.Sum.add(s)
		}
	}
	for _, n := range nodes {
		v.Nodes = append(v.Nodes, *n)
	}
	slices.SortFunc(v.Nodes, func(a, b NodeView) int { return cmp.Compare(a.Node, b.Node) })
	v.faults()
}

// Running is how many parts are open.
func (v *View) Running() (n int) {
	for i := range v.Nodes {
		if !v.Nodes[i].Closed {
			n += len(v.Nodes[i].Parts)
		}
	}
	return n
}

// Settled reports whether the crawl is over and all nodes that are there have closed their
// parts: their folders can be read, and the sums are final.
func (v *View) Settled() bool {
	return v.Over != "" && !slices.ContainsFunc(v.Nodes, func(n NodeView) bool { return n.Alive && !n.Closed && len(n.Homes) > 0 })
}

// Sum is how all parts of the node stand together.
func (n *NodeView) Sum() (sum PartState) {
	for _, s := range n.Parts {
		sum.add(s)
	}
	return sum
}

func (s *PartState) add(p PartState) {
	s.Pages, s.Requests, s.InFlight = s.Pages+p.Pages, s.Requests+p.Requests, s.InFlight+p.InFlight
	s.Relevant, s.Failures, s.Waiting = s.Relevant+p.Relevant, s.Failures+p.Failures, s.Waiting+p.Waiting
}

func (v *View) faults() {
	if v.Crawl.Number == 0 || v.Over != "" {
		return
	}
	away := Away
	if v.Durable == DurableCluster {
		away = Taken
	}
	for _, n := range v.Nodes {
		switch {
		case !n.Alive:
			for _, part := range n.Homes {
				v.Wrong = append(v.Wrong, Fault{away, n.Node, part})
			}
		case !n.Heard:
			v.Wrong = append(v.Wrong, Fault{Silent, n.Node, -1})
		default:
			for _, part := range n.Homes {
				if !slices.ContainsFunc(n.Parts, func(s PartState) bool { return s.Part == part }) {
					v.Wrong = append(v.Wrong, Fault{Begins, n.Node, part})
				}
			}
		}
	}
}
