package resident

import (
	"bytes"
	"hash/maphash"
	"os"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// read reads an area through /proc/self/mem, which brings its pages into memory.
func read(t *testing.T, a area) []byte {
	t.Helper()
	mem, err := os.Open("/proc/self/mem")
	if err != nil {
		t.Skip(err)
	}
	defer mem.Close()
	b := make([]byte, a.to-a.from)
	if _, err := mem.ReadAt(b, int64(a.from)); err != nil {
		t.Fatal(err)
	}
	return b
}

// touched reads all of the program, and returns a sum of it.
func touched(t *testing.T) uint64 {
	t.Helper()
	var h maphash.Hash
	h.SetSeed(seed)
	for _, a := range program() {
		h.Write(read(t, a)) //nolint:errcheck // never fails
	}
	return h.Sum64()
}

// ofProgram is how many bytes of the program are in memory. OfFiles may be some hundred pages
// behind: the kernel counts on each processor apart.
func ofProgram(t *testing.T) (bytes int) {
	t.Helper()
	pagemap, err := os.Open("/proc/self/pagemap")
	if err != nil {
		t.Skip(err)
	}
	defer pagemap.Close()
	for _, a := range program() {
		if n, clean := a.pages(pagemap); clean {
			bytes += n * os.Getpagesize()
		}
	}
	return bytes
}

var seed = maphash.MakeSeed()

// TestGiveBack: what was read of the program leaves the process, and reads the same afterwards.
func TestGiveBack(t *testing.T) {
	sum, before := touched(t), ofProgram(t)
	if before < 1<<20 {
		t.Fatalf("%d bytes of the program are in memory after all was read", before)
	}
	n := giveBack()
	after := ofProgram(t)
	if n < before-before/8 || after > before-before/4 { // what runs now is back already
		t.Errorf("%d bytes were given back of %d, and %d are in memory", n, before, after)
	}
	if touched(t) != sum {
		t.Error("the program reads otherwise than before")
	}
}

// TestWrittenPages: a mapping of the program's file that was written, as the dynamic linker or
// a debugger does, is left as it is, and so is one that may be written.
func TestWrittenPages(t *testing.T) {
	exe, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Skip(err)
	}
	defer exe.Close()
	size := 8 * os.Getpagesize()
	for _, writable := range []bool{false, true} {
		m, err := unix.Mmap(int(exe.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE)
		if err != nil {
			t.Fatal(err)
		}
		defer unix.Munmap(m) //nolint:errcheck // of a test
		known := len(program())
		mark := []byte("written here")
		copy(m[5*os.Getpagesize():], mark)
		if !writable {
			if err := unix.Mprotect(m, unix.PROT_READ); err != nil {
				t.Fatal(err)
			}
			if n := len(program()); n != known+1 {
				t.Fatalf("%d mappings of the program, want the new one beside %d", n, known)
			}
		}
		giveBack()
		if !bytes.HasPrefix(m[5*os.Getpagesize():], mark) {
			t.Errorf("writable %v: what was written is lost", writable)
		}
	}
}

func TestParse(t *testing.T) {
	for line, want := range map[string]area{
		"01ffa000-0433e000 r--p 01bfa000 fe:00 10215502                           /usr/bin/a program (deleted)": {0x1ffa000, 0x433e000, "r--p", "fe:00 10215502 /usr/bin/a program (deleted)"},
		"7f1fa8000000-7f1fb8000000 rw-s 00000000 fe:00 10002455 /o/000001.vlog":                                 {0x7f1fa8000000, 0x7f1fb8000000, "rw-s", "fe:00 10002455 /o/000001.vlog"},
		"366edac00000-366eddc00000 rw-p 00000000 00:00 0":                                                       {},
		"7ffc0b5d5000-7ffc0b5d7000 r-xp 00000000 00:00 0                          [vdso]":                       {},
		"2-1 r--p 0 fe:00 1 /x": {},
		"x-y r--p 0 fe:00 1 /x": {},
		"":                      {},
	} {
		if got, ok := parse(line); got != want && (ok || want != (area{})) || ok != (want != (area{})) {
			t.Errorf("%q: %+v, %v", line, got, ok)
		}
	}
}

// TestKeep: pages are given back when there are many more than in use, and not before; nothing
// runs when stop has returned.
func TestKeep(t *testing.T) {
	touched(t)
	before := ofProgram(t)
	k := &keeper{used: OfFiles()}
	k.look()
	if n := ofProgram(t); n < before || k.given {
		t.Errorf("%d bytes of the program are left of %d, though there are no more of files", n, before)
	}
	k.used = -2 * keepStep
	k.look()
	if n := ofProgram(t); n > before-before/4 || !k.given {
		t.Errorf("%d bytes of the program are left of %d", n, before)
	}
	if k.look(); k.given || k.used <= 0 {
		t.Errorf("a round later: %+v", k.used)
	}
	stops := []func(){Keep(), Keep()}
	for _, stop := range slices.Concat(stops, stops) {
		stop()
	}
}
