package binenc

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestOwnEncoder: pages of a host that are packed at the same time have an encoder each, with
// equal results; those that rest are bounded.
func TestOwnEncoder(t *testing.T) {
	k, err := NewPacker(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	p := &crawl.Page{URL: "http://a.example/", Host: "a.example", Title: strings.Repeat("the menu of the site ", 40)}
	var want *crawl.Text
	for range samplePages + 2 {
		if want, err = k.Pack(p); err != nil || want.Dictionary == nil && len(k.idle) > 0 {
			t.Fatal(err)
		}
	}
	h := k.hosts[p.Host]
	first, err := k.take(h)
	if err != nil {
		t.Fatal(err)
	}
	got, err := k.Pack(p) // waits for ever if it needs the encoder that is taken
	if err != nil || !bytes.Equal(got.Packed, want.Packed) {
		t.Errorf("another encoder packs otherwise: %v", err)
	}
	second, err := k.take(h)
	if err != nil || second == first {
		t.Errorf("one encoder was given to two: %v", err)
	}
	k.give(h, second)
	k.give(h, first)
	for n := range 2 * maxEncoders {
		k.give(&host{dictionary: newDictionary(fmt.Sprint(n), nil)}, second)
	}
	if len(k.idle) != maxEncoders {
		t.Errorf("%d encoders rest, want %d", len(k.idle), maxEncoders)
	}
}
