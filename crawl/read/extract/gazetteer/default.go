package gazetteer

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

//go:embed places.tsv
var places string

//go:embed towns.zst
var packed []byte

// maxTowns is far above what pack writes: 4 MB.
const maxTowns = 32 << 20

// Own returns the places that were written for this project.
func Own() (*Gazetteer, error) { return Read(strings.NewReader(places), "places.tsv") }

// Default returns the places that are built in, unpacked when it is first called.
var Default = sync.OnceValues(func() (*Gazetteer, error) {
	g, err := Own()
	if err != nil {
		return nil, err
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxTowns))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	text, err := d.DecodeAll(packed, nil)
	if err != nil {
		return nil, english.Errorf("the packed towns: %w", err)
	}
	return g, g.unpack(string(text))
})
