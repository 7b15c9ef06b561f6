package engine

import (
	"bytes"
	"encoding/hex"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

func filledMemory() memory {
	return memory{
		Rules: rules{Workers: 4, MaxPages: 500, MaxRequests: 900, Deterministic: true, Refresh: true, Program: "0.1.0"},
		Seq:   17, Pages: 11, Relevant: 5, Sources: 2, Revisits: 3, Unchanged: 1, Rejudged: 4, Model: 6, Stopped: Interrupted,
		Pending: []crawl.Choice{
			{URL: "http://a.example/台风", Host: "a.example", Parent: "http://a.example/", Depth: 2, Priority: -1.5},
			{URL: "http://b.example/", Host: "b.example", Priority: math.Inf(1), Again: true, ETag: `"x"`, LastModified: "Sun, 06 Nov 1994 08:49:37 GMT"},
			{URL: "http://c.example/?s=1", Host: "c.example", Query: "台风"},
			{URL: "http://d.example/", Host: "d.example", Via: &crawl.Via{Source: "own", Query: "台风", Op: "kw", Concepts: []string{"urn:t"}, Lang: "zh-Hans", Rank: 3, Page: 2}},
		},
	}
}

func readMemory(b []byte) (m memory, err error) {
	err = m.ReadFrom(bytes.NewReader(b))
	return m, err
}

// TestGoldenMemory: the engine's part of a checkpoint has the bytes that it had.
func TestGoldenMemory(t *testing.T) {
	want := filledMemory()
	b, err := binenc.Marshal(&want)
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Bytes(t, "memory-v5", b)
	got, err := readMemory(b)
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for n := range b {
		if _, err := readMemory(b[:n]); err == nil {
			t.Errorf("cut to %d of %d bytes, it was accepted", n, len(b))
		}
	}
}

// TestGoldenMemoryUntilDry: a crawl with UntilDry has a form of its own.
func TestGoldenMemoryUntilDry(t *testing.T) {
	want := filledMemory()
	want.Rules.UntilDry, want.Dry, want.Heard = 300, 37, 5
	b, err := binenc.Marshal(&want)
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Bytes(t, "memory-v7", b)
	got, err := readMemory(b)
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for n := range b {
		if _, err := readMemory(b[:n]); err == nil {
			t.Errorf("cut to %d of %d bytes, it was accepted", n, len(b))
		}
	}
}

// TestMemoryRead: what earlier programs wrote is read, the gob of before run folder
// format 2 too.
func TestMemoryRead(t *testing.T) {
	text, err := os.ReadFile("testdata/memory-v1.hex")
	if err != nil {
		t.Fatal(err)
	}
	v1, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for version, b := range map[int][]byte{1: v1, 2: goldentest.Stored(t, "memory-v2"), 3: goldentest.Stored(t, "memory-v3"), 4: goldentest.Stored(t, "memory-v4")} {
		want := filledMemory()
		want.Pending = want.Pending[:3] // a Choice had no Via
		if version < 4 {
			want.Rules.MaxRequests = 0
			want.Pending = want.Pending[:2] // and no Query
		}
		if version < 3 {
			want.Rejudged, want.Model = 0, 0
		}
		if version == 1 {
			want.Rules.Program = ""
		}
		got, err := readMemory(b)
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("version %d: %v (-want +got):\n%s", version, err, d)
		}
	}
}
