package cluster

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/message"
)

// gibi is 2^30 bytes.
const gibi = 1 << 30

// cluster is one of three nodes where much is wrong.
func viewCluster() *View {
	return &View{Crawl: Crawl{Number: 1}, Parts: 9, Nodes: []Node{
		{Node: "n1.aa", Alive: true, Heard: true, Homes: []int{0, 3, 6}, Version: "1.0", Free: 700 << 20, Outbox: mostOutbox,
			Parts: []PartView{{Part: 0, Pages: 2}, {Part: 3, Pages: 3, Inbox: 2400}}},
		{Node: "n2.bb", Homes: []int{7}, Away: 14.2, Free: -1},
		{Node: "n3.cc", Alive: true, Heard: true, Version: "1.1", Free: 2 * gibi},
		{Node: "n4.dd", Alive: true, Version: "1.0", Free: -1},
	}}
}

// TestFind: what is wrong is found, in order, and said in both languages.
func TestFind(t *testing.T) {
	v := viewCluster()
	v.Find(6)
	v.Say((*message.Printer)(nil).Say)
	var got []string
	for _, f := range v.Wrong {
		got = append(got, f.Kind+": "+f.Says)
	}
	want := []string{
		"quorum: no quorum: the broker has not answered for 6 s, so fewer than most of its servers are there; no node begins anything new until they are back",
		"few: the crawl has not begun: fewer nodes are there than cluster-nodes asks for",
		"away: part 7 has no owner for 14 s: its node n2.bb is away; it goes on when that comes back, and is begun anew by another after cluster-lost-after",
		"silent: node n4.dd has joined and says nothing: it may be starting, or hang",
		"begins: part 6 is not open yet at n1.aa",
		"disk: node n1.aa has less than 1 GB left on its disk: 700 MB; it stops in order before the disk is full",
		"version: node n3.cc has another version, 1.1; most have 1.0",
		"inbox: part 3 at n1.aa: letters come faster than they are heard, and 2400 wait",
		"outbox: node n1.aa has written 20000 letters that the broker has not taken",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	zh := message.New("zh")
	v.Say(zh.Say)
	for _, f := range v.Wrong {
		if english := f.Phrase().String(); f.Says == english || strings.Contains(f.Says, "node ") {
			t.Errorf("%s is not Chinese: %s", f.Kind, f.Says)
		}
	}
}

// TestWell: of a cluster that is well nothing is said, and a crawl that is over needs no nodes.
func TestWell(t *testing.T) {
	v := &View{Crawl: Crawl{Number: 2}, Parts: 2, Nodes: []Node{{Node: "n", Alive: true, Heard: true, Homes: []int{0, 1}, Free: gibi, Version: "1.0", Parts: []PartView{{Part: 0, Pages: 4, PerSecond: .5}, {Part: 1, Pages: 3}}}}}
	if v.Find(0); len(v.Wrong) != 0 || v.State().String() != "under way" || v.Nodes[0].State().String() != "works" {
		t.Errorf("%+v", v.Wrong)
	}
	if sum := v.Nodes[0].Sum(); sum.Pages != 7 || sum.PerSecond != .5 || v.Running() != 2 {
		t.Errorf("%+v", sum)
	}
	v.Nodes[0].Alive, v.Nodes[0].Closed, v.Over = false, true, exhausted
	if v.Find(0); len(v.Wrong) != 0 || !v.Settled() || !v.Counted() {
		t.Errorf("over: %+v", v.Wrong)
	}
	v.Nodes[0].Closed = false
	if v.Find(0); len(v.Wrong) != 1 || v.Wrong[0].Kind != Uncounted || v.Counted() {
		t.Errorf("over, and a node has not counted: %+v", v.Wrong)
	}
}

// TestManyParts: a node of many parts is one line.
func TestManyParts(t *testing.T) {
	f := Fault{Kind: Away, Node: "n", Seconds: .2}
	for part := range 15 {
		f.Parts = append(f.Parts, part)
	}
	if got := f.Phrase().String(); !strings.HasPrefix(got, "parts 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more have no owner for 1 s: their node n is away") {
		t.Error(got)
	}
}
