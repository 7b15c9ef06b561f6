//go:build !linux

package hostiletest

import (
	"errors"
	"os/exec"
)

// Enclose does nothing here: only Linux has network namespaces.
func Enclose(*exec.Cmd) {}

// CanEnclose says that only Linux has network namespaces.
func CanEnclose() error { return errors.New("only Linux has network namespaces") }

// Enter fails here.
func Enter(string) error { return CanEnclose() }
