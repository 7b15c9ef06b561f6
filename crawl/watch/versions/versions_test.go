package versions

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

var noon = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)

func versionsOf(t *testing.T, dir string, want int) []Version {
	t.Helper()
	all, err := Read(dir)
	if err != nil || len(all) != want {
		t.Fatalf("%d versions, want %d: %+v (%v)", len(all), want, all, err)
	}
	return all
}

// TestStore: versions are noted when they come into force, each once, with its text and what it did to the pages; a
// killed pass and the next one count together, and a line that was cut short costs only itself.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	versionsOf(t, dir, 0)
	b := &Store{Dir: dir, Now: func() time.Time { return noon }}
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	one := &topic.Topic{Origins: []crawl.Origin{{Name: "o.ttl", SHA256: "aa"}}}
	ok(b.InForce("aa", one, 0, nil))
	ok(b.InForce("aa", one, 7, nil))
	ok(b.InForce("aa", one, 7, []byte("first"))) // its text is known later
	ok(b.Judged("zz", Judged{Gained: 9}))        // not in force
	ok(b.InForce("bb", &topic.Topic{}, 30, []byte("second")))
	f, err := os.OpenFile(filepath.Join(dir, rundir.OntologyDir, file), os.O_APPEND|os.O_WRONLY, 0)
	ok(err)
	_, err = f.WriteString(`{"number":3,"ha`)
	ok(errors.Join(err, f.Close()))
	ok(b.Judged("bb", Judged{Pages: 10, Gained: 2, Lost: 1}))
	ok(b.Judged("bb", Judged{Pages: 40, Gained: 3, Moved: 4}))
	ok(b.InForce("aa", one, 50, []byte("first"))) // taken back
	all := versionsOf(t, dir, 3)
	if v := all[0]; v.Number != 1 || v.After != 0 || !v.At.Equal(noon) || v.Origins[0].Name != "o.ttl" || v.Judged != nil {
		t.Errorf("%+v", v)
	}
	if v := all[1]; v.Hash != "bb" || v.After != 30 || v.Judged == nil || *v.Judged != (Judged{At: noon, Pages: 40, Gained: 5, Lost: 1, Moved: 4}) {
		t.Errorf("%+v %+v", v, v.Judged)
	}
	for i, want := range []string{"first", "second", "first"} {
		if text, err := Text(dir, &all[i]); err != nil || string(text) != want || !Kept(dir, &all[i]) {
			t.Errorf("version %d: %q %v", i+1, text, err)
		}
	}
	ok(os.WriteFile(textName(dir, all[1].Text), []byte("damaged"), 0o600))
	if _, err := Text(dir, &all[1]); !errors.Is(err, ErrNoText) {
		t.Errorf("a damaged text: %v", err)
	}
	if _, err := Text(dir, &Version{Text: "../../" + all[0].Text}); !errors.Is(err, ErrNoText) {
		t.Errorf("a name out of the folder: %v", err)
	}
}

// TestBounded: only the newest texts and versions stay.
func TestBounded(t *testing.T) {
	dir := t.TempDir()
	b := &Store{Dir: dir}
	for i := range mostTexts + 5 {
		if err := b.InForce(fmt.Sprint("h", i), &topic.Topic{}, i, fmt.Append(nil, "text ", i)); err != nil {
			t.Fatal(err)
		}
	}
	all := versionsOf(t, dir, mostTexts+5)
	for i := range all {
		if got, want := Kept(dir, &all[i]), i >= 5; got != want {
			t.Errorf("the text of version %d is kept: %v", i+1, got)
		}
	}
	if err := rewrite(filepath.Join(dir, rundir.OntologyDir, file), make([]Version, 0)); err != nil {
		t.Fatal(err)
	}
	for i := range mostVersions {
		all = append(all[:i:i], Version{Number: i + 1, Hash: fmt.Sprint(i)})
	}
	if err := rewrite(filepath.Join(dir, rundir.OntologyDir, file), all); err != nil {
		t.Fatal(err)
	}
	if err := b.InForce("new", &topic.Topic{}, 1, nil); err != nil {
		t.Fatal(err)
	}
	if all = versionsOf(t, dir, mostVersions*4/5+1); all[len(all)-1].Number != mostVersions+1 || all[len(all)-1].Hash != "new" {
		t.Errorf("the last is %+v", all[len(all)-1])
	}
}
