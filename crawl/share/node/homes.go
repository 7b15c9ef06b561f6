package node

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// assign waits until each part has a home. When enough nodes are there, whoever sees it
// first divides the parts between them.
func (n *node) assign(ctx context.Context) error {
	said := false
	return n.table.until(ctx, func() bool {
		if len(n.table.names(partPrefix)) >= n.o.Parts {
			return true
		}
		nodes := n.table.names(nodePrefix)
		if slices.Sort(nodes); len(nodes) < n.o.Nodes {
			if !said {
				n.log.Info("the crawl begins when all nodes are there", "nodes", len(nodes), "of", n.o.Nodes)
				said = true
			}
			return false
		}
		for part := range n.o.Parts {
			h := home{Node: nodes[part%len(nodes)], Life: 1}
			if _, err := n.b.Create(ctx, partKey(part), encode(h), 0); err != nil && !errors.Is(err, broker.ErrExists) {
				break // until asks again
			}
		}
		return false
	})
}

// home is whose a part is, as far as this process has heard.
func (n *node) home(part int) (h home) {
	n.table.get(partKey(part), &h)
	return h
}

// mine are the parts whose home is here.
func (n *node) mine() (parts []int) {
	for part := range n.o.Parts {
		if n.home(part).Node == n.id {
			parts = append(parts, part)
		}
	}
	return parts
}

// leaveOthers moves folders of parts aside that another node has begun anew.
func (n *node) leaveOthers() error {
	for part := range n.o.Parts {
		dir := rundir.PartDir(n.o.Dir, part)
		if _, err := os.Stat(dir); err != nil || n.home(part).Node == n.id {
			continue
		}
		if err := n.moveAside(part); err != nil {
			return err
		}
	}
	return nil
}

// moveAside renames the folder of a part that goes on elsewhere, or is begun anew here.
func (n *node) moveAside(part int) error {
	dir := rundir.PartDir(n.o.Dir, part)
	if _, err := os.Stat(dir); err != nil {
		return nil
	}
	for i := 1; ; i++ {
		to := leftDir(dir, i)
		if _, err := os.Lstat(to); err == nil {
			continue
		}
		if n.copied() {
			return atomicfile.Move(dir, to, atomicfile.Options{})
		}
		n.log.Warn("a part was begun anew while its node was away; what the folder holds is not part of the crawl any more", "part", part, "folder", to)
		return atomicfile.Move(dir, to, atomicfile.Options{})
	}
}

// lost begins parts anew whose node has been away for too long, if this node is the one to
// do it: the one that has the fewest parts. It returns those that are its own now.
func (n *node) lost(ctx context.Context) (parts []int, err error) {
	patience := n.o.Lost
	if n.copied() {
		patience = takeAfter
	}
	if patience == 0 {
		return nil, nil
	}
	has := n.population()
	for part := range n.o.Parts {
		if !n.copied() && n.table.get(cutKey(part), nil) {
			continue // letters that its folder has are gone from its log: it waits for that
		}
		h := n.home(part)
		if h.Node == "" || n.table.get(nodePrefix+h.Node, nil) || n.table.awayFor(nodePrefix+h.Node, n.began) < patience || !fewest(has, n.id) {
			continue
		}
		taken, err := n.take(ctx, part, h)
		if err != nil {
			return parts, err
		}
		if taken {
			// What was written is in the mirror a little later, and who begins the part reads its home there.
			if err := n.table.until(ctx, func() bool { return n.home(part).Life > h.Life }); err != nil {
				return parts, err
			}
			parts = append(parts, part)
			has[n.id]++
			if n.copied() {
				n.log.Warn("a part goes on here, because its node is away", "part", part, "node", h.Node)
				continue
			}
			n.log.Warn("a part is begun anew here, because its node did not come back; what its folder holds is fetched again", "part", part, "node", h.Node, "away", n.o.Lost.String())
		}
	}
	return parts, nil
}

