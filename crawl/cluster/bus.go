package cluster

import "github.com/ontocrawl/ontocrawl/crawl"

// Bus carries what parts tell each other. It is used concurrently, each part by one
// goroutine. What was posted or told must not change any more.
type Bus interface {
	// Post sends a letter to a part. It arrives once. Letters from one part to another
	// arrive in the order in which they were posted; between senders there is no order.
	Post(from, to int, l *crawl.Letter)
	// Tell tells all parts but from what a visit taught.
	Tell(from int, o *crawl.Outcome)
	// Receive gives a part what has arrived for it since the last call, in the order in
	// which it arrived, and returns how much that was. Without anything it returns 0 at
	// once.
	Receive(part int, hear func(l *crawl.Letter), learn func(o *crawl.Outcome)) int
}
