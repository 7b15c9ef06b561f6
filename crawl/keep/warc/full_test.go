//go:build linux

package warc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A disk fills up while answers are kept. The error says where and why, every
// later call gives it again, and when there is room the crawl goes on.
func TestFullDisk(t *testing.T) {
	mount := t.TempDir()
	if err := unix.Mount("tmpfs", mount, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("only root may mount a small disk to fill: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(mount, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	other := filepath.Join(mount, "other")
	ok(t, os.WriteFile(other, make([]byte, 128<<10), 0o644))
	dir := filepath.Join(mount, "warc")
	opt := Options{MaxSize: 20 << 10} // so that the disk also fills while a file begins
	v := openArchiver(t, dir, nil, opt)
	var j journal
	var err error
	for seq := 1; ; seq++ {
		x := answer(seq, fmt.Sprintf("http://a.example/%d", seq), webPage(uint64(seq)))
		if x.Stored, err = v.Keep(x); err != nil {
			break
		}
		if err = v.Sync(); err != nil {
			break
		}
		j = append(j, x)
	}
	if !errors.Is(err, unix.ENOSPC) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "run the same command again") || len(j) == 0 {
		t.Fatalf("after %d visits: %v", len(j), err)
	}
	if again := v.Sync(); !errors.Is(again, unix.ENOSPC) {
		t.Errorf("afterwards: %v", again)
	}
	ok(t, v.Close())

	ok(t, os.Remove(other))
	v = openArchiver(t, dir, j, opt)
	last := answer(len(j)+1, "http://a.example/last", "the last page")
	keep(t, v, last)
	ok(t, v.Close())
	f, err := OpenFolder(dir)
	ok(t, err)
	defer f.Close()
	for _, x := range append(j, last) {
		all, err := f.Exchanges(x.Stored)
		ok(t, err)
		if string(all[0].Body) != string(x.Response.Body) {
			t.Fatalf("visit %d is kept wrong", x.Seq)
		}
	}
	for _, name := range warcs(t, dir) {
		b, err := os.ReadFile(name)
		ok(t, err)
		strictly(t, b)
	}
}
