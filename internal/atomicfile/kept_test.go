package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func compared(t *testing.T, name string, want Condition) {
	t.Helper()
	if _, _, is, err := Compare(name, Options{}); is != want || err != nil {
		t.Errorf("it is %d, want %d (%v)", is, want, err)
	}
}

// reads fails unless the kept file is read as text; restored: from its copy, because it is that.
func reads(t *testing.T, name, text string, edited func([]byte) bool, restored Condition) {
	t.Helper()
	got, r, err := ReadKept(name, Options{}, edited)
	is := Same
	if r != nil {
		is = r.Is
	}
	if string(got) != text || is != restored || err != nil {
		t.Errorf("read %q, restored %d, %v; want %q, %d", got, is, err, text, restored)
	}
}

// TestKeep: whatever happens to one of the two files, what was written is read, and said to be restored.
func TestKeep(t *testing.T) {
	name := filepath.Join(t.TempDir(), "division")
	compared(t, name, Bare)
	for _, text := range []string{"parts: 2\n", "parts: 3\n"} {
		if err := Keep(name, []byte(text), Options{}); err != nil {
			t.Fatal(err)
		}
		compared(t, name, Same)
		reads(t, name, text, nil, Same)
	}
	copyText, err := os.ReadFile(CopyName(name))
	if err != nil {
		t.Fatal(err)
	}
	// A golden copy: the sum of "parts: 2\n".
	if want := fmt.Sprintf(copyHead, Sum([]byte("parts: 2\n")), 0)[:81]; string(copyText[:81]) != want {
		t.Errorf("%q, want %q", copyText[:81], want)
	}
	any := func([]byte) bool { return true }
	for _, c := range []struct {
		text   string
		edited func([]byte) bool
		read   string
		is     Condition
	}{
		{"", nil, "parts: 3\n", Other}, {"", any, "parts: 3\n", Other}, {"parts: 7\n", nil, "parts: 3\n", Other}, {"parts: 7\n", any, "parts: 7\n", Same},
		{"parts: 2\n", any, "parts: 3\n", Same}, // the process was killed before the file got its name
	} {
		write(t, name, c.text)
		reads(t, name, c.read, c.edited, c.is)
	}
	write(t, name, "parts: 3\n")
	for i := range copyText {
		harmed := append([]byte{}, copyText...)
		harmed[i] ^= 1
		write(t, CopyName(name), string(harmed))
		compared(t, name, BadCopy)
		reads(t, name, "parts: 3\n", nil, Same)
		write(t, CopyName(name), string(copyText[:i]))
		compared(t, name, BadCopy)
	}
	write(t, CopyName(name), string(copyText))
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	reads(t, name, "parts: 3\n", nil, Gone)
	if _, _, err := ReadKept(name, Options{}, any); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a person deleted it: %v", err)
	}
	if text, r, err := Mend(name, Options{}, nil); string(text) != "parts: 3\n" || r == nil || err != nil {
		t.Error(string(text), r, err)
	}
	compared(t, name, Same)
	if err := Remove(name, Options{}); err != nil {
		t.Fatal(err)
	}
	only(t, filepath.Dir(name))
}

// TestMendUnderLock: a file to which another process is adding is behind its copy, and is left as it is.
func TestMendUnderLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "marks")
	edited := func([]byte) bool { return true }
	adding := Options{Lock: func(f *os.File) error { // between the two writes of an addition
		_, err := f.WriteString("one\n")
		return err
	}}
	if err := writeCopy(name, "-", []byte("one\n"), Options{}); err != nil {
		t.Fatal(err)
	}
	write(t, name, "")
	before, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if text, restored, err := Mend(name, adding, edited); string(text) != "one\n" || restored != nil || err != nil {
		t.Errorf("%q, %v, %v", text, restored, err)
	}
	if after, err := os.Stat(name); err != nil || !os.SameFile(before, after) {
		t.Errorf("the file was replaced: %v", err)
	}
}

// TestAppendToReplaced: a file that was replaced while its lock was waited for is opened again.
func TestAppendToReplaced(t *testing.T) {
	name := write(t, filepath.Join(t.TempDir(), "marks"), "one\n")
	waits := 0
	err := Append(name, []byte("three\n"), Options{Lock: func(*os.File) error {
		if waits++; waits > 1 {
			return nil
		}
		return Keep(name, []byte("one\ntwo\n"), Options{})
	}})
	if err != nil || waits != 2 {
		t.Errorf("%d locks, %v", waits, err)
	}
	holds(t, name, "one\ntwo\nthree\n")
	compared(t, name, Same)
}

// TestAppend: lines are added to both files; after a kill between the two, or an edit, the next addition finds both right.
func TestAppend(t *testing.T) {
	name := write(t, filepath.Join(t.TempDir(), "marks"), "of an earlier program\nno end")
	add := func(line string) {
		t.Helper()
		if err := Append(name, []byte(line), Options{}); err != nil {
			t.Fatal(err)
		}
		compared(t, name, Same)
	}
	add("one\n")
	add("two\n#\n")
	all := "of an earlier program\nno end\none\ntwo\n#\n"
	holds(t, name, all)
	whole, err := os.ReadFile(CopyName(name))
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		harmed := slices.Clone(whole)
		harmed[i] ^= 1
		write(t, CopyName(name), string(harmed))
		if _, _, is, err := Compare(name, Options{}); is == Same || err != nil {
			t.Errorf("byte %d of the copy is flipped, and it is %d (%v)", i, is, err)
		}
	}
	write(t, CopyName(name), string(whole))
	before := strings.TrimSuffix(all, "two\n#\n")
	write(t, name, before) // killed after the copy was written
	compared(t, name, Behind)
	reads(t, name, all, nil, Same)
	add("three\n")
	holds(t, name, all+"three\n")
	write(t, name, before) // the copy is cut in its second chunk, too
	write(t, CopyName(name), string(whole[:len(whole)-sizeOfEnd-4]))
	compared(t, name, Same)
	add("four\n")
	holds(t, name, before+"four\n")
	write(t, name, before+"fo") // the file alone is cut
	compared(t, name, Other)
	add("five\n")
	holds(t, name, before+"four\nfive\n")
	write(t, name, "a person's\n")
	compared(t, name, Other)
	add("six\n")
	holds(t, name, "a person's\nsix\n")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	add("anew\n")
	holds(t, name, "anew\n")
	only(t, filepath.Dir(name), ".marks.copy", "marks")
}
