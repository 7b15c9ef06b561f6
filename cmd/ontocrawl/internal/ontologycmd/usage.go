package ontologycmd

import (
	"errors"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/english"
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
		return cli.Usage(english.Errorf("--measure: %w", err))
	}
	table, groups, extra := r.matrix || r.allPairs, len(r.group)+len(r.with) > 0, strings.Join(args, " ")
	modes := count(r.matrix, r.allPairs, groups, r.judged != "")
	for _, e := range []struct {
		wrong bool
		err   error
	}{
		{changed("ic") && !method.UsesIC && r.judged == "", english.Errorf("--ic is for measures that use information content; %s does not", r.measure)},
		{modes > 1, errors.New("--matrix, --all-pairs, --group and --against are four questions; ask one")},
		{r.matrix && extra != "", english.Errorf("--matrix compares all concepts; leave out %s", extra)},
		{r.allPairs && extra != "", english.Errorf("--all-pairs compares all concepts; leave out %s", extra)},
		{r.judged != "" && extra != "", english.Errorf("--against compares the pairs of its file; leave out %s", extra)},
		{r.fit && r.judged == "", errors.New("--fit is for --against")},
		{groups && (len(r.group) == 0 || len(r.with) == 0), errors.New("groups are compared by --group A,B --with C,D")},
		{groups && extra != "", english.Errorf("--group and --with name the concepts to compare; leave out %s", extra)},
		{!groups && changed("combine"), errors.New("--combine is for --group and --with")},
		{table && r.explain, errors.New("--explain is for two concepts, for one and for groups; a table of all pairs has no room for it")},
		{!r.allPairs && changed("min"), errors.New("--min is for --all-pairs")},
		{!(r.min >= 0 && r.min <= 1), english.Errorf("--min is %v, but it must be from 0 to 1", r.min)},
		{!table && changed("out"), errors.New("--out is for --matrix and --all-pairs")},
		{!table && changed("format") && r.format != "text" && r.format != "json", english.Errorf("--format %s is for --matrix and --all-pairs; here text and json are possible", r.format)},
		{changed("top") && (modes > 0 && r.judged == "" || len(args) == 2), errors.New("--top lists what is near one concept; name one")},
		{modes == 0 && len(args) != 1 && len(args) != 2, errors.New("name two concepts, or one with --top N, or --matrix, --all-pairs, --group or --against; see ontocrawl similarity --help")},
		{r.top < 1, english.Errorf("--top is %d, but it must be 1 or more", r.top)},
	} {
		if e.wrong {
			return cli.Usage(e.err)
		}
	}
	for _, name := range []string{"tau", "alpha", "beta", "gamma", "delta", "epsilon"} {
		if r.measure != semsim.FiveFactors && r.judged == "" && changed(name) {
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
