package similaritycmd

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// check refuses flags that contradict each other or would have no effect.
func (r *command) check(changed func(flag string) bool, args []string) error {
	if r.asJSON && changed("format") && r.format != "json" {
		return cli.Usagef("--json and --format %s contradict each other", r.format)
	}
	if r.asJSON {
		r.format = "json"
	}
	method, err := semsim.LookUp(r.measure)
	if err != nil {
		return cli.Usage(fmt.Errorf("--measure: %w", err))
	}
	table, groups, extra := r.matrix || r.allPairs, len(r.group)+len(r.with) > 0, strings.Join(args, " ")
	modes := count(r.matrix, r.allPairs, groups)
	for _, e := range []struct {
		wrong   bool
		message string
	}{
		{changed("ic") && !method.UsesIC, "--ic is for measures that use information content; " + r.measure + " does not"},
		{modes > 1, "--matrix, --all-pairs and --group are three questions; ask one"},
		{r.matrix && extra != "", "--matrix compares all concepts; leave out " + extra},
		{r.allPairs && extra != "", "--all-pairs compares all concepts; leave out " + extra},
		{groups && (len(r.group) == 0 || len(r.with) == 0), "groups are compared by --group A,B --with C,D"},
		{groups && extra != "", "--group and --with name the concepts to compare; leave out " + extra},
		{!groups && changed("combine"), "--combine is for --group and --with"},
		{table && r.explain, "--explain is for two concepts, for one and for groups; a table of all pairs has no room for it"},
		{!r.allPairs && changed("min"), "--min is for --all-pairs"},
		{!(r.min >= 0 && r.min <= 1), fmt.Sprintf("--min is %v, but it must be from 0 to 1", r.min)},
		{!table && changed("out"), "--out is for --matrix and --all-pairs"},
		{!table && changed("format") && r.format != "text" && r.format != "json", "--format " + r.format + " is for --matrix and --all-pairs; here text and json are possible"},
		{changed("top") && (modes > 0 || len(args) == 2), "--top lists what is near one concept; name one"},
		{modes == 0 && len(args) != 1 && len(args) != 2, "name two concepts, or one with --top N, or --matrix, --all-pairs or --group; see ontocrawl similarity --help"},
		{r.top < 1, fmt.Sprintf("--top is %d, but it must be 1 or more", r.top)},
	} {
		if e.wrong {
			return cli.Usagef("%s", e.message)
		}
	}
	for _, name := range []string{"tau", "alpha", "beta", "gamma", "delta", "epsilon"} {
		if r.measure != semsim.FiveFactors && changed(name) {
			return cli.Usagef("--%s is for the five factors; %s has no such parameter", name, r.measure)
		}
	}
	return nil
}

func count(all ...bool) (n int) {
	for _, b := range all {
		if b {
			n++
		}
	}
	return n
}
