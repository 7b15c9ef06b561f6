package metrics

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
)

// TestCluster: a node serves its own parts with the labels node and part, says what is wrong
// with the cluster, and is not well without a lease or a broker.
func TestCluster(t *testing.T) {
	v := &cluster.View{Crawl: cluster.Crawl{Number: 1}, Paused: true, Parts: 3, Nodes: []cluster.Node{
		{Node: "n1.aa", Alive: true, Heard: true, Homes: []int{0, 2}, Outbox: 5, Free: 3 << 30, Sent: cluster.Sent{Letters: 40, LetterBytes: 9000, OutcomeBytes: 800},
			Parts: []cluster.PartView{{Part: 0, Pages: 7, Relevant: 2, Inbox: 3, Behind: 1, Budget: 20, PerSecond: .5, Waiting: 90}, {Part: 2, Pages: 4}}},
		{Node: "n2.bb", Homes: []int{1}, Away: 14, Free: -1},
	}}
	v.Find(0)
	var failed error
	c := NewCluster(ClusterOptions{Version: "1.2", Node: "n1.aa", View: func() (*cluster.View, error) { return v, failed }})
	ask := func(path string) (int, string) {
		w := httptest.NewRecorder()
		handler(c, false).ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Code, w.Body.String()
	}
	_, text := ask("/metrics")
	for _, want := range []string{
		`ontocrawl_part_pages{node="n1.aa",part="0"} 7`,
		`ontocrawl_part_pages{node="n1.aa",part="2"} 4`,
		`ontocrawl_part_relevant_pages{node="n1.aa",part="0"} 2`,
		`ontocrawl_part_queue_urls{node="n1.aa",part="0"} 90`,
		`ontocrawl_part_budget_pages{node="n1.aa",part="0"} 20`,
		`ontocrawl_part_pages_per_second{node="n1.aa",part="0"} 0.5`,
		`ontocrawl_part_inbox_letters{node="n1.aa",part="0"} 3`,
		`ontocrawl_part_inbox_behind_entries{node="n1.aa",part="0"} 1`,
		`ontocrawl_part_open{node="n1.aa",part="2"} 1`,
		`ontocrawl_cluster_outbox_letters{node="n1.aa"} 5`,
		`ontocrawl_cluster_letters_total{node="n1.aa"} 40`,
		`ontocrawl_cluster_sent_bytes_total{node="n1.aa",what="letters"} 9000`,
		`ontocrawl_cluster_sent_bytes_total{node="n1.aa",what="outcomes"} 800`,
		`ontocrawl_cluster_nodes 1`,
		`ontocrawl_cluster_paused 1`,
		`ontocrawl_cluster_wrong{kind="away"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no line %s in\n%s", want, text)
		}
	}
	doc, err := os.ReadFile("../../../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (ontocrawl_(?:part|cluster)_\w+)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(string(doc), "`"+m[1]+"{") && !strings.Contains(string(doc), "`"+m[1]+"`") {
			t.Errorf("docs/cluster.md does not tell of %s", m[1])
		}
	}
	if code, body := ask("/healthz"); code != http.StatusOK || !strings.HasPrefix(body, "ok\npart 1 has no owner for 14 s") {
		t.Errorf("healthz: %d %s", code, body)
	}
	v.Find(7)
	if code, body := ask("/healthz"); code != http.StatusServiceUnavailable || !strings.HasPrefix(body, "no quorum") {
		t.Errorf("no quorum: %d %s", code, body)
	}
	v.Find(0)
	v.Nodes[0].Alive = false
	if code, _ := ask("/healthz"); code != http.StatusServiceUnavailable {
		t.Errorf("no lease: %d", code)
	}
	failed = errors.New("the broker is closed")
	if code, body := ask("/healthz"); code != http.StatusServiceUnavailable || !strings.HasPrefix(body, "the broker is closed") {
		t.Errorf("no view: %d %s", code, body)
	}
}
