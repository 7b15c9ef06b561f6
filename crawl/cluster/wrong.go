package cluster

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Fault is something that is wrong. Which of its fields count depends on the kind.
type Fault struct {
	Kind    string  `json:"kind"`
	Node    string  `json:"node,omitempty"`
	Parts   []int   `json:"parts,omitempty"`
	Seconds float64 `json:"seconds,omitempty"` // for how long, at least
	Bytes   int64   `json:"bytes,omitempty"`   // that are left
	Letters int     `json:"letters,omitempty"` // that wait
	Version string  `json:"version,omitempty"` // of the node
	Others  string  `json:"others,omitempty"`  // version of most nodes
	Says    string  `json:"says"`              // in words; see Say
}

// The kinds of Fault, in the order in which they are listed.
const (
	NoQuorum  = "quorum"  // the broker does not answer
	noHomes   = "few"     // parts have no nodes yet: too few have joined
	Away      = "away"    // the node of parts is not there
	taken     = "taken"   // likewise, and another one takes them
	Silent    = "silent"  // a node is there, and says nothing
	begins    = "begins"  // parts are not open at a node that is there
	Disk      = "disk"    // the disk of a node is nearly full
	Versions  = "version" // a node has another program than most
	inboxLag  = "inbox"   // a part hears its letters late
	outboxLag = "outbox"  // letters of a node are not taken by the broker
	// The crawl is over, and what the parts of a node have is not in the sum: the node is away,
	// or has not counted them yet.
	Uncounted = "uncounted"
)

// The bounds above which something is wrong.
const (
	leastFree  = 1 << 30 // bytes on the disk of a node
	mostInbox  = 2000    // letters that wait for a part: then its reader pauses
	mostBehind = 100     // entries of a log
	mostOutbox = 20_000  // letters that wait at a node
)

// Find fills Wrong with what is wrong. silent is for how many seconds the broker has not
// answered; 0: it answers.
func (v *View) Find(silent float64) {
	v.Wrong = []Fault{}
	add := func(f Fault) { v.Wrong = append(v.Wrong, f) }
	if silent > 0 {
		add(Fault{Kind: NoQuorum, Seconds: silent})
	}
	if v.Crawl.Number > 0 && v.Over == "" {
		v.findHomes(add)
		for i := range v.Nodes {
			v.Nodes[i].find(v.Durable != "", add)
		}
	}
	for _, n := range v.Nodes {
		if v.Over != "" && !n.Closed && len(n.Homes) > 0 {
			add(Fault{Kind: Uncounted, Node: n.Node})
		}
	}
	most := v.version()
	for _, n := range v.Nodes {
		if n.Heard && n.Free >= 0 && n.Free < leastFree {
			add(Fault{Kind: Disk, Node: n.Node, Bytes: n.Free})
		}
		if n.Alive && n.Version != "" && n.Version != most {
			add(Fault{Kind: Versions, Node: n.Node, Version: n.Version, Others: most})
		}
	}
	order := []string{NoQuorum, noHomes, Away, taken, Silent, begins, Uncounted, Disk, Versions, inboxLag, outboxLag}
	sorts.Stable(v.Wrong, func(a, b Fault) int {
		return cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind))
	})
}

// findHomes finds parts that no node has.
func (v *View) findHomes(add func(Fault)) {
	homes := 0
	for _, n := range v.Nodes {
		homes += len(n.Homes)
	}
	if homes < v.Parts {
		add(Fault{Kind: noHomes})
	}
}

// find finds what is wrong with a node while a crawl is under way. moves says that parts go to
// other nodes.
func (n *Node) find(moves bool, add func(Fault)) {
	away := Away
	if moves {
		away = taken
	}
	switch {
	case !n.Alive && len(n.Homes) > 0:
		add(Fault{Kind: away, Node: n.Node, Parts: n.Homes, Seconds: n.Away})
	case n.Alive && !n.Heard:
		add(Fault{Kind: Silent, Node: n.Node})
	case n.Alive:
		var closed, late []int
		letters := 0
		for _, part := range n.Homes {
			i := slices.IndexFunc(n.Parts, func(s PartView) bool { return s.Part == part })
			if i < 0 || n.Closed {
				closed = append(closed, part)
			} else if p := n.Parts[i]; p.Inbox >= mostInbox || p.Behind >= mostBehind {
				late, letters = append(late, part), letters+p.Inbox
			}
		}
		if closed != nil {
			add(Fault{Kind: begins, Node: n.Node, Parts: closed})
		}
		if late != nil {
			add(Fault{Kind: inboxLag, Node: n.Node, Parts: late, Letters: letters})
		}
		if n.Outbox >= mostOutbox {
			add(Fault{Kind: outboxLag, Node: n.Node, Letters: n.Outbox})
		}
	}
}

// version is the version that most nodes have that are there; of as many the last one.
func (v *View) version() (most string) {
	count := map[string]int{}
	for _, n := range v.Nodes {
		if n.Alive && n.Version != "" {
			count[n.Version]++
		}
	}
	for version, n := range count {
		if n > count[most] || n == count[most] && version > most {
			most = version
		}
	}
	return most
}
