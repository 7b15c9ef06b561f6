package backup

import (
	"archive/tar"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
)

var noon = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// packed is a backup of the files, by the head.
func packed(t *testing.T, head Head, files map[string]string) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o700), os.WriteFile(full, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := pack(&b, dir, head, &Made{}); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

func save(t *testing.T, text []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.tar.zst")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

var head = Head{Format: format, Version: "0.3.0", Made: noon, Place: runcheck.Run}

var three = map[string]string{"run.yaml": "topic: typhoon\n", "state/db/1.mem": strings.Repeat("\x00", 300_000) + "x" + strings.Repeat("\x00", 100_000), "empty": ""}

// What was packed comes back, with the modes of a run folder.
func TestRestore(t *testing.T) {
	t.Parallel()
	to := filepath.Join(t.TempDir(), "a", "run")
	done, err := Restore(save(t, packed(t, head, three)), to)
	if err != nil || done.Files != 3 || done.Version != "0.3.0" || !done.Made.Equal(noon) {
		t.Fatalf("%+v, %v", done, err)
	}
	for name, want := range three {
		full := filepath.Join(to, name)
		text, err := os.ReadFile(full)
		info, _ := os.Stat(full)
		folder, _ := os.Stat(filepath.Dir(full))
		if err != nil || string(text) != want || info.Mode().Perm() != 0o600 || folder.Mode().Perm() != 0o700 {
			t.Errorf("%s: %d bytes, %v, %v, %v", name, len(text), err, info.Mode(), folder.Mode())
		}
	}
}

// A backup that is cut anywhere, or has a flipped bit anywhere, writes nothing.
func TestCutAndFlipped(t *testing.T) {
	t.Parallel()
	whole := packed(t, head, three)
	for at := range whole {
		flipped := slices.Clone(whole)
		flipped[at] ^= 1 << (at % 8)
		for what, text := range map[string][]byte{"cut": whole[:at], "flipped": flipped} {
			parent := t.TempDir()
			if _, err := Restore(save(t, text), filepath.Join(parent, "run")); err == nil && what == "cut" {
				t.Errorf("%s at %d of %d: no error", what, at, len(whole))
			} else if left, _ := os.ReadDir(parent); err != nil && len(left) > 0 {
				t.Errorf("%s at %d: %v is written", what, at, left)
			} else if what == "cut" && !errors.Is(err, ErrCut) {
				t.Errorf("cut at %d: %v", at, err)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	newer := head
	newer.Format = format + 1
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	good := packed(t, head, three)
	for what, c := range map[string]struct {
		text []byte
		to   string
		says string
	}{
		"newer":           {packed(t, newer, three), "", "format 2"},
		"a folder in use": {good, full, "not empty"},
		"no backup":       {[]byte("PK\x03\x04"), "", "cut or damaged"},
		"a parent":        {evil(t, "../x", tar.TypeReg), "", "outside"},
		"an absolute":     {evil(t, "/tmp/x", tar.TypeReg), "", "outside"},
		"not clean":       {evil(t, "a/../../x", tar.TypeReg), "", "outside"},
		"a link":          {evil(t, "x", tar.TypeSymlink), "", "outside"},
		"a device":        {evil(t, "x", tar.TypeChar), "", "outside"},
		"other tar":       {evil(t, "", tar.TypeReg), "", "no backup"},
	} {
		to := c.to
		if to == "" {
			to = filepath.Join(t.TempDir(), "run")
		}
		if _, err := Restore(save(t, c.text), to); err == nil || !strings.Contains(err.Error(), c.says) || c.to == "" && !strings.Contains(err.Error(), "x.tar.zst: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := os.Stat(to); c.to == "" && err == nil {
			t.Errorf("%s: %s is made", what, to)
		}
	}
	if left, _ := os.ReadDir(full); len(left) != 1 {
		t.Errorf("the folder in use: %v", left)
	}
}

// evil is an archive with one entry, behind a head unless the name is empty.
func evil(t *testing.T, name string, kind byte) []byte {
	t.Helper()
	var b strings.Builder
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	if name != "" {
		err = ownEntry(w, headName, noon, head)
	} else {
		name = "README"
	}
	h := &tar.Header{Name: name, Typeflag: kind, Mode: 0o600}
	if kind == tar.TypeSymlink {
		h.Linkname = "/etc/passwd"
	}
	err = errors.Join(err, w.WriteHeader(h), ownEntry(w, sumsName, noon, []Sum{}), w.Close(), z.Close())
	if err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

// Entries are read no further than they say.
func TestReadsNoFurther(t *testing.T) {
	t.Parallel()
	n := 0
	_, sums, err := read(save(t, packed(t, head, three)), func(h *tar.Header, r io.Reader) error {
		b, err := io.ReadAll(r)
		if n++; int64(len(b)) != h.Size {
			t.Errorf("%s: %d bytes of %d", h.Name, len(b), h.Size)
		}
		return err
	})
	if err != nil || n != 3 || len(sums) != 3 {
		t.Error(n, sums, err)
	}
}
