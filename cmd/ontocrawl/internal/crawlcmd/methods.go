package crawlcmd

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/strategy"
)

// methodHelp lists what --strategy and --linkrank can be.
func methodHelp() string {
	var b strings.Builder
	var ranking []string
	fmt.Fprintln(&b, "Strategies:")
	for _, m := range strategy.Methods() {
		fmt.Fprintf(&b, "  %-17s %s\n", m.Name, m.About)
		if m.Ranks() {
			ranking = append(ranking, m.Name)
		}
	}
	fmt.Fprintf(&b, "\nLink ranks, for %s:\n", strings.Join(ranking, ", ")) // not translated: part of a help text, which is
	for _, m := range strategy.All().Rankings {
		fmt.Fprintf(&b, "  %-17s %s\n", m.Name, m.About)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
