package node

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// With DurableCluster the table says what servers have asked for: whoever takes a part over
// keeps it. A pause is told as the time that is left, and runs out by the clock of the server of the
// broker, so no two clocks are compared.

// promises holds what servers asked of this node, on their way to the table.
type promises struct {
	n     *node
	learn func(polite.Promise)
	ready chan struct{} // has room for one

	mu    sync.Mutex
	queue map[string]polite.Promise
}

func newPromises(n *node) *promises {
	return &promises{n: n, ready: make(chan struct{}, 1), queue: map[string]polite.Promise{}}
}

// crawlDelayFor is how long a Crawl-delay is told; robots.txt is read again before that.
const crawlDelayFor = 24 * time.Hour

// tell keeps a promise until it is written.
func (p *promises) tell(x polite.Promise) {
	key := restPrefix + "site/" + x.Site
	if x.Host != "" {
		key = restPrefix + "host/" + x.Host
	}
	if broker.CheckKey(key) != nil {
		return
	}
	p.mu.Lock()
	p.queue[key] = x
	p.mu.Unlock()
	select {
	case p.ready <- struct{}{}:
	default:
	}
}

// run writes until ctx ends.
func (p *promises) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.ready:
		}
		p.mu.Lock()
		all := p.queue
		p.queue = map[string]polite.Promise{}
		p.mu.Unlock()
		for key, x := range all {
			began := time.Now()
			for p.write(ctx, key, x) != nil && ctx.Err() == nil && time.Since(began) < time.Minute {
				p.n.wait(ctx, lookEvery)
			}
		}
	}
}

func (p *promises) write(ctx context.Context, key string, x polite.Promise) error {
	ttl := crawlDelayFor
	if x.Host == "" {
		ttl = x.Wait
	}
	_, rev, err := p.n.b.Get(ctx, key)
	if errors.Is(err, broker.ErrAbsent) {
		_, err = p.n.b.Create(ctx, key, encode(x), ttl)
		return err
	}
	if err == nil {
		_, err = p.n.b.Update(ctx, key, encode(x), rev, ttl)
	}
	return err
}

// keep keeps what the table says of the sites of a part that was another node's.
func (p *promises) keep(part int) {
	division := cluster.Division{Parts: p.n.o.Parts, Site: polite.Site}
	for _, name := range p.n.table.names(restPrefix) {
		var value json.RawMessage
		var x polite.Promise
		if !p.n.table.get(restPrefix+name, &value) || json.Unmarshal(value, &x) != nil {
			continue
		}
		host := x.Site
		if x.Host != "" {
			host = x.Host
		}
		if division.Of(host) == part {
			x.Wait -= p.n.table.since(restPrefix + name)
			p.learn(x)
		}
	}
}

// wait waits for so long, or until ctx ends.
func (n *node) wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
