package peers

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/reason"
)

// hierarchy is the class hierarchy of a file: equivalent classes, and which is directly above
// which, each named by the first of its equivalents.
type hierarchy struct {
	same  map[string]string   // the first of its equivalents, by class
	up    map[string][]string // directly above, by first
	fault string              // why there is none
}

func newHierarchy() *hierarchy {
	return &hierarchy{same: map[string]string{}, up: map[string][]string{}}
}

func (h *hierarchy) equal(names []string) {
	for _, n := range names {
		h.same[n] = names[0]
	}
}

// edges returns every direct inclusion and equivalence as a line.
func (h *hierarchy) edges() map[string]bool {
	all := map[string]bool{}
	for n, first := range h.same {
		if n != first && n != reason.Thing && n != reason.Nothing {
			all[n+" same "+first] = true
		}
	}
	for sub, ups := range h.up {
		for _, up := range ups {
			all[sub+" below "+up] = true
		}
	}
	return all
}

// speaks reports whether both are about the same classes.
func (h *hierarchy) speaks(other *hierarchy) bool {
	for _, side := range [][2]*hierarchy{{h, other}, {other, h}} {
		for class := range side[0].same {
			if _, ok := side[1].same[class]; !ok {
				return false
			}
		}
	}
	return true
}

// below returns every class that a class is a kind of.
func (h *hierarchy) below(class string) map[string]bool {
	first := h.same[class]
	over := map[string]bool{first: true}
	for list := []string{first}; len(list) > 0; list = list[1:] {
		for _, up := range h.up[list[0]] {
			if !over[up] {
				over[up] = true
				list = append(list, up)
			}
		}
	}
	all := map[string]bool{}
	for n, f := range h.same {
		if over[f] && n != class {
			all[n] = true
		}
	}
	return all
}

// more returns an inclusion that h has and other has not; "" if there is none.
func (h *hierarchy) more(other *hierarchy) string {
	for _, sub := range slices.Sorted(maps.Keys(h.same)) {
		if other.same[sub] == other.same[reason.Nothing] || sub == reason.Thing || sub == reason.Nothing {
			continue
		}
		if h.same[sub] == h.same[reason.Nothing] {
			return sub + " is nothing"
		}
		theirs := other.below(sub)
		for _, up := range slices.Sorted(maps.Keys(h.below(sub))) {
			if !theirs[up] && up != reason.Thing && other.same[up] != other.same[reason.Thing] {
				return sub + " below " + up
			}
		}
	}
	return ""
}

// ourHierarchy reads and reasons. outside says how many axioms are not read in full.
func ourHierarchy(file string) (h *hierarchy, outside []reason.Outside, err error) {
	o, _, err := readAxioms(file)
	if err != nil {
		return nil, nil, err
	}
	r := reason.New(o.Axioms, reason.Options{})
	t, err := r.Classify(context.Background())
	if err != nil {
		return nil, nil, err
	}
	h = newHierarchy()
	if !t.Consistent() {
		h.fault = "inconsistent"
		return h, r.Outside(), nil
	}
	h.equal(append([]string{reason.Nothing}, t.Unsatisfiable()...))
	h.equal([]string{reason.Thing})
	for _, c := range t.Classes() {
		if t.IsA(reason.Thing, c) {
			h.same[c] = reason.Thing
		}
	}
	for _, c := range t.Classes() {
		if same := slices.Sorted(slices.Values(t.Equivalents(c))); len(same) > 0 && h.same[c] != reason.Thing {
			h.equal(same)
		}
	}
	for _, c := range t.Classes() {
		if first := h.same[c]; first == c {
			for _, up := range t.Parents(c) {
				if h.same[up] != reason.Thing {
					h.up[c] = append(h.up[c], h.same[up])
				}
			}
		}
	}
	return h, r.Outside(), nil
}

