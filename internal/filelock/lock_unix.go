//go:build unix

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Try takes the lock on f without waiting; held is false if another file holds it. The error says so if the file system has
// no locks.
func Try(f *os.File) (held bool, err error) {
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return err == nil, lockless(f.Name(), err)
}

// lockless explains the errors of a file system without locks, as NFS is whose server keeps none (flock(2)). Without them two
// processes could write to one folder, so nothing goes on.
func lockless(name string, err error) error {
	if errors.Is(err, unix.ENOLCK) || errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return english.Errorf("%s lies on a file system without locks, such as NFS without its lock service; choose a folder on another disk, or let the share have locks (%w)", name, err)
	}
	return err
}
