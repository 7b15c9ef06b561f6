package cluster

import (
	"slices"
)

// View is how a cluster stands. Lists are sorted.
type View struct {
	Crawl  Crawl  `json:"crawl"`
	Over   string `json:"over,omitempty"` // why the crawl is over, if it is: exhausted, budget or stopped
	Paused bool   `json:"paused,omitempty"`
	Parts  int    `json:"parts"` // for good
	Open   int    `json:"open"`  // parts that run
	// Durable is "cluster" if the journals are in the broker, too, so that parts move; else "".
	Durable string   `json:"durable,omitempty"`
	Nodes   []Node   `json:"nodes"`
	Sum     PartView `json:"sum"`
	Wrong   []Fault  `json:"wrong"`
	Says    string   `json:"says"` // how the crawl stands, in words; see Say
}

// The values of View.Over.
const (
	exhausted = "exhausted"
	budget    = "budget"
	stopped   = "stopped"
)

// Crawl says what is crawled.
type Crawl struct {
	Number      int `json:"number"`       // 0: none was begun
	MaxPages    int `json:"max_pages"`    // 0: no limit
	MaxRequests int `json:"max_requests"` // 0: no limit
}

// Node is how a node stands.
type Node struct {
	Node    string     `json:"node"`
	Alive   bool       `json:"alive"`             // it has its lease, as far as the table is known
	Away    float64    `json:"away_seconds"`      // for how long it has not been there, at least
	Heard   bool       `json:"heard"`             // it has told how it stands
	Homes   []int      `json:"homes"`             // parts that are its own
	Parts   []PartView `json:"parts"`             // the parts that run
	Outbox  int        `json:"outbox"`            // letters written, and not sent
	Closed  bool       `json:"closed,omitempty"`  // Parts are not open: so they stood when they were closed
	Version string     `json:"version,omitempty"` // of the program
	Free    int64      `json:"free_bytes"`        // on the disk of its folder; -1 if unknown
	Sent    Sent       `json:"sent"`
	Says    string     `json:"says"` // how it stands, in a word; see Say
}

// Part is how a part stands, or several together.
type PartView struct {
	Part      int     `json:"part"`
	Idle      bool    `json:"idle,omitempty"`    // nothing is left to do but what others may send
	Starved   bool    `json:"starved,omitempty"` // it was refused its last choice
	Pages     int     `json:"pages"`
	Requests  int     `json:"requests"`
	Relevant  int     `json:"relevant"`
	Failures  int     `json:"failures"`
	Waiting   int     `json:"waiting"`    // links
	InFlight  int     `json:"in_flight"`  // choices
	PerSecond float64 `json:"per_second"` // pages, over the last minute
	Inbox     int     `json:"inbox"`      // letters that have come and are not heard
	Behind    int64   `json:"behind"`     // entries of its log of letters that have not come
	Outbox    int     `json:"outbox"`     // letters written, and not sent
	Budget    int     `json:"budget"`     // pages that it may record in all, as it was leased; 0 without a limit
}

// Sent counts what a node has sent to others in the present crawl, since its process began.
type Sent struct {
	Letters      int64 `json:"letters"`
	Entries      int64 `json:"entries"` // of logs, in which the letters are
	LetterBytes  int64 `json:"letter_bytes"`
	OutcomeBytes int64 `json:"outcome_bytes"`
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
	return v.Over != "" && !slices.ContainsFunc(v.Nodes, func(n Node) bool { return n.Alive && !n.Closed && len(n.Homes) > 0 })
}

// Counted reports whether the sum has the pages of all nodes.
func (v *View) Counted() bool {
	return !slices.ContainsFunc(v.Wrong, func(f Fault) bool { return f.Kind == Uncounted })
}

// Sum is how all parts of the node stand together.
func (n *Node) Sum() (sum PartView) {
	for i := range n.Parts {
		sum.Add(&n.Parts[i])
	}
	return sum
}

// Add adds another part to what s counts.
func (s *PartView) Add(p *PartView) {
	s.Pages, s.Requests, s.InFlight = s.Pages+p.Pages, s.Requests+p.Requests, s.InFlight+p.InFlight
	s.Relevant, s.Failures, s.Waiting = s.Relevant+p.Relevant, s.Failures+p.Failures, s.Waiting+p.Waiting
	s.PerSecond, s.Inbox, s.Behind = s.PerSecond+p.PerSecond, s.Inbox+p.Inbox, s.Behind+p.Behind
	s.Outbox, s.Budget = s.Outbox+p.Outbox, s.Budget+p.Budget
}
