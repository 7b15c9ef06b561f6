package dedup_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/dedup"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// TestGoldenSimhash: the simhash of a text has not changed. The journal stores it.
func TestGoldenSimhash(t *testing.T) {
	var b strings.Builder
	for _, text := range []string{
		strings.Join(words(50, 1), " "),
		strings.Join(words(600, 2), " "),
		strings.Repeat("台风于凌晨登陆，风暴潮淹没港口。红色预警仍未解除；", 4) + strings.Repeat("気象庁は警報を発表した。", 3),
		strings.Repeat("Der Taifun ÜBER 12 Häfen — ещё раз. ", 12),
		"too short",
	} {
		fmt.Fprintf(&b, "%016x\n", dedup.Simhash(pageOf(crawl.RegionMain, text)))
	}
	goldentest.Text(t, "simhash.txt", b.String())
}
