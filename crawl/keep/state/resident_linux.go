package state

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// giveBack takes the pages of the value log that is being written out of this process. Badger writes
// it in mapped memory, and the kernel would leave all of it there. What the pages hold stays in the kernel's
// cache and in the file, and is mapped again when it is read.
//
// Nothing unmaps the range meanwhile: the caller is the only goroutine that writes, so the log is not
// exchanged for another one; the latest is never collected; and what holds data stays
// mapped when a full log is cut.
func giveBack(dir string) {
	logs, err := filepath.Glob(filepath.Join(dir, "*.vlog"))
	if err != nil || len(logs) == 0 {
		return
	}
	name, err := filepath.EvalSymlinks(slices.Max(logs))
	if err == nil {
		name, err = filepath.Abs(name)
	}
	if err != nil {
		return
	}
	if from, length := mappedAt(name), dataOf(name); from != 0 && length > 0 {
		unix.Syscall(unix.SYS_MADVISE, from, uintptr(length), unix.MADV_DONTNEED) //nolint:errcheck // advice
	}
}

// mappedAt is where a file is mapped from its beginning and shared, so that nothing that was written is lost; 0: nowhere.
func mappedAt(name string) uintptr {
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return 0
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); { // proc_pid_maps(5)
		f := strings.Fields(lines.Text())
		if len(f) != 6 || f[5] != name || !strings.HasSuffix(f[1], "s") || strings.Trim(f[2], "0") != "" {
			continue
		}
		first, _, _ := strings.Cut(f[0], "-")
		if from, err := strconv.ParseUint(first, 16, 64); err == nil {
			return uintptr(from)
		}
	}
	return 0
}

// dataOf is how many bytes of whole pages a file has before its first hole: a log is made longer than
// what is in it.
func dataOf(name string) int64 {
	f, err := os.Open(name)
	if err != nil {
		return 0
	}
	defer f.Close()
	n, err := f.Seek(0, unix.SEEK_HOLE)
	if info, err := f.Stat(); err != nil || n >= info.Size() {
		return 0 // the system knows no holes, or there is none
	}
	if err != nil {
		return 0
	}
	return n &^ int64(os.Getpagesize()-1)
}
