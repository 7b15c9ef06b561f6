package page

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// TestBareKinds reads small pages as people write them by hand, without menus, scripts and
// names: news of two sentences, bulletins, diaries, archives of ten links. The name of each
// file begins with its kind. What counts as a find must be right on all of them: no article
// leads only, and every list does. Of all kinds four of five must be right; the last
// 17 files (…-1 and on) were written after the training, and before it was tried on them.
func TestBareKinds(t *testing.T) {
	files, err := filepath.Glob("testdata/bare/*.html")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	right := 0
	for _, name := range files {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Parse(&crawl.Response{URL: "http://page.example/7.html", Final: "http://page.example/7.html", Status: 200, ContentType: "text/html", Body: body})
		if err != nil {
			t.Fatal(err)
		}
		want, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), ".html"), "-")
		got := p.About.Kind
		if got.String() == want {
			right++
			continue
		}
		t.Logf("%s is read as %v", filepath.Base(name), got)
		if want == "list" || got.Leads() {
			t.Errorf("%s is read as %v", filepath.Base(name), got)
		}
	}
	if least := len(files) * 8 / 10; right < least {
		t.Errorf("%d of %d are right, want %d", right, len(files), least)
	}
}
