package search

// Outcome counts what an answer brought to a crawl, before anything of it was fetched.
type Outcome struct {
	Links int // results
	New   int // of them: URLs that were not known before
	Core  int // of them: title or snippet names a core concept
	// Expected is how many of New can be expected to be relevant: the sum of their chances, as
	// title and snippet tell.
	Expected float64
	More     bool // the source has a further page
}