// classified asks a reasoner of the OWL API about files.
func classified(t *testing.T, name string, seconds int, files []string) map[string]*hierarchy {
	t.Helper()
	classpath := os.Getenv("PEERS_OWLAPI")
	if classpath == "" {
		t.Skip("SKIPPED: PEERS_OWLAPI names no class path of the OWL API (bench/peers/install)")
	}
	list := filepath.Join(t.TempDir(), "list")
	if err := os.WriteFile(list, []byte(strings.Join(files, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var complaints bytes.Buffer
	cmd := exec.Command("java", "-Xmx2g", "-cp", classpath, filepath.Join("java", "Reason.java"), name, fmt.Sprint(seconds), list)
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	all, err := readHierarchies(out)
	if wait := cmd.Wait(); wait != nil || err != nil {
		t.Fatalf("%v, %v\n%s", wait, err, complaints.String())
	}
	return all
}

func readHierarchies(r io.Reader) (map[string]*hierarchy, error) {
	all := map[string]*hierarchy{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		if len(f) < 3 {
			continue
		}
		h := all[f[0]]
		if h == nil {
			h = newHierarchy()
			all[f[0]] = h
		}
		switch f[1] {
		case "same":
			names := strings.Fields(f[2])
			for _, special := range []string{reason.Thing, reason.Nothing} {
				if i := slices.Index(names, special); i > 0 {
					names[0], names[i] = names[i], names[0]
				}
			}
			h.equal(names)
		case "edge":
			h.up[f[2]] = append(h.up[f[2]], f[3])
		case "error":
			h.fault = f[2]
		}
	}
	return all, lines.Err()
}

// judged counts what a judge said of the files of the corpus.
type judged struct{ same, part, both, skipped int }

// ELK infers the same direct inclusions from every file that lies within EL, and none that we do
// not infer from any other.
func TestJudgeELK(t *testing.T) {
	judgeReasoner(t, "elk", 120, func(ours, theirs *hierarchy, outside []reason.Outside) string {
		if len(outside) > 0 {
			return theirs.more(ours)
		}
		for _, side := range [][2]*hierarchy{{ours, theirs}, {theirs, ours}} {
			b := side[1].edges()
			for _, e := range slices.Sorted(maps.Keys(side[0].edges())) {
				if !b[e] {
					return fmt.Sprintf("only one of us: %s (we: %v)", e, side[0] == ours)
				}
			}
		}
		return ""
	})
}

// HermiT infers all that we infer, and more only from files of which something is listed as
// outside EL.
func TestJudgeHermiT(t *testing.T) {
	judgeReasoner(t, "hermit", 60, func(ours, theirs *hierarchy, outside []reason.Outside) string {
		if x := ours.more(theirs); x != "" {
			return "only we: " + x
		}
		if x := theirs.more(ours); x != "" && len(outside) == 0 {
			return "only they, and nothing is listed: " + x
		}
		return ""
	})
}

func judgeReasoner(t *testing.T, name string, seconds int, differ func(ours, theirs *hierarchy, outside []reason.Outside) string) {
	root, files := owlFiles(t)
	theirs := classified(t, name, seconds, files)
	var n judged
	edges := 0
	why := map[string]int{}
	for _, file := range files {
		short, _ := filepath.Rel(root, file)
		them := theirs[file]
		ours, outside, err := ourHierarchy(file)
		switch {
		case err != nil || them == nil:
			n.skipped++
			why["not read"]++
		case ours.fault == "" && them.fault == "":
			if said := differ(ours, them, outside); said != "" && !ours.speaks(them) {
				n.skipped++ // undeclared terms, and names of OBO files, are taken otherwise: see TestJudgeOWLAPI
				why["read as other classes"]++
			} else if said != "" {
				t.Errorf("%s: %s; %d outside", short, said, len(outside))
			} else if len(outside) == 0 {
				n.same++
				edges += len(ours.edges())
			} else {
				n.part++
			}
		case ours.fault == them.fault:
			n.both++
		case ours.fault != "":
			t.Errorf("%s: we say %q, they %q", short, ours.fault, them.fault)
		case them.fault == "inconsistent" && len(outside) == 0:
			t.Errorf("%s: only they say it is inconsistent, and nothing is listed", short)
		default:
			n.skipped++
			reason, _, _ := strings.Cut(them.fault, ":")
			why[reason]++
		}
	}
	if n.same < 200 || n.skipped > 80 {
		t.Errorf("only %d files were compared in full, and %d not at all", n.same, n.skipped)
	}
	t.Logf("%d files within EL, %d direct inclusions; %d with axioms outside; %d inconsistent to both; %d not compared: %v", n.same, edges, n.part, n.both, n.skipped, why)
}
