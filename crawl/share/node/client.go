package node

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/english"
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
				return nil, english.Errorf("the crawl: %w", err)
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
	return over.Reason == stopped || over.Reason == Budget && (higher(maxPages, was.MaxPages) || higher(maxRequests, was.MaxRequests))
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
		return encode(Over{stopped}), nil
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
	id, err := Leave(ctx, b, v, name)
	if err != nil {
		return err
	}
	return left(ctx, b, id)
}

// Leave tells a node of v to leave, as Drain does, and returns its identity.
func Leave(ctx context.Context, b broker.Broker, v *cluster.View, name string) (id string, err error) {
	if id, err = named(v, name); err != nil {
		return "", err
	}
	return id, change(ctx, b, drainPrefix+id, func([]byte) ([]byte, error) { return encode(true), nil })
}

// left waits until a node has left.
func left(ctx context.Context, b broker.Broker, id string) error {
	for heard := time.Now(); ; {
		_, _, err := b.Get(ctx, nodePrefix+id)
		switch {
		case errors.Is(err, broker.ErrAbsent):
			return nil
		case !errors.Is(err, broker.ErrUnavailable):
			heard = time.Now()
		case time.Since(heard) > answerWithin:
			return english.Errorf("the node was told to leave, but the broker does not answer any more: too few of its nodes are left to say whether it has: %w", err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(lookEvery):
		}
	}
}
