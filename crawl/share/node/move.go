package node

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// With DurableCluster parts move between nodes. Whoever wants it writes whom a part shall go
// to; its owner ends its run by a checkpoint, sends its letters, and writes the new home. The
// new owner makes the folder of the log (copied.go). A node that leaves gives all its parts
// away, and a dead node's parts are taken when its lease has run out.

// order is the value of the key of a move: who shall have a part.
type order struct {
	Node string `json:"node"`
}

// givenError ends the run of a part that goes to another node.
type givenError struct{ to string }

func (e *givenError) Error() string { return "the part goes to another node" }

// copied reports whether the journals are in the broker, too.
func (n *node) copied() bool { return n.o.Durable == DurableCluster }

// takeAfter is how long the lease of a node has run out before its parts are taken: one that
// begins again at once keeps them.
const takeAfter = 2 * time.Second

// giveOrdered ends the parts here that shall go to others.
func (w *work) giveOrdered(ctx context.Context) error {
	for _, part := range w.n.mine() {
		var o order
		if !w.n.table.get(moveKey(part), &o) {
			continue
		}
		if o.Node == w.n.id || !w.n.table.get(nodePrefix+o.Node, nil) {
			if err := remove(ctx, w.n.b, moveKey(part)); err != nil && !errors.Is(err, broker.ErrUnavailable) {
				return err
			}
			continue
		}
		w.mu.Lock()
		stop := w.started[part]
		w.mu.Unlock()
		if stop != nil {
			stop(&givenError{o.Node})
		}
	}
	return nil
}

// given gives a part to another node whose run here has ended for that.
func (w *work) given(ctx context.Context, part int, to string) {
	ctx, cancel := context.WithTimeout(ctx, 2*flushFor)
	defer cancel()
	w.sendAll(ctx, part)
	w.told.marks(ctx)
	err := w.n.give(ctx, part, to)
	if err == nil {
		w.mu.Lock()
		delete(w.closed, part)
		w.mu.Unlock()
		err = w.n.moveAside(part)
	}
	err = errors.Join(err, remove(ctx, w.n.b, moveKey(part)))
	if err != nil {
		w.n.log.Warn("a part was not given to another node", "part", part, "node", to, "err", err)
		return
	}
	w.n.log.Info("a part has moved to another node", "part", part, "node", to)
}

// give writes the new home of a part that was this node's.
func (n *node) give(ctx context.Context, part int, to string) error {
	err := change(ctx, n.b, partKey(part), func(old []byte) ([]byte, error) {
		var h home
		if err := json.Unmarshal(old, &h); err != nil {
			return nil, err
		}
		if h.Node != n.id {
			return nil, nil
		}
		return encode(n.nextHome(h, to)), nil
	})
	if err != nil {
		return err
	}
	return n.table.until(ctx, func() bool { return n.home(part).Node != n.id })
}

// nextHome is the home of a part that goes on with its journal elsewhere.
func (n *node) nextHome(h home, to string) home {
	if h.Base == nil {
		h.Base = make([]uint64, n.o.Parts)
	}
	return home{Node: to, Life: h.Life + 1, Base: h.Base}
}

// leaves reports whether this node leaves others to go on with the crawl.
func (w *work) leaves(ctx context.Context) bool {
	n := w.n
	return n.copied() && n.fresh() && !n.table.get(overKey(w.c.Number), nil) && (ctx.Err() != nil || n.table.get(drainPrefix+n.id, nil))
}

// giveAll gives all parts here to other nodes, if there are any that stay. Their runs have ended.
func (w *work) giveAll(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, flushFor)
	defer cancel()
	has := w.n.population()
	delete(has, w.n.id)
	var wg sync.WaitGroup
	for _, part := range w.n.mine() {
		if len(has) == 0 {
			w.n.log.Info("no other node is there: the parts of this one wait for it")
			return
		}
		to := slices.MinFunc(slices.Sorted(maps.Keys(has)), func(a, b string) int { return has[a] - has[b] })
		has[to]++
		wg.Go(func() { w.given(ctx, part, to) })
	}
	wg.Wait()
}

// sayLeaves says that this node leaves, so that others that leave at the same time do not give it their parts, and waits a moment
// for them to say so. Its own parts are being closed meanwhile.
func (w *work) sayLeaves(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	key := leavePrefix + w.n.id
	err := remove(ctx, w.n.b, key) // of a process before
	if err == nil {
		_, err = w.n.b.Create(ctx, key, encode(w.n.life), 2*flushFor)
	}
	if err != nil {
		w.n.log.Warn("the others do not hear that this node leaves", "err", err)
		return
	}
	// They have it when it comes back from the broker; and what they have written came before.
	_ = w.n.table.until(ctx, func() bool { return w.n.table.get(key, nil) })
	w.n.wait(ctx, lookEvery)
}

