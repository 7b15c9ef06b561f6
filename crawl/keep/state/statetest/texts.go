package statetest

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// text is the text of visit seq: some long, some short, some with one of two
// dictionaries.
func text(seq int) *crawl.Text {
	t := &crawl.Text{Packed: bytes.Repeat(fmt.Append(nil, "text ", seq, " "), 1+seq%300)}
	if n := seq % 4; n < 2 {
		t.Dictionary = &crawl.Dictionary{ID: ^uint64(n), Host: fmt.Sprintf("h%d.example", n), Data: bytes.Repeat([]byte{byte(n)}, 5000*n)}
	}
	return t
}

// texted is Visit(seq, 1) with its text, if it brought a page.
func texted(seq int) *crawl.Visit {
	v := Visit(seq, 1)
	if v.OK() {
		v.Text = text(seq)
	}
	return v
}

// asked is a later visit of the page that visit first brought: with another text, or
// with a status.
func asked(seq, first, status int) *crawl.Visit {
	v := Visit(first, 1)
	v.Seq, v.Choice.Again, v.Status, v.Text = seq, true, status, text(seq)
	if status != 200 {
		v.Page, v.Text, v.Score = nil, nil, crawl.Score{}
	}
	return v
}

// wants checks the texts of visits 1 to n.
func wants(t *testing.T, s crawl.State, n int, want map[int]*crawl.Text) {
	t.Helper()
	k := s.Keeper()
	for seq := 1; seq <= n; seq++ {
		got, err := k.Text(seq)
		ok(t, err)
		if d := cmp.Diff(want[seq], got); d != "" {
			t.Fatalf("text of visit %d (-want +got):\n%s", seq, d)
		}
		v, err := k.Visit(seq)
		ok(t, err)
		if v.Seq != seq || v.Page != nil && (v.Page.Blocks != nil || v.Page.Links != nil) {
			t.Fatalf("Visit(%d) = %+v", seq, v)
		}
	}
	known := map[uint64]bool{}
	for _, x := range want {
		if x.Dictionary != nil {
			known[x.Dictionary.ID] = true
		}
	}
	all, err := k.Dictionaries()
	ok(t, err)
	for _, d := range all {
		delete(known, d.ID)
	}
	if len(known) > 0 {
		t.Errorf("dictionaries are missing: %v", known)
	}
}

// texts: each page has the text of its last version, as long as it is there, and no
// other visit has one.
func (x suite) texts(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	if s.Keeper() == nil {
		t.Skip("keeps no texts")
	}
	want := map[int]*crawl.Text{}
	for seq := 1; seq <= 30; seq++ {
		v := texted(seq)
		if ok(t, s.Record(v)); v.Text != nil {
			want[seq] = v.Text
		}
	}
	wants(t, s, 30, want) // in the open batch
	ok(t, s.Commit())
	for i, v := range []*crawl.Visit{
		asked(31, 1, 200), asked(32, 2, 304), asked(33, 3, 404), asked(34, 4, 503), asked(35, 6, 200),
		asked(36, 6, 200), asked(37, 7, 410), asked(38, 7, 200), Visit(8, 0).Rejudge(39, crawl.Score{Relevance: 1}),
	} {
		if i == 4 {
			v.Text = nil // it is not to be kept any more
		}
		if ok(t, s.Record(v)); v.Text != nil {
			want[v.Seq] = v.Text
		}
	}
	ok(t, s.Commit())
	for _, seq := range []int{1, 3, 6, 7} {
		delete(want, seq)
	}
	ok(t, s.Record(texted(40))) // replaced texts are deleted with the next batch
	ok(t, s.Commit())
	if v := texted(40); v.Text != nil {
		want[40] = v.Text
	} else {
		delete(want, 40)
	}
	wants(t, s, 40, want)
	ok(t, s.Close())
	s = x.must(t, dir)
	wants(t, s, 40, want)
	ok(t, s.Record(asked(41, 1, 200)))
	ok(t, s.Commit())
	ok(t, s.Record(asked(42, 1, 200)))
	ok(t, s.Close())
	s = x.must(t, dir)
	ok(t, s.Record(Visit(43, 0)))
	ok(t, s.Commit())
	delete(want, 31)
	want[42] = text(42)
	wants(t, s, 43, want)
}

// killedTexts: whenever the process dies, each page that is recorded has its text, and
// no text is of a visit that is not recorded.
func (x suite) killedTexts(t *testing.T) {
	dir := t.TempDir()
	s := x.must(t, dir)
	if s.Keeper() == nil {
		t.Skip("keeps no texts")
	}
	for seq := 1; seq <= 120; seq++ {
		v := texted(seq)
		if seq > 60 && seq%3 == 0 { // versions of the first ten pages
			v = asked(seq, 1+seq%10, 200)
		}
		ok(t, s.Record(v))
		if seq%20 == 0 {
			ok(t, s.Commit())
		}
		if seq%11 != 0 && seq != 120 {
			continue
		}
		dead := x.must(t, CopyDir(t, dir))
		current := map[string]int{}
		ok(t, dead.Visits(func(v *crawl.Visit) error {
			if v.OK() {
				current[v.Choice.URL] = v.Seq
			}
			return nil
		}))
		for url, at := range current {
			if got, err := dead.Keeper().Text(at); err != nil || cmp.Diff(text(at), got) != "" {
				t.Errorf("killed after visit %d: the text of %s, visit %d: %v, %v", seq, url, at, got != nil, err)
			}
		}
		for later := dead.Committed() + 1; later <= seq+1; later++ {
			if got, err := dead.Keeper().Text(later); err != nil || got != nil {
				t.Errorf("killed after visit %d, %d recorded: a text of visit %d, %v", seq, dead.Committed(), later, err)
			}
		}
		ok(t, dead.Close())
	}
}
