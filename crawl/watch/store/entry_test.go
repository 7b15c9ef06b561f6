package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

var updateEntry = flag.Bool("update-entry", false, "write testdata/entry1.hex anew")

// TestGoldenEntry: entries of a shared history are read as earlier programs wrote them, and what is
// written has their bytes before they are compressed (a later zstd may compress otherwise).
func TestGoldenEntry(t *testing.T) {
	entries := []entry{
		{kind: changed, changes: []change{{key: []byte("run/typhoon/1"), value: []byte("{}")}, {key: []byte("event/7"), gone: true}}},
		{kind: entered, by: "n1.abc"},
		{kind: beginning},
		{kind: copied, changes: []change{{key: []byte{0, 255}, value: bytes.Repeat([]byte("typhoon "), 20)}}},
		{kind: complete},
	}
	name := filepath.Join("testdata", "entry1.hex")
	if *updateEntry {
		var lines strings.Builder
		for _, e := range entries {
			data, err := encode(e)
			if err != nil {
				t.Fatal(err)
			}
			lines.WriteString(hex.EncodeToString(data) + "\n")
		}
		if err := os.WriteFile(name, []byte(lines.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(text))
	if len(lines) != len(entries) {
		t.Fatalf("%d lines", len(lines))
	}
	for i, want := range entries {
		golden, err := hex.DecodeString(lines[i])
		if err != nil {
			t.Fatal(err)
		}
		got, err := decode(golden)
		if err != nil {
			t.Fatalf("entry %d: %v", i, err)
		}
		if d := cmp.Diff(want, got, cmp.AllowUnexported(entry{}, change{}), cmp.Comparer(bytes.Equal)); d != "" {
			t.Errorf("entry %d (-want +read):\n%s", i, d)
		}
		now, err := encode(want)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(plain(t, now), plain(t, golden)) || now[0] != golden[0] {
			t.Errorf("entry %d is written otherwise: %x", i, plain(t, now))
		}
	}
	if _, err := decode([]byte{entryVersion + 1}); !errors.Is(err, errEntry) {
		t.Errorf("a later version: %v", err)
	}
}

// plain returns what an entry holds.
func plain(t *testing.T, data []byte) []byte {
	t.Helper()
	z, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	b, err := z.DecodeAll(data[1:], nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
