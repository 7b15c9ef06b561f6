package messagetest

import (
	"slices"
	"testing"
)

// What goes through a catalogue is found with its text, what does not is found with the function that
// shows it, and codes, verbs and lines with a reason are left alone.
func TestScan(t *testing.T) {
	src := `package p

func f() {
	message.Fprintf(w, "no page in %s\n", dir)
	_ = english.Errorf("cannot " + "read: %w", err)
	p.Text("harvest rate")
	log.Warn("run begins", "key", "not this text")
	_ = errors.New("no seed")
	t := &term.Table{Head: []string{"", ">pages"}}
	t.Label("  gained, lost", x)
	fmt.Fprintf(w, "this is outside %d\n", n)
	fmt.Fprintf(w, "%s: %d\n", a, n)
	fmt.Fprint(w, "\r\x1b[K")
	b.WriteString("<td class=x>")
	panic(fmt.Sprintf("a programmer's slip")) // not translated: for the programmer
	fmt.Errorf("x %v", variable)
	english.Errorf(variable)
	p.errorAt(at, "expected a name, found %s", "the second text")
	p.take('(', "at the end of %s", "the list")
	_ = english.Plural(n, "%d file", "%d files")
}
`
	found, err := Scan("p.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	want := []Found{
		{"no page in %s\n", "p.go:4", false, ""},
		{"cannot read: %w", "p.go:5", false, ""},
		{"harvest rate", "p.go:6", false, ""},
		{"run begins", "p.go:7", true, ""},
		{"no seed", "p.go:8", false, ""},
		{"pages", "p.go:9", false, ""},
		{"gained, lost", "p.go:10", false, ""},
		{"this is outside %d\n", "p.go:11", false, "fmt.Fprintf"},
		{"<td class=x>", "p.go:14", false, "b.WriteString"},
		{"expected a name, found %s", "p.go:18", false, ""},
		{"at the end of %s", "p.go:19", false, ""},
		{"the list", "p.go:19", false, ""},
		{"%d file", "p.go:20", false, ""},
		{"%d files", "p.go:20", false, ""},
	}
	if !slices.Equal(found, want) {
		t.Errorf("found\n%+v\nwant\n%+v", found, want)
	}
	found, err = Scan("p.go", []byte("package p\n\nimport texts \"example.org/message\"\n\nvar _ = texts.Fprint(w, \"by another name\")\n"))
	if want := (Found{"by another name", "p.go:5", false, ""}); err != nil || len(found) != 1 || found[0] != want {
		t.Errorf("found %+v, %v", found, err)
	}
	if _, err := Scan("p.go", []byte("no go")); err == nil {
		t.Error("no Go was read")
	}
}
