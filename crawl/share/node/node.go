package node

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// node is one process of a cluster.
type node struct {
	o      Options
	b      broker.Broker
	id     string // its name, and what tells its folder from others
	life   string // of this process
	log    *slog.Logger
	table  *mirror
	codec  *binenc.Codec
	began  time.Time
	summed int // the last crawl of which the table has how the parts here were closed
	leased struct {
		sync.Mutex
		*broker.Lease
	}
}

// ErrDrained: the node was told to leave.
var ErrDrained = errors.New("the node was told to leave")

// Run joins the cluster of b, and works on its crawls until ctx ends, which is not an error;
// then it gives back what it has. The error is a *RefusedError, ErrDrained, or what a part
// has failed of.
func Run(ctx context.Context, b broker.Broker, o Options) error {
	n, err := newNode(b, o)
	if err != nil {
		return err
	}
	return n.run(ctx)
}

func (n *node) run(ctx context.Context) error {
	defer n.codec.Close() //nolint:errcheck // memory only
	if err := n.o.settle(ctx, n.b, true); err != nil {
		return ended(ctx, err)
	}
	if err := n.belongs(ctx); err != nil {
		return ended(ctx, err)
	}
	// A node that leaves looks at the table until it has.
	below, done := context.WithCancel(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer done()
	wg.Go(func() {
		if err := n.table.follow(below, n.b); err != nil {
			cancel(err)
		}
	})
	return ended(ctx, n.live(ctx))
}

// ended is err, or nil if it is that ctx was ended from outside.
func ended(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func newNode(b broker.Broker, o Options) (*node, error) {
	if o.Lost != 0 && o.Lost < leastLost {
		return nil, refused(english.Phrasef("a part cannot be begun anew after %v: its node may still be asking; %v is the least", o.Lost, leastLost))
	}
	o.Nodes = max(o.Nodes, 1)
	id, err := Identity(o.Dir, o.Name)
	if err != nil {
		return nil, err
	}
	codec, err := binenc.NewCodec()
	if err != nil {
		return nil, err
	}
	return &node{o: o, b: b, id: id, life: rand.Text(), log: cmp.Or(o.Logger, slog.Default()), table: newMirror(), codec: codec, began: time.Now()}, nil
}

// identityFile stands in the folder of a node, and says which node's it is.
const identityFile = "node"

// Has reports whether dir is the folder of a node.
func Has(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, identityFile))
	return err == nil
}

// Identity is the name of the node that has a folder, made when the folder is new: a node is
// its folder, and two folders are two nodes whatever they are called.
func Identity(dir, name string) (string, error) {
	file := filepath.Join(dir, identityFile)
	text, _, err := atomicfile.Mend(file, atomicfile.Options{}, nil)
	switch id := strings.TrimSpace(string(text)); {
	case err == nil && broker.CheckLog(id) == nil && !strings.Contains(id, "/"):
		return id, nil
	case err == nil:
		return "", refused(english.Phrasef("%s does not say whose folder it is, so nobody knows which parts it has", file))
	case !errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("crawl/share/node: %w", err)
	}
	if strings.ContainsAny(name, "/.") || len(name) > 40 || broker.CheckLog(name) != nil {
		return "", refused(english.Phrasef("%q cannot be the name of a node: it has 1 to 40 letters, digits and the like, and neither . nor /", name))
	}
	if parts := rundir.Parts(dir); len(parts) > 0 { // it would put them aside
		return "", refused(english.Phrasef("%s holds a crawl in parts that no node has made, and a node begins with a folder of its own: give it another one. One machine goes on with that crawl by \"ontocrawl crawl --out %s\"", dir, dir))
	}
	id := name + "." + strings.ToLower(rand.Text()[:6])
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("crawl/share/node: %w", err)
	}
	if err := atomicfile.Keep(file, []byte(id+"\n"), atomicfile.Options{}); err != nil {
		return "", fmt.Errorf("crawl/share/node: %w", err)
	}
	return id, nil
}

// live takes the lease of the node again and again, and works while it has it.
func (n *node) live(ctx context.Context) error {
	for {
		l, err := n.acquire(ctx)
		if err != nil {
			return err
		}
		n.setLease(l)
		n.log.Info("this node is part of the cluster", "node", n.id)
		work, cancel := context.WithCancelCause(ctx)
		stop := context.AfterFunc(l.Context(), func() { cancel(context.Cause(l.Context())) })
		err = n.work(work)
		stop()
		cancel(nil)
		released, done := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		lost := l.Context().Err() != nil
		if e := l.Release(released); e != nil {
			n.log.Warn("the lease of this node was not given back, and runs out by itself", "err", e)
		}
		done()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case lost:
			n.log.Warn("the broker did not answer in time: this node has stopped its parts, and joins again", "node", n.id)
		default:
			return err
		}
	}
}

// acquire waits for the lease of the node: after a kill the one of the process before has to
// run out.
func (n *node) acquire(ctx context.Context) (*broker.Lease, error) {
	for said := false; ; {
		l, err := broker.Acquire(ctx, n.b, nodePrefix+n.id, n.life, n.o.Times)
		var held *broker.HeldError
		if !errors.As(err, &held) {
			return l, err
		}
		if !said {
			n.log.Info("an earlier process of this node has the lease; it is free when that has ended", "node", n.id)
			said = true
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (n *node) setLease(l *broker.Lease) {
	n.leased.Lock()
	n.leased.Lease = l
	n.leased.Unlock()
	if n.o.Ready != nil {
		n.o.Ready.joined(n.fresh)
	}
}

// leaseContext ends when the lease of this node does.
func (n *node) leaseContext() context.Context {
	n.leased.Lock()
	defer n.leased.Unlock()
	return n.leased.Context()
}

// fresh reports whether something new may be begun.
func (n *node) fresh() bool {
	n.leased.Lock()
	defer n.leased.Unlock()
	return n.leased.Lease != nil && n.leased.Fresh()
}

// work works on one crawl after the other.
func (n *node) work(ctx context.Context) error {
	left := false
	for last := 0; ; {
		var c Crawl
		var drained bool
		var failed error
		err := n.table.until(ctx, func() bool {
			if !left && len(n.table.names(partPrefix)) >= n.o.Parts {
				left, failed = true, n.leaveOthers()
			}
			drained = failed != nil || n.table.get(drainPrefix+n.id, nil)
			return drained || n.table.get(crawlKey, &c) && n.wanted(c, last)
		})
		if err = errors.Join(err, failed); err != nil {
			return err
		}
		if drained {
			return errors.Join(ErrDrained, remove(ctx, n.b, drainPrefix+n.id))
		}
		if err := n.assign(ctx); err != nil {
			return err
		}
		if err := n.crawl(ctx, c); err != nil {
			return err
		}
		last = c.Number
	}
}

// wanted reports whether a crawl is to be worked on: it is not over, or it has ended while
// this node was away or cut off, so that the table lacks how its parts stand.
func (n *node) wanted(c Crawl, last int) bool {
	var over Over
	if !n.table.get(overKey(c.Number), &over) {
		return c.Number > last
	}
	var sum Told
	n.table.get(sumPrefix+n.id, &sum)
	return over.Reason != stopped && n.summed != c.Number && (sum.Crawl != c.Number || !sum.Final) && len(n.mine()) > 0
}
