//go:build !(linux || darwin || freebsd)

package state

import "io/fs"

// freeSpace is not known here; a full disk shows when a write fails.
func freeSpace(string) (free int64, known bool) { return 0, false }

// access leaves it to opening to find out.
func access(string, bool) error { return nil }

// onDisk is the length of a file: its holes are not known here.
func onDisk(info fs.FileInfo) int64 { return info.Size() }
