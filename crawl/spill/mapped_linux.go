package spill

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"golang.org/x/sys/unix"
)

// Badger maps its tables into memory and reads and writes them there. The kernel keeps such
// pages in the process until it needs room, so a process looks as large as its tables. unmap
// gives the pages back; what they hold stays in the page cache and in the files, and is
// mapped again when it is read.
//
// The addresses stay those of the tables while this runs: an iterator holds a reference to
// every table that the database had before it was opened and still has afterwards, and a
// table that is referred to is not unmapped.
func (s *Store) unmap() {
	before := s.tables()
	it := s.view().NewIterator(badger.IteratorOptions{})
	defer it.Close()
	held := s.tables()
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return // then the kernel alone decides
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		from, to, id, ok := s.mapping(lines.Text())
		if ok && before[id] && held[id] {
			unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_DONTNEED) //nolint:errcheck // advice
		}
	}
}

// tables are the numbers of the tables that the database has.
func (s *Store) tables() map[uint64]bool {
	ids := map[uint64]bool{}
	for _, t := range s.db.Tables() {
		ids[t.ID] = true
	}
	return ids
}

// mapping reads a line of /proc/self/maps (proc_pid_maps(5)); ok is false if it is not of
// one of the tables.
func (s *Store) mapping(line string) (from, to uintptr, table uint64, ok bool) {
	at := strings.Index(line, "/")
	if at < 0 || filepath.Ext(line) != ".sst" || filepath.Dir(line[at:]) != s.mapped {
		return 0, 0, 0, false
	}
	table, err := strconv.ParseUint(strings.TrimSuffix(filepath.Base(line), ".sst"), 10, 64)
	if err != nil {
		return 0, 0, 0, false
	}
	area, _, _ := strings.Cut(line, " ")
	first, last, _ := strings.Cut(area, "-")
	a, err := strconv.ParseUint(first, 16, 64)
	b, err2 := strconv.ParseUint(last, 16, 64)
	return uintptr(a), uintptr(b), table, err == nil && err2 == nil && a < b
}
