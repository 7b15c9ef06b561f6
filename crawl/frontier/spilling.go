package frontier

import "github.com/ontocrawl/ontocrawl/crawl/urltable"

// Spilling is the Backend of a [Memory] that keeps the texts of all but the latest URLs
// on a shelf. The order of URLs stays in memory, so every answer is that of [InMemory],
// whatever is spilled; when something is, later items lie in a mapped file (crawl/spill). Texts are read when a URL is chosen. See [urltable.Table] for how
// URLs are told apart. It opens one frontier.
type Spilling struct {
	Shelf urltable.Shelf
	Most  int // URLs whose texts are in memory
}

// New implements [Backend].
func (b Spilling) New() Frontier {
	f := new(Memory)
	f.spillTo(b)
	return f
}

func (f *Memory) spillTo(b Spilling) {
	f.spill = b
	f.urls.SpillTo(b.Shelf, b.Most)
	if b.Shelf != nil {
		f.items.From(b.Shelf.Pages())
	}
}
