package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

var errTorn = errors.New("torn")

func writes(s string, err error) func(io.Writer) error {
	return func(w io.Writer) error {
		if _, e := io.WriteString(w, s); e != nil {
			return e
		}
		return err
	}
}

// A file is replaced as a whole or not at all, and nothing else is left.
func TestReplaceFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "o.dot")
	only := func(want string) {
		t.Helper()
		if got := readFile(t, dir, "o.dot"); got != want {
			t.Errorf("the file holds %q, want %q", got, want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
			t.Errorf("left in the folder: %v, %v", left, err)
		}
	}
	if err := cli.ReplaceFile(path, writes("half", errTorn)); !errors.Is(err, errTorn) {
		t.Fatalf("%v, want %v", err, errTorn)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Fatalf("left in the folder: %v, %v", left, err)
	}
	if err := cli.ReplaceFile(path, writes("one", nil)); err != nil {
		t.Fatal(err)
	}
	only("one")
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	err := cli.ReplaceFile(path, writes("half", errTorn))
	var ce *cli.ExitError
	if !errors.Is(err, errTorn) || !errors.As(err, &ce) || ce.Code != cli.ExitFailure {
		t.Errorf("%v, want %v with exit code %d", err, errTorn, cli.ExitFailure)
	}
	only("one")
	if err := cli.ReplaceFile(path, writes("two", nil)); err != nil {
		t.Fatal(err)
	}
	only("two")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode is %v, want 0640 as before", info.Mode())
	}
}

func TestReplaceFileThroughLink(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "real.dot", "old")
	link := filepath.Join(dir, "link.dot")
	if err := os.Symlink("real.dot", link); err != nil {
		t.Skip(err)
	}
	if err := cli.ReplaceFile(link, writes("new", nil)); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != "real.dot" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if got := readFile(t, dir, "real.dot"); got != "new" {
		t.Errorf("behind the link stands %q", got)
	}
}

func TestWriteDevice(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Skip(err)
	}
	if err := cli.ReplaceFile(os.DevNull, writes("x", nil)); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatal("the null device was replaced by a file")
	}
}

func TestToOut(t *testing.T) {
	t.Parallel()
	for _, out := range []string{"", "-"} {
		var b bytes.Buffer
		a := &cli.App{Streams: cli.Streams{Out: &b}}
		if err := a.WriteTo(out, writes("a\tb\x1b\n", nil)); err != nil || b.String() != "a\tb\x1b\n" {
			t.Errorf("a pipe gets %q, %v", b.String(), err)
		}
	}
}

func TestSafeLines(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                   "",
		"a":                  "a",
		"a\n\tb\n":           "a\n    b\n",
		"\x1b[2J\n\u202ex":   `\x1b[2J` + "\n" + `\u202ex`,
		"a\r\n":              "a \n",
		"<a>\n\n<b>\u009b\n": "<a>\n\n<b>" + `\x9b` + "\n",
	} {
		if got := term.SafeLines(in); got != want {
			t.Errorf("safeLines(%q) = %q, want %q", in, got, want)
		}
	}
}