// fewest reports whether no other node has fewer parts, or as few and a name before this one's.
func fewest(has map[string]int, id string) bool {
	mine, ok := has[id]
	for name, parts := range has {
		ok = ok && (name == id || parts > mine || parts == mine && name > id)
	}
	return ok
}

// take makes this node the home of a part, unless somebody else has changed it.
func (n *node) take(ctx context.Context, part int, was home) (taken bool, err error) {
	err = change(ctx, n.b, partKey(part), func(old []byte) ([]byte, error) {
		taken = false
		var h home
		if err := json.Unmarshal(old, &h); err != nil {
			return nil, err
		}
		if taken = h.Node == n.id && h.Life == was.Life+1; taken || h.Node != was.Node || h.Life != was.Life {
			return nil, nil
		}
		// The mirror may not have heard that the node is back. One that is makes sure of its parts after it has its lease
		// (confirm), which changes the revision: either that or this comes to nothing.
		if _, _, err := n.b.Get(ctx, nodePrefix+was.Node); !errors.Is(err, broker.ErrAbsent) {
			return nil, err
		}
		taken = true
		if n.copied() {
			return encode(n.nextHome(h, n.id)), nil
		}
		return encode(home{Node: n.id, Life: h.Life + 1}), nil
	})
	return taken, err
}

// renew makes a part that was taken ready to begin: its earlier lives are shut out of all
// logs, the letters that they have sent are counted, and the budget that they had is free.
func (n *node) renew(ctx context.Context, part int, h home) (home, error) {
	if err := n.moveAside(part); err != nil {
		return h, err
	}
	base := make([]uint64, n.o.Parts)
	for to := range base {
		end, err := n.fence(ctx, to, map[int]int{part: h.Life})
		if err != nil {
			return h, err
		}
		if base[to], err = n.sentBy(ctx, part, to, end); err != nil {
			return h, err
		}
	}
	if err := n.resetBudget(ctx, part); err != nil {
		return h, err
	}
	err := change(ctx, n.b, heardKey(part), func([]byte) ([]byte, error) { return encode(make([]uint64, n.o.Parts)), nil })
	if err != nil {
		return h, err
	}
	h.Base = base
	err = change(ctx, n.b, partKey(part), func(old []byte) ([]byte, error) {
		var now home
		if err := json.Unmarshal(old, &now); err != nil || now.Node != n.id || now.Life != h.Life {
			return nil, errors.Join(err, errMoved)
		}
		return encode(h), nil
	})
	return h, err
}

var errMoved = errors.New("crawl/share/node: the part has another owner")

// sentBy is the number of the last letter of a part in the log of another, up to an entry.
func (n *node) sentBy(ctx context.Context, from, to int, end int64) (last uint64, err error) {
	in := inbox{codec: n.codec}
	begin := func(c cut) { in.lives, last = maps.Clone(c.Lives), max(last, c.Heard[from]) }
	err = n.readLog(ctx, to, begin, func(e broker.Entry) error {
		letters, err := in.open(e)
		if errors.Is(err, errEntryVersion) {
			return err
		} // what cannot be read has been heard by nobody, so its numbers are free
		for _, l := range letters {
			if l.From == from {
				last = max(last, l.Number)
			}
		}
		if e.Seq >= end {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return last, err
}

var errEnough = errors.New("read enough")

// readSeeds reads the seeds of a crawl.
func (n *node) readSeeds(ctx context.Context, c Crawl) (seeds []crawl.Link, err error) {
	if c.SeedEntries == 0 {
		return nil, nil
	}
	err = n.b.Read(ctx, c.Seeds, 0, func(e broker.Entry) error {
		for line := range strings.Lines(string(e.Data)) {
			var l crawl.Link
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				return english.Errorf("the seeds: %w", err)
			}
			seeds = append(seeds, l)
		}
		if e.Seq >= c.SeedEntries {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return seeds, err
}

// lookEvery is how often a node looks at what depends on time.
const lookEvery = 200 * time.Millisecond
