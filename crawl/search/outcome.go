package search

// Outcome is what an answer brought to a crawl, before anything of it was fetched.
type Outcome struct {
	Links int  // results
	New   int  // of them: URLs that were not known before
	Core  int  // of them: title or snippet names a core concept
	Named int  // of New: the same
	More  bool // the source has a further page
}
