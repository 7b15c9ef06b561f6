package linkrank

// Method is a way to rank links that can be asked for by name.
type Method struct {
	Name  string
	About string // one line: what it is and whose
	New   func(seed uint64) Ranker
}

// Methods lists all that need no further parameters. [Priority], which has
// five, is not among them.
func Methods() []Method {
	plain := func(f func() Ranker) func(uint64) Ranker { return func(uint64) Ranker { return f() } }
	return []Method{
		{"recipe", "learned on line from every page fetched; tabu's own", func(seed uint64) Ranker { return NewRecipe(seed) }},
		{"uh", "a topic word in the URL (Li 2002, 4.1)", plain(func() Ranker { return NewUH() })},
		{"teh", "a topic word in or around the anchor (4.2)", plain(func() Ranker { return NewTeH() })},
		{"tih", "a topic word in the title attribute (4.3)", plain(func() Ranker { return NewTiH() })},
		{"amh", "weighted mean of the three (4.4)", plain(func() Ranker { return NewAMH() })},
		{"rw", "mean likeness of the link's words (4.5)", plain(func() Ranker { return NewRW() })},
		{"rwb", "rw with a seeded second chance (4.6)", func(seed uint64) Ranker { return NewRWB(seed) }},
		{"pagerank", "improved PageRank of On-ITS alone (eq 7)", plain(func() Ranker { return NewPageRank(.2, .6) })},
		{"pagerank-classic", "PageRank (4.7; Brin, Page 1998)", plain(func() Ranker { return NewClassicPageRank() })},
		{"pagerank-normal", "PageRank as a probability (4.8)", plain(func() Ranker { return NewNormalPageRank() })},
		{"hits", "authority (Kleinberg 1999)", plain(func() Ranker { return NewHITS() })},
		{"ipagerank", "PageRank with shares by rwb, times rwb (Li 2002, 9)", func(seed uint64) Ranker { return NewIPageRank(seed) }},
		{"content", "relevance of the page over its links: T (Chen, Zhu 2011)", plain(func() Ranker { return NewContent() })},
		{"content-links", "the same with learned URL prefixes: T&L", plain(func() Ranker { return NewContentLinks() })},
		{"shark", "Shark-Search: inherited and neighbouring relevance (Hersovici et al. 1998)", plain(func() Ranker { return NewShark() })},
		{"layers", "predicted link distance to the topic (context graphs, Diligenti et al. 2000)", plain(func() Ranker { return NewLayers() })},
	}
}
