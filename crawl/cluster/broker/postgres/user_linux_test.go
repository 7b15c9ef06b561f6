package postgres_test

import (
	"os"
	"syscall"
)

// nobody is a user without rights. PostgreSQL refuses to run as root.
const nobody = 65534

// asOther gives a folder to the user as whom the server runs.
func asOther(dir string) error {
	if os.Getuid() != 0 {
		return nil
	}
	return os.Chown(dir, nobody, nobody)
}

// attributes of the server's process: not root, and gone with this process.
func attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT}
	if os.Getuid() == 0 {
		a.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return a
}
