//go:build unix

package program

import (
	"golang.org/x/sys/unix"
)

// keepPrivate lets this process make files and folders for its own user only, files of
// Badger and Bleve too, which choose no modes.
func keepPrivate() { unix.Umask(0o077) }
