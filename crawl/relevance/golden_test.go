package relevance

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/goldentest"
)

// TestGoldenMemory: the judge's part of a checkpoint has the bytes that it had.
func TestGoldenMemory(t *testing.T) {
	j := &Judge{hosts: repeats{
		"a.example":  {pages: 300, counts: map[uint64]count{7: {2, 1}, 1 << 60: {300, 129}}},
		"台风.example": {pages: 1, counts: map[uint64]count{}},
	}}
	b, err := j.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Bytes(t, "memory-v1", b)
}

// TestGoldenSegment: the key of a title's segment, which a checkpoint stores, is
// what it was.
func TestGoldenSegment(t *testing.T) {
	if got := segmentKey("气象台 Weather desk"); got != 0xdd627d1409fd8c5e {
		t.Errorf("the key of a title segment has changed: %#x", got)
	}
}
