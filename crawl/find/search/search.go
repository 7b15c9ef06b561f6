package search

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Op is an operation that a source can do. Ops are sets of them.
type (
	Op  uint8
	Ops uint8
)

// The operators.
const (
	Keyword   Op = iota // pages with the words of Query.Text
	Related             // pages like Query.Target, a URL
	Backward            // pages that link to Query.Target, a URL or a host
	HostPages           // pages of the host Query.Target
	NumOps    = 4
)

// String returns the short name of o in addresses and files.
func (o Op) String() string {
	if o < NumOps {
		return [NumOps]string{"kw", "rel", "back", "host"}[o]
	}
	return "unknown"
}

// Set returns the set that holds ops.
func Set(ops ...Op) Ops {
	var s Ops
	for _, o := range ops {
		s |= 1 << o
	}
	return s
}

// Has reports whether o is in s.
func (s Ops) Has(o Op) bool { return s&(1<<o) != 0 }

// Query is one question.
type Query struct {
	Op       Op
	Text     string        // words of a Keyword query, as a person would type them; no operators of an engine
	Lang     string        // BCP 47: "zh-Hans", "zh-Hant", "en"; "" if the words belong to none
	Target   string        // URL or host of the other operators
	Page     int           // 1 is the first page of the answer; 0 counts as 1
	Since    time.Duration // only what is not older; 0: everything
	Round    int           // a question that is asked again after a time is another one; 0: the first
	Concepts []string      // IRIs of the concepts whose words Text holds; not part of the question
}

// Answer lists the results of a source.
type Answer struct {
	// Links are the results in the order of the source: the title is Link.Text, the
	// snippet Link.Context. They are as the source gave them, cut to bounds, but only
	// http and https URLs in canonical form are left.
	Links []crawl.Link
	More  bool // the source has a further page
	// Failed names what did not answer within the source (engines of a metasearch).
	// With Failed and no Links, nothing is known: the answer is not "nothing".
	Failed []string
	Raw    *crawl.Response // as it was sent, for the archive; without keys
}

// Source answers queries. It is called concurrently and is polite by itself.
type Source interface {
	// Ask asks q. An error means that nothing was answered; see [Error].
	Ask(ctx context.Context, q Query) (Answer, error)
	// Can returns the operators that the source has.
	Can() Ops
}
