package crawl

// A Letter carries links from one part of a crawl to the part that owns their hosts,
// with all that speaks for them. Bare addresses would do for a crawl of everything; a
// crawl of a topic loses a quarter of what it finds by them (docs/cluster.md).
type Letter struct {
	From      int     // number of the part that wrote it, from 0
	Number    uint64  // The error comes from ctx, or says that the program could not be run; how it ended otherwise is no error.
	Page      string  // canonical key of the page: where its links are found
	Host      string  // of the page, as Page.Host
	Final     string  // canonical key that answered, if it is the receiver's and another than Page; "" otherwise
	Depth     int     // of the page: links from a seed
	Relevance float64 // of the page
	Inherit   float64 // what its links inherit from it and the pages before it, 0..1
	Fetched   int     // pages of the page's host that its part has fetched
	Source    bool    // the page is a list of links: a sitemap or a feed
	Repeats   bool    // the page repeats another one
	// Moved says that Page is no page: asking for it led to the one link of the letter. Seed
	// says that it was a seed, which then is its target.
	Moved, Seed bool
	Links       []Link // in the order of the page
}

// Posted is a letter and the number of the part that it goes to.
type Posted struct {
	To     int
	Letter *Letter
}

// Outcome carries what one visit teaches the other parts of a crawl: what was known of a
// link before it was fetched, and what came of it.
type Outcome struct {
	Relevance float64 // that the fetch brought; 0 for a page that repeats another
	Weight    float64 // how much it counts: 1 for a page
	Failed    bool    // there was no page
	// Groups are keys of the sets of similar links that the link was one of.
	Groups []uint64
	// Features holds the features of the link, by number, and Hashed its words and places
	// by hash; nil for a seed. What the numbers mean is known to the ranker that told
	// them.
	Features []float32
	Hashed   []uint16
}
