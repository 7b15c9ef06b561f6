//go:build packed

package gsedict

import (
	_ "embed"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

//go:embed words.zst
var packed []byte

// maxWords is far above what pack writes: 2 MB.
const maxWords = 32 << 20

// Simplified returns gse's list of simplified Chinese, a line "word frequency" for each
// word of at least [MinFreq].
func Simplified() (string, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWords))
	if err != nil {
		return "", err
	}
	defer d.Close()
	text, err := d.DecodeAll(packed, nil)
	if err != nil {
		return "", english.Errorf("the packed Chinese word list: %w", err)
	}
	return string(text), nil
}
