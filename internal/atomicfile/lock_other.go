//go:build !unix

package atomicfile

import "os"

// TryLock does nothing here.
func TryLock(*os.File) (held bool, err error) { return true, nil }
