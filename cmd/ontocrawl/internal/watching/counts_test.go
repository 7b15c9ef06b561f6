package watching

import (
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// counted holds what an output says of a run.
type counted struct{ Pages, Current, Relevant int }

const soup = "Cut the leeks, melt the butter, add water and salt, and let the Soup stand for an hour before you serve it. "

const snow = "The avalanche came down on the pass at noon; the avalanche buried the road, and the avalanche warning stayed in force. "

// stormy is a site with a copy, pages that will go, change and come to the topic, and two
// pages that only an edited ontology knows to be relevant.
func stormy(t *testing.T) *living {
	l := newLiving(t)
	l.edit(map[string]string{
		"/": page1("Weather desk", "All the news.", `<a href="/one">one</a> <a href="/copy">two</a> <a href="/goes">three</a> <a href="/turns">four</a>
			<a href="/comes">five</a> <a href="/snow1">six</a> <a href="/snow2">seven</a>`),
		"/one": page1("Typhoon one", strings.Repeat(storm, 3), ""), "/copy": page1("Typhoon one", strings.Repeat(storm, 3), ""),
		"/goes":  page1("Typhoon two", "A typhoon came ashore in the night. "+strings.Repeat(storm, 2), ""),
		"/turns": page1("Typhoon three", "A typhoon went out to sea. "+strings.Repeat(storm, 4), ""),
		"/comes": page1("A soup", strings.Repeat(soup, 2), ""),
		"/snow1": page1("The pass", strings.Repeat(snow, 3), ""), "/snow2": page1("The road", "A road was closed. "+strings.Repeat(snow, 2), ""),
	})
	return l
}

// later is the site a day later: five pages are as they were.
func (l *living) later() {
	l.edit(map[string]string{
		"/goes":  "",
		"/turns": page1("A soup of leeks", strings.Repeat(soup, 4), ""),
		"/comes": page1("Typhoon four", "A typhoon has formed. "+strings.Repeat(storm, 3), ""),
	})
}

// number returns the number that the expression finds in text.
func number(t *testing.T, text, expression string) int {
	t.Helper()
	m := regexp.MustCompile(expression).FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no %q in\n%s", expression, text)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// must runs the program and returns what it prints.
func must(t *testing.T, args ...string) string {
	t.Helper()
	r := ontocrawl(t, args...)
	if r.code != cli.ExitOK {
		t.Fatalf("%v: exit code %d\n%s%s", args, r.code, r.out, r.err)
	}
	return r.out
}

// outputs are the counts of the run folder dir in all its outputs. An output that does
// not show a count repeats summary.json's.
func outputs(t *testing.T, dir string) map[string]counted {
	t.Helper()
	sum, err := rundir.ReadSummary(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]counted{"summary.json": {sum.Pages, sum.Current, sum.Relevant}}
	text := must(t, "status", dir)
	all["status"] = counted{number(t, text, `pages +(\d+)`), sum.Current, number(t, text, `relevant +(\d+)`)}
	var s struct{ Pages, Current, Relevant int }
	if err := json.Unmarshal([]byte(must(t, "status", dir, "--json")), &s); err != nil {
		t.Fatal(err)
	}
	all["status --json"] = s
	text = must(t, "report", dir, "--out", "-")
	all["report"] = counted{number(t, text, `(\d+), of which`), sum.Current, number(t, text, `of which (\d+) are relevant`)}
	for format, count := range map[string]func(string) int{
		"jsonl": func(text string) int { return strings.Count(text, "\n") },
		"csv": func(text string) int {
			rows, _ := csv.NewReader(strings.NewReader(text)).ReadAll()
			return len(rows) - 1
		},
		"turtle": func(text string) int { return strings.Count(text, "schema:url \"") },
		"jsonld": func(text string) int { return strings.Count(text, `"schema:url": {`) },
	} {
		all["export "+format] = counted{sum.Pages, count(must(t, "export", dir, "--format", format)), count(must(t, "export", dir, "--format", format, "--relevant"))}
	}
	address, end := served(t, nil, dir, "--listen", "127.0.0.1:0")
	name := filepath.Base(dir)
	l := cmdtest.Asked[api.Live](t, address+"api/v1/jobs/"+name+"/live")
	all["page, live"] = counted{l.Pages, l.Current, l.Relevant}
	last := l.Curve[len(l.Curve)-1]
	all["page, curve"] = counted{last.Pages, sum.Current, last.Relevant}
	r := cmdtest.Asked[[]monitor.Run](t, address+"api/v1/jobs/"+name+"/runs")[0]
	all["page, run"] = counted{r.Pages, sum.Current, r.Relevant}
	hosts := counted{0, sum.Current, 0}
	for _, h := range l.TopHosts {
		hosts.Pages, hosts.Relevant = hosts.Pages+h.Pages, hosts.Relevant+h.Relevant
	}
	all["page, hosts"] = hosts
	end()
	return all
}

func agree(t *testing.T, when string, all map[string]counted, want counted) {
	t.Helper()
	for output, got := range all {
		if got != want {
			t.Errorf("%s: %s says %+v, want %+v", when, output, got, want)
		}
	}
}

// TestCountsAgree: whatever happens to the pages of a crawl, all outputs count alike.
func TestCountsAgree(t *testing.T) {
	t.Parallel()
	site := stormy(t)
	out := filepath.Join(t.TempDir(), "run")
	for _, when := range []struct {
		name string
		want counted
	}{{"crawled", counted{8, 8, 3}}, {"refreshed", counted{8, 7, 2}}} {
		more := []string{"--warc", "relevant"}
		if when.name == "refreshed" {
			site.later()
			more = append(more, "--refresh")
		}
		text := must(t, site.args(t, out, more...)...)
		all := outputs(t, out)
		all["crawl"] = counted{number(t, text, `pages +(\d+)`), when.want.Current, number(t, text, `relevant +(\d+)`)}
		agree(t, when.name, all, when.want)
	}
	if s, err := rundir.ReadSummary(out); err != nil || s.Gone != 1 || s.Changed != 2 || s.Duplicates != 1 || s.Visits != s.Requests || s.Requests != 16 {
		t.Errorf("%v, %+v", err, s)
	}
}
