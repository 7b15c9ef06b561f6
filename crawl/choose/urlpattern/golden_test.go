package urlpattern_test

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// TestGoldenPatterns: the pattern of a URL has not changed. The trap guard and the
// default strategy store hashes of patterns.
func TestGoldenPatterns(t *testing.T) {
	var b strings.Builder
	for _, url := range []string{
		"https://h.example/",
		"https://h.example/news/2024/07/21/typhoon-prapiroon-makes-landfall.html",
		"https://h.example/calendar?year=2024&month=7&view=day",
		"https://h.example/article/800364.html",
		"https://h.example/art/2024/7/21/art_31_5042.html",
		"https://h.example/a1b2c3d4e5f60718293a4b5c6d7e8f90",
		"https://h.example/台风/第12号.html?p=3#x",
		"http://sub.h.example:8080/~user/index.php?id=17&sid=a9f",
	} {
		b.WriteString(url + "\t" + urlpattern.Of(url) + "\n")
	}
	goldentest.Text(t, "patterns.tsv", b.String())
}
