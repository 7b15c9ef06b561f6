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

// unmap gives the pages back. The tables keep their addresses while it runs: an iterator
// holds a reference to every table that the database had before it was opened and still
// has afterwards, and a table that is referred to is not unmapped.
func (m *mapped) unmap() {
	before := m.tables()
	txn := m.db.NewTransaction(false)
	defer txn.Discard()
	it := txn.NewIterator(badger.IteratorOptions{})
	defer it.Close()
	held := m.tables()
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return // then the kernel alone decides
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		from, to, id, ok := m.mapping(lines.Text())
		if ok && before[id] && held[id] {
			unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_DONTNEED) //nolint:errcheck // advice
		}
	}
}

// tables are the numbers of the tables that the database has.
func (m *mapped) tables() map[uint64]bool {
	ids := map[uint64]bool{}
	for _, t := range m.db.Tables() {
		ids[t.ID] = true
	}
	return ids
}

// mapping reads a line of /proc/self/maps (proc_pid_maps(5)); ok is false if it is not of
// one of the tables.
func (m *mapped) mapping(line string) (from, to uintptr, table uint64, ok bool) {
	at := strings.Index(line, "/")
	if at < 0 || filepath.Ext(line) != ".sst" || filepath.Dir(line[at:]) != m.dir {
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
