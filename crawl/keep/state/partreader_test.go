package state

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state/statetest"
)

func none(*crawl.Visit) error { return nil }

// stripes are bytes that differ from chunk to chunk.
func stripes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*i>>9) ^ byte(i/chunkSize)
	}
	return b
}

// TestPartsStream: parts are streams, each of which may be read or not, in any order, also
// beside each other and up to any place.
func TestPartsStream(t *testing.T) {
	s := openStore(t, t.TempDir())
	big := stripes(9*chunkSize + 7)
	full := stripes(chunkSize)
	if err := s.Checkpoint(0, statetest.Parts(map[string][]byte{"big": big, "empty": {}, "full": full, "unread": big, "began": big})); err != nil {
		t.Fatal(err)
	}
	err := s.Resume(func(_ int, parts map[string]crawl.Part) error {
		for name, want := range map[string]int{"big": len(big), "empty": 0, "full": len(full), "unread": len(big)} {
			if n := parts[name].Len(); n != want {
				t.Errorf("%s has %d bytes, want %d", name, n, want)
			}
		}
		var began [10]byte
		if _, err := io.ReadFull(parts["began"], began[:]); err != nil || !bytes.Equal(began[:], big[:10]) || parts["began"].Len() != len(big)-10 {
			t.Errorf("begun: %v, %v, %d left", began, err, parts["began"].Len())
		}
		beside := make(chan error)
		go func() {
			got, err := crawl.PartBytes(parts["full"])
			if err == nil && !bytes.Equal(got, full) {
				err = errors.New("it came back changed")
			}
			beside <- err
		}()
		got := make([]byte, 0, len(big))
		for n := 1; len(got) < len(big); n = n*3%(3*chunkSize) + 1 {
			room := make([]byte, n)
			n, err := parts["big"].Read(room)
			if got = append(got, room[:n]...); err != nil || parts["big"].Len() != len(big)-len(got) {
				t.Fatalf("after %d bytes: %v, %d left", len(got), err, parts["big"].Len())
			}
		}
		if n, err := parts["big"].Read(make([]byte, 1)); n != 0 || err != io.EOF || !bytes.Equal(got, big) {
			t.Errorf("the end: %d, %v; the same: %v", n, err, bytes.Equal(got, big))
		}
		if n, err := parts["empty"].Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Errorf("of nothing: %d, %v", n, err)
		}
		return <-beside
	}, none)
	if err != nil {
		t.Error(err)
	}
}

// TestPartsDamaged: a damaged checkpoint is refused before anything is made of it. One that changes
// while it is read is called damaged, whatever was made of it.
func TestPartsDamaged(t *testing.T) {
	s := openStore(t, t.TempDir())
	big := stripes(20*chunkSize + 7)
	if err := s.Checkpoint(0, statetest.Parts(map[string][]byte{"a": {1}, "big": big})); err != nil {
		t.Fatal(err)
	}
	name := s.partsName(s.checkpoint.Gen)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-100] ^= 1
	put := func(text []byte) {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	isDamaged := func(what string, err error) {
		t.Helper()
		var damage *DamagedError
		if !errors.As(err, &damage) {
			t.Errorf("%s: %v, want a DamagedError", what, err)
		}
	}
	put(flipped)
	isDamaged("before", s.Resume(func(int, map[string]crawl.Part) error {
		t.Error("a damaged checkpoint was loaded")
		return nil
	}, none))
	mine := errors.New("mine")
	for what, text := range map[string][]byte{"flipped": flipped, "cut": whole[:len(whole)/2], "empty": nil} {
		put(whole)
		for _, result := range []error{mine, nil} {
			isDamaged(what, s.Resume(func(_ int, parts map[string]crawl.Part) error {
				put(text)
				if _, err := crawl.PartBytes(parts["big"]); err == nil {
					t.Errorf("%s: no error of the part", what)
				}
				put(whole)
				return result
			}, none))
		}
	}
	if err := s.Resume(func(int, map[string]crawl.Part) error { return mine }, none); err != mine {
		t.Errorf("%v, want the error of load", err)
	}
}

// TestPartsMemory: reading a part takes memory for some chunks, however large the part is.
func TestPartsMemory(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	s := openStore(t, t.TempDir())
	const size = 64 << 20
	if err := s.Checkpoint(0, map[string]io.WriterTo{"big": zeros(size)}); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := s.Resume(func(_ int, parts map[string]crawl.Part) error {
		n, err := io.Copy(io.Discard, parts["big"])
		if n != size {
			t.Errorf("%d bytes of %d", n, size)
		}
		return err
	}, none)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > size/8 {
		t.Errorf("a part of %d MB took %d MB", size>>20, took>>20)
	}
}

// zeros are a part of so many bytes.
type zeros int

func (z zeros) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(make([]byte, z))
	return int64(n), err
}

// FuzzParts: of any bytes in the place of a checkpoint, there is an error or the parts have the lengths that
// were said.
func FuzzParts(f *testing.F) {
	s := &Store{dir: f.TempDir(), opt: Options{}.withDefaults()}
	var err error
	if s.checkpoint.Parts, err = s.writeParts(0, statetest.Parts(map[string][]byte{"a": []byte("hello"), "b": stripes(300)})); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(s.partsName(0))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:20])
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(s.partsName(0), text, 0o600); err != nil {
			t.Fatal(err)
		}
		parts, err := s.readParts()
		if err == nil && (len(parts["a"]) != 5 || len(parts["b"]) != 300) {
			t.Errorf("parts of %d and %d bytes", len(parts["a"]), len(parts["b"]))
		}
	})
}
