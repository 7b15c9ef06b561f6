package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// LinkedFile lists, one name a line, the files of a folder that other folders have, too. Its
// Archiver neither writes to them nor shortens or removes them.
const LinkedFile = "linked.txt"

// Link puts all files of an Archiver's folder into another one, which is made: as links to
// the same bytes where the file system can, else as copies. No Archiver may have one of the
// two open. A folder that is not there has no files.
func Link(from, to string) error {
	root, err := os.OpenRoot(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("warc: %w", err)
	}
	names, err := list(root, regexp.MustCompile(namePattern))
	if err = errors.Join(err, root.Close()); err != nil || len(names) == 0 {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return fmt.Errorf("warc: %w", err)
	}
	if err := atomicfile.Write(filepath.Join(to, LinkedFile), []byte(strings.Join(names, "\n")+"\n"), atomicfile.Options{}); err != nil {
		return fmt.Errorf("warc: %w", err)
	}
	for _, name := range names {
		if err := linkOrCopy(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return fmt.Errorf("warc: %w", err)
		}
	}
	return atomicfile.SyncDir(nil, to)
}

// Gather copies all files of an Archiver's folder into another one, which is made. Of a file
// that several folders share one copy is made. want says of which files; nil: of all. It
// returns how many copies it made.
func Gather(from, to string, want func(name string) bool) (n int, err error) {
	root, err := os.OpenRoot(from)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("warc: %w", err)
	}
	defer root.Close() //nolint:errcheck // only read
	linked, err := readLinked(root)
	if err != nil {
		return 0, fmt.Errorf("warc: %w", err)
	}
	files, err := os.ReadDir(from)
	if err != nil {
		return 0, fmt.Errorf("warc: %w", err)
	}
	for _, f := range files {
		if !f.Type().IsRegular() || !strings.HasSuffix(f.Name(), ExtGzip) {
			continue
		}
		if want != nil && !want(f.Name()) {
			continue
		}
		if _, err := os.Lstat(filepath.Join(to, f.Name())); err == nil && linked[f.Name()] {
			continue
		}
		if err := os.MkdirAll(to, 0o700); err != nil {
			return n, fmt.Errorf("warc: %w", err)
		}
		if err := copyFile(filepath.Join(from, f.Name()), filepath.Join(to, f.Name())); err != nil {
			return n, fmt.Errorf("warc: %w", err)
		}
		n++
	}
	return n, nil
}

func linkOrCopy(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	return copyFile(from, to)
}

func copyFile(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close() //nolint:errcheck // only read
	dst, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	if err == nil {
		err = dst.Sync()
	}
	return errors.Join(err, dst.Close())
}

// readLinked returns the names in LinkedFile.
func readLinked(root *os.Root) (map[string]bool, error) {
	text, err := root.ReadFile(LinkedFile)
	linked := map[string]bool{}
	if errors.Is(err, fs.ErrNotExist) {
		return linked, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		if name := string(bytes.TrimSpace(line)); name != "" {
			linked[name] = true
		}
	}
	return linked, nil
}