// population is how many parts each node has that is there and does not leave.
func (n *node) population() map[string]int {
	has := map[string]int{}
	for _, name := range n.table.names(nodePrefix) {
		if !n.table.get(drainPrefix+name, nil) && !n.leaves(name) {
			has[name] = 0
		}
	}
	for part := range n.o.Parts {
		if h := n.home(part); h.Node != "" {
			if _, ok := has[h.Node]; ok {
				has[h.Node]++
			}
		}
	}
	return has
}

// leaves reports whether the process that has the lease of a node leaves.
func (n *node) leaves(name string) bool {
	var life string
	var lease json.RawMessage
	return n.table.get(leavePrefix+name, &life) && n.table.get(nodePrefix+name, &lease) && holds(lease, holder{Life: life})
}

// ask asks for one part of the node that has the most, as long as this one has not its share.
// A node does so from when it joins until it has it; what people move later stands.
func (w *work) ask(ctx context.Context) (enough bool) {
	has := w.n.population()
	all := 0
	for _, parts := range has {
		all += parts
	}
	if all < w.n.o.Parts || len(w.n.table.names(movePrefix)) > 0 {
		return false // not all has been heard, a node is away, or something moves
	}
	mine := has[w.n.id]
	if mine >= w.n.o.Parts/len(has) {
		return true
	}
	most := slices.MaxFunc(slices.Sorted(maps.Keys(has)), func(a, b string) int { return has[a] - has[b] })
	if has[most] < mine+2 {
		return true
	}
	for part := range w.n.o.Parts {
		if w.n.home(part).Node == most {
			_, err := w.n.b.Create(ctx, moveKey(part), encode(order{w.n.id}), 0)
			return err != nil && !errors.Is(err, broker.ErrExists) && !errors.Is(err, broker.ErrUnavailable)
		}
	}
	return true
}

// movePatience is how long Move waits: a checkpoint is made first.
const movePatience = time.Minute

// Move moves a part to a node, by its name or its whole identity, and waits until it is that
// node's. The error is a *RefusedError if that cannot be.
func Move(ctx context.Context, b broker.Broker, part int, name string) error {
	v, err := Look(ctx, b)
	if err != nil {
		return err
	}
	if v.Durable != DurableCluster {
		return refused(english.Phrasef("the parts of this cluster stay with the folders of their nodes; they can move with cluster-durable: cluster"))
	}
	if part < 0 || part >= v.Parts {
		return refused(english.Phrasef("this cluster has the parts 0 to %d, not %d", v.Parts-1, part))
	}
	id, err := named(v, name)
	if err != nil {
		return err
	}
	value, _, err := b.Get(ctx, partKey(part))
	if errors.Is(err, broker.ErrAbsent) || v.Crawl.Number == 0 || v.Over != "" {
		return ErrNoCrawl
	}
	var h home
	if err == nil {
		err = json.Unmarshal(value, &h)
	}
	if err != nil || h.Node == id {
		return err
	}
	if !slices.ContainsFunc(v.Nodes, func(n cluster.Node) bool { return n.Node == h.Node && n.Alive }) {
		return refused(english.Phrasef("the node of part %d is not there; another one takes the part by itself", part))
	}
	if err := change(ctx, b, moveKey(part), func([]byte) ([]byte, error) { return encode(order{id}), nil }); err != nil {
		return err
	}
	return moved(ctx, b, part, h)
}

// moved waits until a part has another home.
func moved(ctx context.Context, b broker.Broker, part int, was home) error {
	ctx, cancel := context.WithTimeout(ctx, movePatience)
	defer cancel()
	for {
		var h home
		value, _, err := b.Get(ctx, partKey(part))
		if err == nil && json.Unmarshal(value, &h) == nil && h.Life > was.Life {
			return nil
		}
		select {
		case <-ctx.Done():
			return english.Errorf("part %d is still where it was: %w", part, errors.Join(context.Cause(ctx), err))
		case <-time.After(lookEvery / 2):
		}
	}
}

// named is the identity of the node that is there and has a name.
func named(v *cluster.View, name string) (id string, err error) {
	var ids []string
	for _, n := range v.Nodes {
		if short, _, _ := strings.Cut(n.Node, "."); n.Alive && (n.Node == name || short == name) {
			ids = append(ids, n.Node)
		}
	}
	if len(ids) != 1 {
		return "", refused(english.Phrasef("%d nodes that are there are called %q; \"ontocrawl status --cluster\" lists them", len(ids), name))
	}
	return ids[0], nil
}
