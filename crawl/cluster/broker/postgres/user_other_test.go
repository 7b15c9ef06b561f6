//go:build !linux

package postgres_test

import (
	"errors"
	"os"
	"syscall"
)

// asOther refuses root, as whom PostgreSQL does not run.
func asOther(string) error {
	if os.Getuid() == 0 {
		return errors.New("this user is root")
	}
	return nil
}

func attributes() *syscall.SysProcAttr { return nil }
