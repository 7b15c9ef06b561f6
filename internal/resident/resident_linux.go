package resident

import (
	"bufio"
	"encoding/binary"
	"os"
	"reflect"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// OfFiles is how many bytes of files are in the process, 0 if that is not known: the third
// number of /proc/self/statm (proc_pid_statm(5)), in pages.
func OfFiles() int {
	text, err := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 3 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[2])
	return pages * os.Getpagesize()
}

// giveBack gives the pages of the program's file back to the kernel, and returns how many bytes
// those were. It leaves each mapping that may be written, and each with a page that is not the
// file's any more: MADV_DONTNEED (madvise(2)) would lose what was written there, by the dynamic
// linker or a debugger. Where that is not known it does nothing.
func giveBack() (bytes int) {
	pagemap, err := os.Open("/proc/self/pagemap")
	if err != nil {
		return 0
	}
	defer pagemap.Close()
	for _, a := range program() {
		n, clean := a.pages(pagemap)
		if n == 0 || !clean {
			continue
		}
		if a.drop() {
			bytes += n * os.Getpagesize()
		}
	}
	return bytes
}

// drop reports whether the kernel has taken the pages.
func (a area) drop() bool {
	_, _, e := unix.Syscall(unix.SYS_MADVISE, a.from, a.to-a.from, unix.MADV_DONTNEED)
	return e == 0
}

// An area is a mapping of a file, as a line of /proc/self/maps has it (proc_pid_maps(5)).
type area struct {
	from, to uintptr
	rights   string // such as r-xp
	file     string // device, inode and path
}

// program are the mappings of the program's file that are private and cannot be written. The
// file is the one with this function's code.
func program() (own []area) {
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return nil
	}
	defer maps.Close()
	var all []area
	file, here := "", reflect.ValueOf(program).Pointer()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		a, ok := parse(lines.Text())
		if !ok {
			continue
		}
		if a.from <= here && here < a.to {
			file = a.file
		}
		if a.rights == "r--p" || a.rights == "r-xp" {
			all = append(all, a)
		}
	}
	for _, a := range all {
		if a.file == file {
			own = append(own, a)
		}
	}
	return own
}

// parse reads a line of /proc/self/maps; ok is false if it is not of a file.
func parse(line string) (a area, ok bool) {
	path := strings.Index(line, "/")
	fields := strings.Fields(line)
	if path < 0 || len(fields) < 6 {
		return area{}, false
	}
	first, last, _ := strings.Cut(fields[0], "-")
	from, err := strconv.ParseUint(first, 16, 64)
	to, err2 := strconv.ParseUint(last, 16, 64)
	a = area{from: uintptr(from), to: uintptr(to), rights: fields[1], file: fields[3] + " " + fields[4] + " " + line[path:]}
	return a, err == nil && err2 == nil && from < to
}

// Bits of an entry of /proc/self/pagemap (proc_pid_pagemap(5)).
const (
	pagePresent = 1 << 63
	pageSwapped = 1 << 62
	pageOfFile  = 1 << 61
	entrySize   = 8
)

// pages counts the pages of a that are in memory. clean is false if one of them, or one that
// was swapped out, is not the file's, or if that is not known.
func (a area) pages(pagemap *os.File) (n int, clean bool) {
	size := uintptr(os.Getpagesize())
	entries := make([]byte, int((a.to-a.from)/size)*entrySize)
	if _, err := pagemap.ReadAt(entries, int64(a.from/size)*entrySize); err != nil {
		return 0, false
	}
	for ; len(entries) > 0; entries = entries[entrySize:] {
		switch e := binary.NativeEndian.Uint64(entries); {
		case e&pageSwapped != 0:
			return 0, false
		case e&pagePresent == 0:
		case e&pageOfFile == 0:
			return 0, false
		default:
			n++
		}
	}
	return n, true
}
