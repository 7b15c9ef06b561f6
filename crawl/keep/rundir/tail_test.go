package rundir_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

func TestTail(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, rundir.PagesFile)
	line := func(seq, size int) string {
		return fmt.Sprintf("{\"seq\":%d,\"title\":%q}\n", seq, strings.Repeat("x", size))
	}
	for _, x := range []struct {
		text string
		n    int
		want []int
	}{
		{"", 3, nil},
		{line(1, 5), 3, []int{1}},
		{line(1, 5) + line(2, 5) + line(3, 5), 2, []int{2, 3}},
		{line(1, 5) + line(2, 5) + `{"seq":3,"tit`, 3, []int{1, 2}},
		{`{"seq":3,"tit`, 3, nil},
		{line(1, 200_000) + line(2, 100_000) + line(3, 100_000), 3, []int{2, 3}}, // the first is not whole in what is read
		{line(1, 500_000), 3, nil},
	} {
		if err := os.WriteFile(name, []byte(x.text), 0o600); err != nil {
			t.Fatal(err)
		}
		pages, err := rundir.Tail(dir, x.n)
		if err != nil {
			t.Errorf("%.40q: %v", x.text, err)
		}
		var got []int
		for _, p := range pages {
			got = append(got, p.Seq)
		}
		if fmt.Sprint(got) != fmt.Sprint(x.want) {
			t.Errorf("%.40q: %v, want %v", x.text, got, x.want)
		}
	}
	if err := os.WriteFile(name, []byte("{}\nno json\n{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := rundir.Tail(dir, 3); err == nil || !strings.Contains(err.Error(), "line 2 from its end") {
		t.Errorf("err %v", err)
	}
}

// TestTailOfParts: after a rotation the last pages stand in earlier parts, the
// latest of which may not be compressed yet.
func TestTailOfParts(t *testing.T) {
	dir := t.TempDir()
	lines := func(from, to int) string {
		var b strings.Builder
		for seq := from; seq <= to; seq++ {
			fmt.Fprintf(&b, "{\"seq\":%d}\n", seq)
		}
		return b.String()
	}
	packed := func(text string) string {
		var b strings.Builder
		z := gzip.NewWriter(&b)
		io.WriteString(z, text) //nolint:errcheck // to memory
		z.Close()               //nolint:errcheck // to memory
		return b.String()
	}
	for name, text := range map[string]string{
		"pages-00001.jsonl.gz": packed(lines(1, 3)), "pages-00002.jsonl.gz": packed(lines(4, 20)), "pages-00003.jsonl": lines(21, 23),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		text string // of pages.jsonl; "-": just renamed
		n    int
		want string
	}{
		{lines(24, 30), 5, "26..30"},
		{lines(24, 25), 5, "21..25"},
		{"", 2, "22..23"},
		{"-", 5, "19..23"},
		{lines(23, 24), 3, "22..24"}, // read before it was rotated
		{"", 21, "3..23"},
		{"", 99, "1..23"},
	} {
		name := filepath.Join(dir, rundir.PagesFile)
		os.Remove(name) //nolint:errcheck // it may not be there
		if x.text != "-" {
			if err := os.WriteFile(name, []byte(x.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		pages, err := rundir.Tail(dir, x.n)
		if err != nil || len(pages) == 0 {
			t.Errorf("%q: %d pages, %v", x.text, len(pages), err)
			continue
		}
		first, last := pages[0].Seq, pages[len(pages)-1].Seq
		if got := fmt.Sprintf("%d..%d", first, last); got != x.want || len(pages) != last-first+1 {
			t.Errorf("%q: %d pages, %s, want %s", x.text, len(pages), got, x.want)
		}
	}
	if _, err := rundir.Tail(t.TempDir(), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder: %v", err)
	}
}

// TestPagesWhileRotated: who reads a run hears of each page once, also if a
// rotation comes in between.
func TestPagesWhileRotated(t *testing.T) {
	dir := t.TempDir()
	line := func(seq int) string { return fmt.Sprintf("{\"seq\":%d}\n", seq) }
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("pages-00001.jsonl", line(1)+line(2))
	write(rundir.PagesFile, line(3)+line(4))
	var got []int
	for p, err := range rundir.Pages(dir) {
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, p.Seq); p.Seq == 1 {
			if err := os.Rename(filepath.Join(dir, rundir.PagesFile), filepath.Join(dir, "pages-00002.jsonl")); err != nil {
				t.Fatal(err)
			}
			write(rundir.PagesFile, line(5))
		}
	}
	if fmt.Sprint(got) != "[1 2 3 4]" {
		t.Errorf("pages %v", got)
	}
}
