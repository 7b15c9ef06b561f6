package eventgraph

import "time"

// Page is a page as the graph needs it.
type Page struct {
	URL       string
	Title     string
	Lang      string    // BCP 47, "" if not known
	Published time.Time // as the page says, in its zone; zero if it says nothing
	Fetched   time.Time
	Relevance float64
	Texts     []string // its blocks, in order
	Links     []string // URLs it links to; those that are no pages of the graph are left out
}
