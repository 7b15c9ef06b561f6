package node

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// wire is the version of what nodes tell each other and keep in logs and table. Nodes of
// another version are refused.
//
//	1
const wire = 1

// Options of a node.
type Options struct {
	Name  string // of this node, as people call it; another one for each
	Dir   string // its folder; parts/ in it holds the parts
	Nodes int    // a crawl begins when so many are there; at least 1
	// Lost is how long a part waits for its node before another one begins it anew; at
	// least leastLost. 0: for ever. With DurableCluster parts wait for nobody.
	Lost  time.Duration
	Times broker.LeaseTimes // of the lease; the zero value is the usual one
	// Delay between two requests to an address; 0 or less: there is none, and addresses are not shared.
	Delay time.Duration
	Common
	// Open opens what the parts here share (session.OpenShared), for a crawl from seeds.
	Open   func(c Crawl, seeds []crawl.Link, others member.Others, addresses polite.Addresses) (*session.Shared, error)
	Ready  *Ready       // if not nil, says whether the node can do its work
	Logger *slog.Logger // nil: slog.Default()

	Version string                           // of the program, for who looks on
	Free    func() (bytes int64, known bool) // on the disk of Dir, for who looks on; nil: unknown
}

// leastLost is the least time after which a part is begun anew: the owner before must have
// stopped, and hosts have had their rest.
const leastLost = 30 * time.Second

// Common holds what all nodes of a cluster have in common.
type Common struct {
	Parts  int
	Params []byte   // run.yaml, as session.ParamsText returns it
	Free   []string // what may differ in it
	// Durable says what a recorded page outlives: durableNode (or "") or DurableCluster.
	Durable string
}

// The values of Common.Durable.
const (
	durableNode    = "node"    // the process: a part is where its folder is
	DurableCluster = "cluster" // the machine: journals are in the broker, too, and parts move
)

// common is the value of the key "cluster".
type common struct {
	ID     string `json:"id,omitempty"` // tells clusters of one name apart
	Wire   int    `json:"wire"`
	Parts  int    `json:"parts"`
	Params string `json:"params"`
	// Durable is DurableCluster, or "".
	Durable string `json:"durable,omitempty"`
}

// durable is Common.Durable in one form.
func (c *Common) durable() string {
	if c.Durable == durableNode {
		return ""
	}
	return c.Durable
}

// RefusedError reports that a cluster does not take this process.
type RefusedError struct{ why english.Phrase }

func (e *RefusedError) Error() string { return e.why.String() }

// Message implements [english.Sentence].
func (e *RefusedError) Message() english.Phrase { return e.why }

func refused(why english.Phrase) error { return &RefusedError{why} }

// settle writes what this process has in common with the others, or compares it. make: it
// may be the first one.
func (c *Common) settle(ctx context.Context, t broker.Table, first bool) error {
	if c.Parts < 1 || c.Parts > cluster.MostParts {
		return refused(english.Phrasef("a cluster has 1 to %d parts, not %d", cluster.MostParts, c.Parts))
	}
	return change(ctx, t, clusterKey, func(old []byte) ([]byte, error) {
		if old == nil && first {
			return encode(common{rand.Text(), wire, c.Parts, string(c.Params), c.durable()}), nil
		}
		if old == nil {
			return nil, refused(english.Phrasef("no node has joined this cluster yet: start \"ontocrawl-node run\" on its machines first"))
		}
		return nil, c.compare(old)
	})
}

func (c *Common) compare(value []byte) error {
	var have common
	if err := json.Unmarshal(value, &have); err != nil {
		return english.Errorf("the table: %w", err)
	}
	if have.Wire != wire {
		return refused(english.Phrasef("this cluster speaks version %d of what nodes tell each other, and this program version %d: give all nodes one program", have.Wire, wire))
	}
	if have.Parts != c.Parts {
		return refused(english.Phrasef("this cluster has %d parts, not %d: the number is for good, because it says which part a site belongs to", have.Parts, c.Parts))
	}
	if have.Durable != c.durable() {
		return refused(english.Phrasef("this cluster has the setting cluster-durable: %s, not %s; give all nodes the same, or the cluster another name", cmp.Or(have.Durable, durableNode), cmp.Or(c.Durable, durableNode)))
	}
	diffs, err := rundir.Diff([]byte(have.Params), c.Params, c.Free...)
	if err != nil {
		return english.Errorf("the settings of the cluster: %w", err)
	}
	if len(diffs) == 0 {
		return nil
	}
	words := make([]string, len(diffs))
	for i, d := range diffs {
		words[i] = d.String()
	}
	return refused(english.Phrasef("this cluster has other settings: %s; give all nodes the same, or the cluster another name", strings.Join(words, "; ")))
}
