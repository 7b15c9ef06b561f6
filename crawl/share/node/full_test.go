//go:build linux

package node

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// TestDiskFull: a node whose disk is full ends with an error that says so, gives its lease back, and its
// parts wait for it. (That a journal goes on when there is space is TestFull in crawl/keep/state: a database that could not be
// closed on a full disk is open until its process ends.)
func TestDiskFull(t *testing.T) {
	t.Parallel()
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=256m"); err != nil {
		t.Skipf("only root may mount a small disk to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(disk, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	w := serveWeb(t, 8, 18)
	server, other := new(brokertest.MemoryServer), filepath.Join(disk, "other")
	full, asked := make(chan error, 1), 0
	w.mu.Lock()
	w.hook = func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if asked++; asked == 40 {
			full <- fill(other)
		}
	}
	w.mu.Unlock()
	o := w.options(t, filepath.Join(disk, "n"), "n", 2, 1)
	n, err := newNode(server.Open(), o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- n.run(ctx) }()
	begin(t, server.Open(), o, 0)
	if err := <-full; err != nil {
		t.Error(err)
	}
	err = <-done
	cancel()
	if !errors.As(err, new(*state.SpaceError)) {
		t.Fatalf("with a full disk: %v", err)
	}
	v, err := Look(t.Context(), server.Open())
	if err != nil || len(v.Nodes) != 1 || v.Nodes[0].Alive || len(v.Nodes[0].Homes) != 2 {
		t.Errorf("the node has ended, and its parts wait for it: %+v, %v", v, err)
	}
}

// spared is the space that fill leaves: too little to go on.
const spared = 32 << 20

// fill takes what is left on the disk of a file, but for what it spares.
func fill(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	var st unix.Statfs_t
	err = unix.Fstatfs(int(f.Fd()), &st)
	if left := int64(st.Bavail)*int64(st.Bsize) - spared; err == nil && left > 0 {
		err = unix.Fallocate(int(f.Fd()), 0, 0, left)
		if errors.Is(err, unix.ENOSPC) { // the node has taken some meanwhile
			err = nil
		}
	}
	return errors.Join(err, f.Close())
}
