// Package goldentest compares bytes that are stored on disk with a file in the
// package's folder testdata. Such a test fails when a change would make stored
// run folders unreadable. `go test -update` writes the files anew; do that only
// for a new version of a record, whose earlier version is still read.
//
// It also finds the data that tests measure on and that is not part of this repository. The
// environment variable ONTOCRAWL_DATA names its folder, which holds webs/*.tar.zst,
// ontologies/*.tar.zst and concepts/*.tsv. An archive is unpacked once, beside the system's
// temporary files. Without the variable a test is skipped and says so.
package goldentest

import (
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Update returns the flag -update, for tests that write golden files of their own form.
func Update() *bool { return update }

// Bytes compares got with the hex dump testdata/NAME.hex.
func Bytes(t testing.TB, name string, got []byte) {
	t.Helper()
	Text(t, name+".hex", hex.Dump(got))
}

// Text compares got with the file testdata/NAME.
func Text(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: what is stored on disk has changed; got\n%s\nwant\n%s", file, got, want)
	}
}

// Stored returns the bytes in the hex dump testdata/NAME.hex.
func Stored(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".hex"))
	if err != nil {
		t.Fatal(err)
	}
	var b []byte
	for line := range strings.Lines(string(text)) {
		digits := strings.ReplaceAll(line[10:58], " ", "") // columns of hex.Dump
		part, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatalf("testdata/%s.hex: %v", name, err)
		}
		b = append(b, part...)
	}
	return b
}
