package progress

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// TestBestPages: of more pages than are compared at a time the best come first, and of equals that which was
// recorded first.
func TestBestPages(t *testing.T) {
	dir := t.TempDir()
	var lines bytes.Buffer
	for i := range 1000 {
		p := rundir.Page{URL: fmt.Sprintf("http://a.test/%d", i), Relevant: i%10 != 0}
		p.Relevance = rundir.Number(float64(i%9) / 10) // .8 at 8, 17, 26, ...
		line, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	if err := os.WriteFile(filepath.Join(dir, rundir.PagesFile), lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	best, err := BestPages(dir, 5)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range best {
		got = append(got, p.URL[len("http://a.test/"):])
	}
	if want := "[8 17 26 35 44]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}
