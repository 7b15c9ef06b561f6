package spill

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

// TestScratch: what was written is read, the folder holds no file by name, and after Clear and Close
// nothing is left. A folder that cannot be made has no room.
func TestScratch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "links")
	s := New(dir, slog.New(slog.DiscardHandler))
	x := s.Scratch()
	if _, err := os.Stat(dir); err == nil {
		t.Error("a folder was made for nothing")
	}
	a, ok := x.Write([]byte("landfall"))
	b, ok2 := x.Write([]byte("storm surge"))
	if !ok || !ok2 || x.Size() != 19 {
		t.Fatalf("%v, %v, %d bytes", ok, ok2, x.Size())
	}
	if got := x.Read(b, 11); !bytes.Equal(got, []byte("storm surge")) {
		t.Errorf("%q", got)
	}
	if got := x.Read(a, 8); !bytes.Equal(got, []byte("landfall")) {
		t.Errorf("%q", got)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	x.Clear()
	if at, ok := x.Write([]byte("eye")); at != 0 || !ok || string(x.Read(0, 3)) != "eye" {
		t.Errorf("after Clear: %d, %v", at, ok)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, ok := x.Write([]byte("eye")); ok {
		t.Error("it is written after Close")
	}

	nowhere := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(nowhere, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok := New(filepath.Join(nowhere, "links"), slog.New(slog.DiscardHandler)).Scratch().Write([]byte("eye")); ok {
		t.Error("a file below a file")
	}
}

// TestScratchFault: bytes that are not there are a fault of the store.
func TestScratchFault(t *testing.T) {
	s := New(t.TempDir(), slog.New(slog.DiscardHandler))
	x := s.Scratch()
	if _, ok := x.Write([]byte("eye")); !ok {
		t.Fatal("no room")
	}
	if got := x.Read(2, 9); got != nil || s.Err() == nil {
		t.Errorf("%q, %v", got, s.Err())
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
