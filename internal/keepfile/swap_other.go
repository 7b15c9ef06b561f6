//go:build !linux

package keepfile

import "errors"

func swap(_, _ string) error { return errors.ErrUnsupported }
