package watching

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobontology"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// madeOffers orders offers and waits for them.
func madeOffers(t *testing.T, c *api.Client, job string) *jobontology.Offers {
	t.Helper()
	o, err := c.MakeOffers(t.Context(), job)
	for err == nil && o.Working {
		time.Sleep(20 * time.Millisecond)
		o, err = c.Offers(t.Context(), job)
	}
	if err != nil || o.Fault != "" {
		t.Fatalf("%+v %v", o, err)
	}
	return o
}

// TestOffersOfAJob: the pages of a job offer a name for its ontology by the API, with the pages that it would bring, as the
// command does; what is accepted is in the file, and the next run judges by it and says what it did. The
// ontology of a single run is only downloaded.
func TestOffersOfAJob(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows := ""
	for n := 1; n <= 5; n++ {
		text := "A storm and its storm surge. The storm grew, a storm of storms. A willy-willy is a storm; storms such as the willy-willy come late. The willy-willy turned."
		if n == 5 {
			text = "The willy-willy came. A willy-willy at the coast, and another willy-willy: the willy-willy turned. What a willy-willy, after the willy-willy of May! Each willy-willy was a willy-willy."
		}
		write(t, dir, fmt.Sprintf("pages/%d.html", n), "<title>Report "+fmt.Sprint(n)+"</title><p>"+text+"</p><a href=/"+fmt.Sprint(n+1)+">next report</a>")
		rows += fmt.Sprintf("http://a.example/%d\t%d.html\ttext/html\n", n, n)
	}
	write(t, dir, "index.tsv", rows)
	ontology := write(t, dir, "storm.ttl", cmdtest.StormOntology+":core a owl:AnnotationProperty . :Storm :core true .\n")
	jobs := write(t, dir, "jobs.yaml", `
jobs:
  - name: storms
    ontology: storm.ttl
    topic: storm
    web: .
    keep-text: all
    learn: none
    seeds: ["http://a.example/1"]
    schedule: "@every 1h"
    budget: {pages: 100}
`)
	if r := ontocrawl(t, "job", "run", "storms", "--jobs", jobs, "--now"); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	token := strings.Repeat("t", 20)
	page, end := served(t, []string{"ONTOCRAWL_TOKEN=" + token}, jobs, "--listen", "127.0.0.1:0")
	c, err := api.Dial(page, api.ClientOptions{Token: token})
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if v, err := c.Ontology(ctx, "storms", "en"); err != nil || v.InForce != 1 || !v.Current || !v.Writable || len(v.Versions) != 1 || !v.Versions[0].Kept {
		t.Errorf("%+v %v", v, err)
	}
	o := madeOffers(t, c, "storms")
	i := slices.IndexFunc(o.Offers, func(o jobontology.Offer) bool { return o.Name.Name == "willy-willy" })
	if i < 0 || o.Offers[i].As != "core" || strings.Join(o.Offers[i].Brings, " ") != "http://a.example/5" || len(o.Offers[i].Evidence) == 0 {
		t.Fatalf("%+v", o)
	}
	pick := jobontology.Pick{ID: o.Offers[i].ID}
	if _, err := c.AcceptOffers(ctx, "storms", "0", pick); !errors.Is(err, atomicfile.ErrChanged) {
		t.Errorf("%v", err)
	}
	did, err := c.AcceptOffers(ctx, "storms", o.Version, pick)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(ontology)
	if err != nil || strings.Count(string(text), ":core true") != 2 || strings.Count(string(text), "a owl:Class") != 3 {
		t.Errorf("%+v %v\n%s", did, err, text)
	}
	if v, err := c.Ontology(ctx, "storms", "en"); err != nil || v.Current || v.InForce != 1 {
		t.Errorf("before the next run: %+v %v", v, err)
	}
	if r := ontocrawl(t, "job", "run", "storms", "--jobs", jobs, "--now"); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	v, err := c.Ontology(ctx, "storms", "en")
	if err != nil || v.InForce != 2 || !v.Current || v.Versions[0].Judged == nil || v.Versions[0].Judged.Gained != 1 {
		t.Errorf("after it: %+v %v", v, err)
	}
	d, err := c.OntologyDiff(ctx, "storms", 1, 2)
	if err != nil || len(d.Diff.Added) != 1 || d.Diff.Added[0].En != "willy-willy" || len(d.Crawl.Weights) == 0 {
		t.Errorf("%+v %v", d, err)
	}
	end()

	folders, err := filepath.Glob(filepath.Join(dir, "*", "jobs", "storms"))
	if err != nil || len(folders) != 1 {
		t.Fatalf("%v %v", folders, err)
	}
	if _, err := os.Stat(filepath.Join(folders[0], filepath.FromSlash(did.Earlier))); err != nil {
		t.Errorf("the earlier version: %v", err)
	}
	page, end = served(t, nil, folders[0], "--listen", "127.0.0.1:0", "--ontology", ontology)
	defer end()
	if c, err = api.Dial(page, api.ClientOptions{}); err != nil {
		t.Fatal(err)
	}
	if v, err = c.Ontology(ctx, "storms", "zh"); err != nil || v.Writable || v.Why == "" || v.InForce != 2 {
		t.Errorf("of the run folder: %+v %v", v, err)
	}
	if copied, err := c.OntologyCopy(ctx, "storms", ""); err != nil || string(copied) != string(text) {
		t.Errorf("%v\n%s", err, copied)
	}
}
