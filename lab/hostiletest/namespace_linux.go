package hostiletest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// Enclose makes cmd start in a network namespace and a mount namespace of its
// own, by a user namespace if this process is not root. What starts there calls
// [Enter].
func Enclose(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWNS}
	if os.Getuid() == 0 {
		return
	}
	cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
	cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
	cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}
}

// CanEnclose says why a namespace of one's own cannot be made; nil if it can.
func CanEnclose() error {
	cmd := exec.Command("/bin/true")
	Enclose(cmd)
	return cmd.Run()
}

// Enter furnishes the namespace that this process was started in: 11.0.0.0/8 is
// here, as is every address that the attacks would lead to, and names are asked
// of 127.0.0.1. dir takes files that must last as long as the process.
func Enter(dir string) error {
	if err := raiseLoopback(); err != nil {
		return err
	}
	for _, a := range []struct {
		ip   [4]byte
		bits byte
	}{{[4]byte{first, 0, 0, 1}, 8}, {[4]byte{10, 9, 9, 9}, 32}, {[4]byte{169, 254, 169, 254}, 32}, {[4]byte{192, 168, 1, 1}, 32}} {
		if err := addAddress(a.ip, a.bits); err != nil {
			return fmt.Errorf("hostiletest: address %v: %w", a.ip, err)
		}
	}
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("hostiletest: private mounts: %w", err)
	}
	for _, f := range []struct{ target, text string }{
		{"/etc/resolv.conf", "nameserver 127.0.0.1\noptions timeout:5 attempts:2\n"},
		{"/etc/nsswitch.conf", "hosts: files dns\n"},
	} {
		if _, err := os.Stat(f.target); errors.Is(err, os.ErrNotExist) && f.target != "/etc/resolv.conf" {
			continue
		}
		source := filepath.Join(dir, filepath.Base(f.target))
		if err := os.WriteFile(source, []byte(f.text), 0o644); err != nil {
			return err
		}
		if err := syscall.Mount(source, f.target, "", syscall.MS_BIND, ""); err != nil {
			return fmt.Errorf("hostiletest: %s: %w", f.target, err)
		}
	}
	return nil
}

// raiseLoopback sets the interface 1 up (rtnetlink(7), RTM_NEWLINK).
func raiseLoopback() error {
	msg := make([]byte, syscall.SizeofIfInfomsg)
	binary.NativeEndian.PutUint32(msg[4:], 1)
	binary.NativeEndian.PutUint32(msg[8:], syscall.IFF_UP)
	binary.NativeEndian.PutUint32(msg[12:], syscall.IFF_UP)
	if err := netlink(syscall.RTM_NEWLINK, 0, msg); err != nil {
		return fmt.Errorf("hostiletest: loopback: %w", err)
	}
	return nil
}

// addAddress gives the loopback interface an IPv4 network: all its addresses are local
// then, as addresses of 127.0.0.0/8 are.
func addAddress(ip [4]byte, bits byte) error {
	msg := []byte{syscall.AF_INET, bits, 0, 0}
	msg = binary.NativeEndian.AppendUint32(msg, 1)
	for _, kind := range []uint16{syscall.IFA_LOCAL, syscall.IFA_ADDRESS} {
		msg = binary.NativeEndian.AppendUint16(msg, 8)
		msg = binary.NativeEndian.AppendUint16(msg, kind)
		msg = append(msg, ip[:]...)
	}
	return netlink(syscall.RTM_NEWADDR, syscall.NLM_F_CREATE|syscall.NLM_F_EXCL, msg)
}

// netlink sends one request and waits for its acknowledgement.
func netlink(kind uint16, flags uint16, msg []byte) error {
	fd, err := syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_RAW|syscall.SOCK_CLOEXEC, syscall.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer syscall.Close(fd) //nolint:errcheck // it ends anyway
	head := binary.NativeEndian.AppendUint32(nil, uint32(syscall.NLMSG_HDRLEN+len(msg)))
	head = binary.NativeEndian.AppendUint16(head, kind)
	head = binary.NativeEndian.AppendUint16(head, flags|syscall.NLM_F_REQUEST|syscall.NLM_F_ACK)
	head = append(head, 1, 0, 0, 0, 0, 0, 0, 0)
	if err := syscall.Sendto(fd, append(head, msg...), 0, &syscall.SockaddrNetlink{Family: syscall.AF_NETLINK}); err != nil {
		return err
	}
	buf := make([]byte, 4096)
	n, _, err := syscall.Recvfrom(fd, buf, 0)
	if err != nil {
		return err
	}
	answers, err := syscall.ParseNetlinkMessage(buf[:n])
	if err != nil {
		return err
	}
	for _, a := range answers {
		if a.Header.Type == syscall.NLMSG_ERROR && len(a.Data) >= 4 {
			if code := int32(binary.NativeEndian.Uint32(a.Data)); code != 0 {
				return syscall.Errno(-code)
			}
		}
	}
	return nil
}
