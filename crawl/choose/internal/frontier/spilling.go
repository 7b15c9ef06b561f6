package frontier

import "github.com/ontocrawl/ontocrawl/crawl/choose/internal/urltable"

// Spilling is the Backend of a [memory] that keeps the texts of all but the latest URLs on disk. The order of URLs
// stays in memory, so every answer equals the answer of [InMemory], whatever is spilled; when something is, later items
// lie in a mapped file (crawl/choose/spill). Texts are read when a URL is chosen. See [urltable.Table] for how URLs are
// told apart. It opens one frontier.
type Spilling struct {
	Records urltable.Records
	Most    int // URLs whose texts are in memory
}

// New implements [Backend].
func (b Spilling) New() Frontier {
	f := new(memory)
	f.spillTo(b)
	return f
}

func (f *memory) spillTo(b Spilling) {
	f.spill = b
	f.urls.SpillTo(b.Records, b.Most)
	if b.Records != nil {
		f.items.From(b.Records.Pages())
	}
}
