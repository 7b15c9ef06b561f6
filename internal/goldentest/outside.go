package goldentest

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// Env names the variable that points to the data.
const Env = "ONTOCRAWL_DATA"

// Path returns the path of a file or folder below the data folder, or skips.
func Path(tb testing.TB, name string) string {
	tb.Helper()
	root := os.Getenv(Env)
	if root == "" {
		tb.Skipf("%s is unset: skipping what needs %s", Env, name)
	}
	root, err := filepath.Abs(root)
	if err != nil {
		tb.Fatal(err)
	}
	p := filepath.Join(root, filepath.FromSlash(name))
	if _, err := os.Stat(p); err != nil {
		tb.Skipf("%s is set but holds no %s: skipping", Env, name)
	}
	return p
}

// Dir returns the folder into which the archive name+".tar.zst" was unpacked,
// for example Dir(t, "webs/wikispeedia-en") or
// Dir(t, "ontologies/w3c-rdf-tests"), or skips. The folder holds what the
// archive holds at its top: Dir(t, "webs/cec-zh") contains cec-zh/index.tsv.
func Dir(tb testing.TB, name string) string {
	tb.Helper()
	archive := Path(tb, name+".tar.zst")
	info, err := os.Stat(archive)
	if err != nil {
		tb.Fatal(err)
	}
	dir := filepath.Join(os.TempDir(), "ontocrawl-outside",
		fmt.Sprintf("%s-%d-%d", filepath.Base(name), info.Size(), info.ModTime().Unix()))
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		tb.Fatal(err)
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "unpack-*")
	if err != nil {
		tb.Fatal(err)
	}
	if err := unpack(archive, tmp); err != nil {
		os.RemoveAll(tmp)
		tb.Fatal(err)
	}
	// Another test process may have been faster: then its folder is used.
	if err := os.Rename(tmp, dir); err != nil {
		os.RemoveAll(tmp)
		if _, err := os.Stat(dir); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

// Web returns the folder of a stored web (index.tsv and pages/), or skips.
func Web(tb testing.TB, name string) string {
	tb.Helper()
	return filepath.Join(Dir(tb, "webs/"+name), name)
}

func unpack(archive, dir string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		return err
	}
	defer z.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for tr := tar.NewReader(z); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", archive, err)
		}
		if err := extract(root, h, tr); err != nil {
			return fmt.Errorf("%s: %s: %w", archive, h.Name, err)
		}
	}
}

func extract(root *os.Root, h *tar.Header, r io.Reader) error {
	name := strings.TrimSuffix(filepath.Clean(filepath.FromSlash(h.Name)), "/")
	switch h.Typeflag {
	case tar.TypeDir:
		return root.MkdirAll(name, 0o755)
	case tar.TypeReg:
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		f, err := root.Create(name)
		if err != nil {
			return err
		}
		if _, err := io.Copy(f, r); err != nil {
			f.Close()
			return err
		}
		return f.Close()
	}
	return nil
}
