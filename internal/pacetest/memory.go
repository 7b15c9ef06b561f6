package pacetest

import (
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Tests are the tests of a package, as TestMain gets them.
type Tests interface{ Run() int }

// InMemory returns the tests of a package with their temporary folders in memory, where the system
// has a file system for that with room to spare. Tests that open hundreds of stores wait for the disk
// otherwise. That files outlive a kill holds there too; what a power cut leaves, no test can see.
func InMemory(m Tests) Tests { return inMemory{m} }

type inMemory struct{ Tests }

func (m inMemory) Run() int {
	if !roomy(memory) {
		return m.Tests.Run()
	}
	sweep()
	dir, err := os.MkdirTemp(memory, prefix)
	if err != nil {
		return m.Tests.Run()
	}
	defer os.RemoveAll(dir)
	os.Chmod(dir, 0o755) //nolint:errcheck // as open as the usual folder: a test becomes another user
	if lock, err := os.Create(filepath.Join(dir, "lock")); err == nil {
		defer lock.Close()
		if held, err := atomicfile.TryLock(lock); err != nil || !held {
			return m.Tests.Run()
		}
	}
	os.Setenv("TMPDIR", dir) //nolint:errcheck // the name is valid
	return m.Tests.Run()
}

const (
	memory = "/dev/shm"
	prefix = "ontocrawl-test-"
)

// sweep removes the folders of tests that were killed.
func sweep() {
	dirs, _ := filepath.Glob(filepath.Join(memory, prefix+"*"))
	for _, dir := range dirs {
		lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if free, err := atomicfile.TryLock(lock); err == nil && free {
			os.RemoveAll(dir) //nolint:errcheck // the next one tries again
		}
		lock.Close() //nolint:errcheck // nothing was written
	}
}
