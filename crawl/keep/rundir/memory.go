package rundir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// MemoryFile holds what a run has learned that the next crawl of the same web can use.
// crawl/session writes and reads its contents. It is written whenever a run ends or is
// interrupted, and stays below a few megabytes.
const MemoryFile = "memory.bin"

// WriteMemory replaces memory.bin.
func (f *Folder) WriteMemory(data []byte) error {
	if err := write(f.root, MemoryFile, data); err != nil {
		return f.failed(err)
	}
	return nil
}

// ReadMemory reads memory.bin in dir; nil without that file.
func ReadMemory(dir string) ([]byte, error) {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	defer root.Close()
	data, err := root.ReadFile(MemoryFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	return data, nil
}
