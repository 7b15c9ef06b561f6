package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// WriteTo gives write the place that --out names: standard output for "" and
// "-", else a file, which appears under its name only when it is complete.
func (a *App) WriteTo(out string, write func(io.Writer) error) error {
	if out != "" && out != "-" {
		return ReplaceFile(out, write)
	}
	if _, ok := term.Columns(a.Out); !ok {
		return write(a.Out)
	}
	// A terminal would obey control characters in names; a file only stores them.
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	_, err := io.WriteString(a.Out, term.SafeLines(b.String()))
	return err
}

// ReplaceFile writes a new file beside path, and renames it to path when it is on
// disk. Whatever goes wrong, path has its old content or all of the new one. What
// is not a regular file, such as a pipe, is written directly.
func ReplaceFile(path string, write func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link still points there
	}
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return Usage(err)
	case info.IsDir():
		return Usagef("%s is a folder; name a file with --out", path)
	case !info.Mode().IsRegular():
		return writeDevice(path, write)
	}
	atomicfile.Sweep(filepath.Dir(path), filepath.Base(path))
	f, err := atomicfile.Create(path, atomicfile.Options{Mode: 0o666}) // less the user's umask
	if err != nil {
		return Usage(english.Errorf("--out %s cannot be written: %w", path, err))
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return Failure(err)
	}
	return Failure(f.Commit())
}

func writeDevice(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return Usage(err)
	}
	return Failure(errors.Join(write(f), f.Close()))
}

// SameFile reports whether two paths lead to one file.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
