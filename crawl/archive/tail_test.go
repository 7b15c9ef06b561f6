package archive_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/archive"
)

func TestTail(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, archive.PagesFile)
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
		pages, err := archive.Tail(dir, x.n)
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
	if _, err := archive.Tail(dir, 3); err == nil || !strings.Contains(err.Error(), "line 2 from its end") {
		t.Errorf("err %v", err)
	}
}
