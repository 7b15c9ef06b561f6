package gazetteer

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed places.tsv
var places string

// Default returns the small gazetteer.
var Default = sync.OnceValues(func() (*Gazetteer, error) {
	return Read(strings.NewReader(places), "places.tsv")
})
