package rundirtest

import (
	"archive/tar"
	"compress/gzip"
	"embed"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

//go:embed testdata
var testdata embed.FS

// Stored is a run folder of an earlier program.
type Stored struct {
	Format int
	Name   string
}

// Folders returns all stored run folders, by format and name.
func Folders(t testing.TB) []Stored {
	t.Helper()
	formats, err := testdata.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var all []Stored
	for _, format := range formats {
		number, ok := strings.CutPrefix(format.Name(), "format-")
		if !ok {
			continue
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		folders, err := testdata.ReadDir(path.Join("testdata", format.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range folders {
			all = append(all, Stored{n, strings.TrimSuffix(f.Name(), ".tar.gz")})
		}
	}
	if len(all) == 0 {
		t.Fatal("no stored run folders")
	}
	return all
}

// Unpack unpacks s into the folder dir, and the web that it crawled into dir/web.
func (s Stored) Unpack(t testing.TB, dir string) {
	t.Helper()
	name := path.Join("testdata", "format-"+strconv.Itoa(s.Format), s.Name+".tar.gz")
	for from, to := range map[string]string{name: dir, "testdata/web.tar.gz": filepath.Join(dir, "web")} {
		if err := unpack(from, to); err != nil {
			t.Fatalf("%s: %v", from, err)
		}
	}
}

// Args returns the arguments of the command that made the folder unpacked in dir.
func Args(t testing.TB, dir string) []string {
	return lines(t, filepath.Join(dir, "args"))
}

// Want returns the pages of the run as want.tsv lists them.
func Want(t testing.TB, dir string) []string {
	return lines(t, filepath.Join(dir, "want.tsv"))
}

func lines(t testing.TB, name string) []string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}

func unpack(name, dir string) error {
	f, err := testdata.Open(name)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(to, 0o755)
		} else {
			err = write(to, r, h.Size)
		}
		if err != nil {
			return err
		}
	}
}

// write leaves holes for blocks of zeros: Badger's logs are hundreds of megabytes
// of them.
func write(name string, from io.Reader, size int64) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // WriteAt and Truncate report errors
	if err := f.Truncate(size); err != nil {
		return err
	}
	block := make([]byte, 64<<10)
	zeros := string(make([]byte, len(block)))
	for at := int64(0); at < size; {
		n, err := io.ReadFull(from, block[:min(int64(len(block)), size-at)])
		if err != nil {
			return err
		}
		if string(block[:n]) != zeros[:n] {
			if _, err := f.WriteAt(block[:n], at); err != nil {
				return err
			}
		}
		at += int64(n)
	}
	return nil
}
