//go:build !linux

package atomicfile

import "errors"

func swap(_, _ string) error { return errors.ErrUnsupported }
