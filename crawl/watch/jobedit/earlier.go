package jobedit

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Keep is how many earlier versions are kept.
const Keep = 10

// Earlier is an earlier version of the file, in a file beside it: jobs.yaml.~7~ is the
// seventh that was replaced.
type Earlier struct {
	Name  string    `json:"name"` // without the folder
	At    time.Time `json:"at"`   // when it was written
	Bytes int64     `json:"bytes"`

	number int
}

// earlier returns the earlier versions of the file called name, the newest first.
func earlier(name string) []Earlier {
	all := []Earlier{}
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		return all // reading the file itself says why
	}
	for _, e := range entries {
		n, ok := numberOf(filepath.Base(name), e.Name())
		if info, err := e.Info(); ok && err == nil && info.Mode().IsRegular() {
			all = append(all, Earlier{Name: e.Name(), At: info.ModTime().UTC(), Bytes: info.Size(), number: n})
		}
	}
	sorts.Func(all, func(a, b Earlier) int { return cmp.Compare(b.number, a.number) })
	return all
}

// numberOf returns the number of an earlier version of base, if kept is the name of one.
func numberOf(base, kept string) (int, bool) {
	text, ok := strings.CutPrefix(kept, base+".~")
	text, end := strings.CutSuffix(text, "~")
	n, err := strconv.Atoi(text)
	return n, ok && end && err == nil && n > 0 && strconv.Itoa(n) == text
}

// keep keeps the file called name as the newest earlier version. The file itself stays. drop takes
// the version back.
func keep(name string) (drop func(), err error) {
	next := 1
	if all := earlier(name); len(all) > 0 {
		next = all[0].number + 1
	}
	for range 10 { // others save, too, and take a number
		kept := fmt.Sprintf("%s.~%d~", name, next)
		if err = os.Link(name, kept); err != nil && !errors.Is(err, fs.ErrExist) {
			err = copyFile(name, kept) // file systems without hard links
		}
		if err == nil {
			return func() { os.Remove(kept) }, nil //nolint:errcheck // one more than needed is kept
		}
		if !errors.Is(err, fs.ErrExist) {
			os.Remove(kept) //nolint:errcheck // err says what is wrong
			return nil, err
		}
		next++
	}
	return nil, err
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	err = cmp.Or(err, out.Chmod(info.Mode().Perm()), out.Sync())
	return errors.Join(err, out.Close(), os.Chtimes(to, time.Time{}, info.ModTime()))
}

// forget deletes the oldest versions of name until [Keep] are left.
func forget(name string) {
	for i, e := range earlier(name) {
		if i >= Keep {
			os.Remove(filepath.Join(filepath.Dir(name), e.Name)) //nolint:errcheck // the next save tries again
		}
	}
}
