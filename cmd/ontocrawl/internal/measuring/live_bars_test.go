package measuring

import (
	"encoding/json"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/lab/report"
)

// The flags of TestLiveBars stand after -args.
var (
	liveAll        = flag.Bool("all", false, "TestLiveBars: all rows, with all draws")
	liveRows       = flag.String("rows", "", "TestLiveBars: the rows whose names begin with one of these, between commas")
	liveDraws      = flag.Int("draws", 0, "TestLiveBars: draws of each row (0: those of the row)")
	liveStrategies = flag.String("strategies", "tabu", "TestLiveBars: strategies, between commas")
	liveEval       = flag.String("eval", "", "TestLiveBars: further flags of eval, between spaces: --web-outside dead --method-option balance=.35")
)

// liveRow is a topic on a web that answers as the live web would.
type liveRow struct {
	name  string
	draws int
	args  []string
	short bool // is run without -all
	// floor is the least area ratio of tabu, with the short form's draws: what was
	// measured, less a little, so that what was gained is not lost.
	floor float64
}

// liveTopics are the rows of the encyclopedia: name, ontology below ontology/, topic and label.
// The last six are blind: whoever wrote them saw neither pages nor results.
var liveTopics = [][4]string{
	{"dinosaurs", barOntology("dinosaurs"), "dinosaur", "Science.Biology.Dinosaurs"},
	{"railways", barOntology("railways"), "railway", "Design_and_Technology.Railway_transport"},
	{"astronomy", barOntology("astronomy"), "astronomy", "Science.Physics.Space_Astronomy"},
	{"birds", barOntology("birds"), "bird", "Science.Biology.Birds"},
	{"blind-mammals", "topics/mammals.ttl", "mammal", "Science.Biology.Mammals"},
	{"blind-elements", "topics/elements.ttl", "chemical element", "Science.Chemistry.Chemical_elements"},
	{"blind-food", "topics/food.ttl", "food and agriculture", "Everyday_life.Food_and_agriculture"},
	{"blind-space", "topics/spacetransport.ttl", "space transport", "Science.Physics.Space_transport"},
	{"blind-ww2", "topics/ww2.ttl", "World War II", "History.World_War_II"},
	{"blind-maths", "topics/mathematics.ttl", "mathematics", "Mathematics"},
}

func liveRowsOf(t *testing.T) (rows []liveRow) {
	hosts, fema, help, wiki := goldentest.Web(t, "hosts-dev"), goldentest.Web(t, "fema-gov"), goldentest.Web(t, "lohelp-zh"), goldentest.Web(t, "wikispeedia-en")
	storm := func(web, topic, label string, more ...string) []string {
		return append([]string{"--web", web, "--topic", topic, "--label", "topic:" + label, "--ignore", "near:*,maybe:*"}, more...)
	}
	homes := []string{"--seeds", filepath.Join(hosts, "seeds_home.txt"), "--seeds-share", "0.75", "--budget", "seeds+20x"}
	part := []string{"--web-partial", "all"}
	module := func(ontology, topic, label string, more ...string) []string {
		return append([]string{"--web", help, "--ontology", barOntology(ontology), "--topic", topic, "--label", "topic:" + label, "--ignore", "module:shared"}, more...)
	}
	rows = []liveRow{
		{name: "hosts-storms", draws: 12, short: true, floor: .80, args: storm(hosts, "typhoon,rainstorm", "storm-rain-flood", homes...)},
		{name: "hosts-cyclones", draws: 12, args: storm(hosts, "typhoon", "tropical-cyclone", homes...)},
		{name: "fema-cyclones", draws: 5, args: storm(fema, "typhoon", "tropical-cyclone", part...)},
		{name: "fema-storms", draws: 5, args: storm(fema, "typhoon,rainstorm", "storm-rain-flood", part...)},
		{name: "charts", draws: 5, args: module("charts-zh", "图表", "charts", "--seed", "3")},
		{name: "databases", draws: 5, args: module("database-zh", "数据库", "database")},
	}
	for _, topic := range liveTopics {
		file := topic[1]
		if strings.HasPrefix(file, "topics/") {
			file = goldentest.Path(t, file)
		}
		rows = append(rows, liveRow{name: topic[0], draws: 5, args: []string{"--web", wiki, "--ontology", file, "--topic", topic[2], "--label", "subject." + topic[3]}})
	}
	return rows
}

// chosen reports whether a row is to be run, as the flags say.
func (r liveRow) chosen() bool {
	if *liveRows == "" {
		return *liveAll || r.short
	}
	for name := range strings.SplitSeq(*liveRows, ",") {
		if strings.HasPrefix(r.name, name) {
			return true
		}
	}
	return false
}

// TestLiveBars measures strategies on webs that answer as the live web would, every
// request charged, one line a row and strategy:
//
//	ONTOCRAWL_DATA=... go test ./cmd/ontocrawl -run TestLiveBars -v -args -all -strategies tabu,best-first
//
// Without -all it makes two draws of one row.
func TestLiveBars(t *testing.T) {
	fmt.Printf("%-15s %-20s %5s %-17s %7s %7s %6s %8s %7s %8s\n", "row", "strategy", "ratio", "", "by page", "recall", "failed", "requests", "outside", "cpu s")
	for _, r := range liveRowsOf(t) {
		if r.chosen() {
			t.Run(r.name, r.measure)
		}
	}
}

func (r liveRow) measure(t *testing.T) {
	draws := r.draws
	if r.short && !*liveAll && *liveRows == "" {
		draws = 2
	}
	if *liveDraws > 0 {
		draws = *liveDraws
	}
	args := append([]string{"eval", "--ablate=false", "--repeat", fmt.Sprint(draws), "--strategies", *liveStrategies, "--out", t.TempDir(), "--json"}, r.args...)
	got := ontocrawl(t, append(args, strings.Fields(*liveEval)...)...)
	var rep report.Results
	if err := json.Unmarshal([]byte(got.out), &rep); got.code != cli.ExitOK || err != nil {
		t.Fatalf("code %d, %v\n%s", got.code, err, got.err)
	}
	for _, m := range rep.Means {
		of := m.Of
		fmt.Printf("%-15s %-20s %.3f (%.3f to %.3f) %7.3f %7.3f %6.2f %8.0f %7.1f %8.2f\n", r.name, m.Strategy, of["area_ratio"].Mean, of["area_ratio"].Low,
			of["area_ratio"].High, of["area_ratio_by_page"].Mean, of["recall"].Mean, of["failures_a_page"].Mean, of["requests"].Mean, of["outside"].Mean, of["cpu_seconds"].Mean)
		if m.Strategy == "tabu" && draws == 2 && of["area_ratio"].Mean < r.floor {
			t.Errorf("tabu reaches %.3f of the oracle's area; want %.3f", of["area_ratio"].Mean, r.floor)
		}
	}
}
