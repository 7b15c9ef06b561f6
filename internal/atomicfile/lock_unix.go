//go:build unix

package atomicfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// TryLock takes the lock on f without waiting; held is false if another file holds it. The error is a *locklessError if the file
// system has no locks.
func TryLock(f *os.File) (held bool, err error) {
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return err == nil, lockless(f.Name(), err)
}

// lockless tells the errors of a file system without locks, as NFS is whose server keeps none (flock(2)).
func lockless(name string, err error) error {
	if errors.Is(err, unix.ENOLCK) || errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return &locklessError{name, err}
	}
	return err
}
