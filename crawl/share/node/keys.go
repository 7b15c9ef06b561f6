package node

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// Keys of the table.
const (
	clusterKey = "cluster" // what all nodes have in common
	crawlKey   = "crawl"   // Crawl
	budgetKey  = "budget"  // budget
	pauseKey   = "pause"   // there while nothing is chosen

	nodePrefix  = "node/"  // leases
	partPrefix  = "part/"  // home
	heardPrefix = "heard/" // []uint64: how far a part has heard the others
	movePrefix  = "move/"  // order: a part that shall go to another node
	restPrefix  = "rest/"  // polite.Promise of a site or host
	drainPrefix = "drain/" // a node that shall leave
	leavePrefix = "leave/" // there while a node leaves by itself
	overPrefix  = "over/"  // Over, by the number of the crawl
	addrPrefix  = "addr/"  // holder of an address
	sumPrefix   = "sum/"   // Told, by node: how its parts stood when they were closed
)

func partKey(part int) string   { return fmt.Sprintf("%s%d", partPrefix, part) }
func moveKey(part int) string   { return fmt.Sprintf("%s%d", movePrefix, part) }
func heardKey(part int) string  { return fmt.Sprintf("%s%d", heardPrefix, part) }
func overKey(number int) string { return fmt.Sprintf("%s%d", overPrefix, number) }

// letterLog is the log of the letters to a part.
func letterLog(part int) string { return fmt.Sprintf("L.%d", part) }

// Subjects of telling.
const (
	toldSubject   = "told"
	askSubject    = "ask"    // how do your parts stand?
	answerSubject = "answer" // to that
	wantSubject   = "want"   // an address
)

// Crawl says what is crawled.
type Crawl struct {
	Number      int    `json:"number"` // 1, and one more each time that it goes on
	MaxPages    int    `json:"maxPages"`
	MaxRequests int    `json:"maxRequests"`
	Seeds       string `json:"seeds"`       // log of the seeds
	SeedEntries int64  `json:"seedEntries"` // in it
}

// Over says why a crawl has ended.
type Over struct {
	Reason string `json:"reason"` // exhausted, budget or stopped
}

// The reasons of Over.
const (
	exhausted = "exhausted"
	Budget    = "budget"
	stopped   = "stopped"
)

// home is whose a part is.
type home struct {
	Node string `json:"node"`
	// Life is 1, and one more for each time that the part was begun anew. Letters name the
	// Life of their sender, so that letters of an earlier life are told apart.
	Life int `json:"life"`
	// Base is how many letters earlier lives have sent, by receiver; nil in a later life: it
	// is not known yet.
	Base []uint64 `json:"base,omitempty"`
}

// ready reports whether the part may be opened.
func (h *home) ready() bool { return h.Life == 1 || h.Base != nil }

// change writes the value of a key that f makes of the present one; nil: there is none. If
// f returns nil nothing is written. It asks again until ctx ends when others write at the same time, or
// the broker does not answer: less and less often in the second case only, as in the first one somebody has written.
func change(ctx context.Context, t broker.Table, key string, f func(old []byte) ([]byte, error)) error {
	for wait := 10 * time.Millisecond; ; {
		err := changeOnce(ctx, t, key, f)
		switch {
		case errors.Is(err, broker.ErrRevision) || errors.Is(err, broker.ErrExists):
			wait = time.Duration(rand.Int64N(int64(20 * time.Millisecond)))
		case errors.Is(err, broker.ErrUnavailable):
			wait = min(2*wait+time.Millisecond, time.Second)
		default:
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(wait):
		}
	}
}

func changeOnce(ctx context.Context, t broker.Table, key string, f func(old []byte) ([]byte, error)) error {
	old, rev, err := t.Get(ctx, key)
	absent := errors.Is(err, broker.ErrAbsent)
	if err != nil && !absent {
		return err
	}
	value, err := f(old)
	if err != nil || value == nil {
		return err
	}
	if absent {
		_, err = t.Create(ctx, key, value, 0)
	} else {
		_, err = t.Update(ctx, key, value, rev, 0)
	}
	return err
}

// remove deletes a key, if it is there.
func remove(ctx context.Context, t broker.Table, key string) error {
	for {
		_, rev, err := t.Get(ctx, key)
		if err == nil {
			err = t.Delete(ctx, key, rev)
		}
		switch {
		case err == nil, errors.Is(err, broker.ErrAbsent):
			return nil
		case !errors.Is(err, broker.ErrRevision):
			return err
		}
	}
}

// encode is v as it stands in the table.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // of types of this package
	}
	return b
}
