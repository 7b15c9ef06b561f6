package cluster

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Say fills all fields Says, by a function that has the words of a language; nil is English.
func (v *View) Say(say func(english.Sentence) string) {
	if say == nil {
		say = func(s english.Sentence) string { return s.Message().String() }
	}
	v.Says = say(v.State())
	for i := range v.Nodes {
		v.Nodes[i].Says = say(v.Nodes[i].State())
	}
	for i := range v.Wrong {
		v.Wrong[i].Says = say(v.Wrong[i].Phrase())
	}
}

// State says how the crawl stands.
func (v *View) State() english.Phrase {
	switch {
	case v.Crawl.Number == 0:
		return english.Phrasef("no crawl was begun; \"ontocrawl crawl --cluster\" begins one")
	case v.Over == exhausted:
		return english.Phrasef("over: no link is left")
	case v.Over == budget:
		return english.Phrasef("over: the budget is used up")
	case v.Over == stopped:
		return english.Phrasef("stopped; \"ontocrawl crawl --cluster\" goes on")
	case v.Paused:
		return english.Phrasef("paused; \"ontocrawl cluster resume\" goes on")
	}
	return english.Phrasef("under way")
}

// State says how a node stands.
func (n *Node) State() english.Phrase {
	switch {
	case !n.Alive:
		return english.Phrasef("away")
	case !n.Heard:
		return english.Phrasef("waits")
	}
	return english.Phrasef("works")
}

// Phrase says what is wrong, and what comes of it. Names of nodes are as they are: whoever
// writes the text to a terminal makes it safe.
func (f *Fault) Phrase() english.Phrase {
	switch f.Kind {
	case NoQuorum:
		return english.Phrasef("no quorum: the broker has not answered for %d s, so fewer than most of its servers are there; no node begins anything new until they are back", whole(f.Seconds))
	case noHomes:
		return english.Phrasef("the crawl has not begun: fewer nodes are there than cluster-nodes asks for")
	case Away:
		return english.Plural(len(f.Parts), "%[2]s has no owner for %[3]d s: its node %[4]s is away; it goes on when that comes back, and is begun anew by another after cluster-lost-after",
			"%[2]s have no owner for %[3]d s: their node %[4]s is away; they go on when that comes back, and are begun anew by others after cluster-lost-after", f.parts(), whole(f.Seconds), f.Node)
	case taken:
		return english.Plural(len(f.Parts), "%[2]s has no owner for %[3]d s: its node %[4]s is away; another one takes it within some seconds",
			"%[2]s have no owner for %[3]d s: their node %[4]s is away; others take them within some seconds", f.parts(), whole(f.Seconds), f.Node)
	case Silent:
		return english.Phrasef("node %s has joined and says nothing: it may be starting, or hang", f.Node)
	case begins:
		return english.Plural(len(f.Parts), "%[2]s is not open yet at %[3]s", "%[2]s are not open yet at %[3]s", f.parts(), f.Node)
	case Uncounted:
		return english.Phrasef("the pages of node %s are not in the sum: it was away when the crawl ended; they are in its folder, and count when it comes back", f.Node)
	case Disk:
		return english.Phrasef("node %s has less than 1 GB left on its disk: %d MB; it stops in order before the disk is full", f.Node, f.Bytes>>20)
	case Versions:
		return english.Phrasef("node %s has another version, %s; most have %s", f.Node, f.Version, f.Others)
	case inboxLag:
		return english.Phrasef("%s at %s: letters come faster than they are heard, and %d wait", f.parts(), f.Node, f.Letters)
	case outboxLag:
		return english.Phrasef("node %s has written %d letters that the broker has not taken", f.Node, f.Letters)
	}
	return english.Phrasef("node %s: %s", f.Node, f.Kind) // of a later version
}

// whole is a time in whole seconds, at least one.
func whole(seconds float64) int { return max(1, int(seconds+.5)) }

// parts names the parts of a fault, the first ones of many.
func (f *Fault) parts() english.Phrase {
	const most = 12
	if len(f.Parts) == 1 {
		return english.Phrasef("part %d", f.Parts[0])
	}
	names := strings.Trim(strings.ReplaceAll(fmt.Sprint(f.Parts[:min(most, len(f.Parts))]), " ", ", "), "[]")
	if more := len(f.Parts) - most; more > 0 {
		return english.Phrasef("parts %s and %d more", names, more)
	}
	return english.Phrasef("parts %s", names)
}
