package crawling

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/learn"
)

const stormsBib = `@article{a, title = {Tropical storms}, abstract = {A tropical storm is a storm. Storms such as hurricanes and typhoons cause storm surges. A typhoon caused a storm surge.}}
@article{b, title = {Typhoons}, abstract = {A typhoon is a storm of the Pacific. The storm surge was caused by a hurricane, not by a tropical storm.}, url = {https://e.example/b}}
@article{c, title = {Hurricanes}, abstract = {A hurricane is a storm of the Atlantic. Typhoons and hurricanes bring storm surges.}}
`

// TestOntologyLearn: a bibliography and a folder of texts become proposals, an OWL file that the
// other commands read, and a lattice.
func TestOntologyLearn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bib := write(t, dir, "storms.bib", stormsBib+"@article{broken, title = {no end\n")
	owl, lattice := filepath.Join(dir, "storms.owl"), filepath.Join(dir, "lattice.jsonl")
	r := ontocrawl(t, "ontology", "learn", "--from", bib, "--topic", "weather hazard", "--out", owl, "--lattice", lattice)
	for _, want := range []string{"storm surge", "They are proposals", "storms.owl: RDF/XML"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("the output lacks %q", want)
		}
	}
	if r.code != cli.ExitOK || !strings.Contains(r.err, "1 entries could not be read") || !strings.Contains(r.err, "formal concepts") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	r = ontocrawl(t, "ontology", "tree", "weather hazard", "--ontology", owl)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "storm surge") || !strings.Contains(r.out, "urricane") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	checkLattice(t, lattice)

	texts := filepath.Join(dir, "texts")
	for i, text := range strings.Split(stormsBib, "\n")[:3] {
		write(t, texts, fmt.Sprintf("%d.txt", i), text)
	}
	r = ontocrawl(t, "ontology", "learn", "--from", texts, "--json")
	var res learn.Result
	if err := json.Unmarshal([]byte(r.out), &res); err != nil || r.code != cli.ExitOK || res.Pages != 3 || len(res.Proposals) == 0 || !strings.HasPrefix(res.Proposals[0].Evidence[0].Page, "file:") {
		t.Errorf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
}

// checkLattice: the first formal concept has all texts, every other stands below one with more.
func checkLattice(t *testing.T, file string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var texts []int
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var line struct {
			Texts int
			Terms []string
			Above []int
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if n := len(texts); n == 0 != (len(line.Above) == 0) || n == 0 && line.Texts != 3 {
			t.Errorf("line %d: %s", n, lines.Text())
		}
		for _, a := range line.Above {
			if texts[a] <= line.Texts {
				t.Errorf("%s stands below line %d of %d texts", lines.Text(), a, texts[a])
			}
		}
		texts = append(texts, line.Texts)
	}
	if len(texts) < 2 {
		t.Errorf("%d formal concepts", len(texts))
	}
}

// TestOntologyLearnRun: of a run, the relevant pages are learned from.
func TestOntologyLearnRun(t *testing.T) {
	t.Parallel()
	run, _ := stormRun(t)
	r := ontocrawl(t, "ontology", "learn", "--from", run, "--json")
	var res learn.Result
	if err := json.Unmarshal([]byte(r.out), &res); err != nil || r.code != cli.ExitOK || res.Pages != 3 || len(res.Proposals) == 0 {
		t.Errorf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
}

func TestOntologyLearnRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bib := write(t, dir, "storms.bib", stormsBib)
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "--from is missing"},
		{[]string{"--from", filepath.Join(dir, "none")}, "no such file"},
		{[]string{"--from", t.TempDir()}, "the folder is empty"},
		{[]string{"--from", write(t, dir, "empty.bib", "no entry\n")}, "no text to learn from"},
		{[]string{"--from", bib, "--terms", "0"}, "1 to 600"},
		{[]string{"--from", bib, "--pages", "0"}, "1 or more"},
		{[]string{"--from", bib, "--support", "-1"}, "--support"},
		{[]string{"--from", bib, "--out", bib}, "different files"},
		{[]string{"--from", bib, "--out", filepath.Join(dir, "x.owl"), "--iri", "no iri"}, "no IRI"},
		{[]string{"--from", bib, "--out", filepath.Join(dir, "x.what")}, "--to"},
		{[]string{"--from", bib, "--lattice", filepath.Join(dir, "l"), "--largest", "1", "--support", "1"}, "more than 1 formal concepts"},
	} {
		r := ontocrawl(t, append([]string{"ontology", "learn"}, c.args...)...)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, c.want) {
			t.Errorf("%v: code %d, %s, want %q", c.args, r.code, r.err, c.want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "l")); err == nil {
		t.Error("a lattice that is too large was written")
	}
}
