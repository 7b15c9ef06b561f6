package peers

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/reason"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

// edits holds what ROBOT and the OWL API make of a file.
type edits struct {
	name             string         // of the class whose modules were asked for
	modules          map[string]int // their logical axioms, by kind
	reduced, relaxed int            // axioms left out, and added
}

// Of every fifth small file ROBOT relaxes as many axioms as we do and reduces no more, and the OWL API's modules for a class are
// no larger: where our locality knows less, a module holds more than it must, and never less.
func TestJudgeEdits(t *testing.T) {
	classpath := os.Getenv("PEERS_ROBOT")
	if classpath == "" {
		t.Skip("SKIPPED: PEERS_ROBOT names no class path of ROBOT (bench/peers/install)")
	}
	dir := t.TempDir()
	ours := map[string]*axiom.Ontology{}
	var list []string
	_, files := owlFiles(t)
	for i, file := range files {
		info, err := os.Stat(file)
		if err != nil || info.Size() > 400<<10 || i%5 != 0 {
			continue
		}
		o, _, err := readAxioms(file)
		if err != nil {
			continue
		}
		o = &axiom.Ontology{IRI: o.IRI, Axioms: axiom.Sorted(o.Axioms)} // ROBOT looks for no import
		var b bytes.Buffer
		if functional.Encode(&b, o, rdfio.EncodeOptions{}) != nil {
			continue
		}
		name := filepath.Join(dir, strconv.Itoa(i)+".ofn")
		if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		ours[name], list = o, append(list, name)
	}
	asked := filepath.Join(dir, "list")
	if err := os.WriteFile(asked, []byte(strings.Join(list, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("java", "-Xmx2g", "-cp", classpath, filepath.Join("java", "Edits.java"), asked).Output()
	if err != nil {
		t.Fatal(err)
	}
	same, other := 0, 0
	for name, them := range readEdits(out) {
		o := ours[name]
		if them.name == "" {
			continue
		}
		_, removed, err := reason.Reduce(context.Background(), o, nil)
		if err != nil {
			continue
		}
		_, added := reason.Relax(o)
		said := []string{fmt.Sprintf("reduce %d %d", len(removed), them.reduced), fmt.Sprintf("relax %d %d", len(added), them.relaxed)}
		for kind, k := range map[string]reason.ModuleKind{"bot": reason.Bot, "top": reason.Top, "star": reason.Star} {
			said = append(said, fmt.Sprintf("%s %d %d", kind, len(reason.ModuleOf(o.Axioms, k, them.name)), them.modules[kind]))
		}
		slices.Sort(said)
		for _, s := range said {
			if f := strings.Fields(s); f[1] == f[2] {
				same++
			} else {
				other++
				report := t.Logf
				if we, _ := strconv.Atoi(f[1]); f[0] == "relax" || we < them.count(f[0]) { //nolint:errcheck // made above
					report = t.Errorf
				}
				report("%s: %s", filepath.Base(name), s)
			}
		}
	}
	t.Logf("%d answers the same, %d not", same, other)
	if same < 450 || same < 15*other {
		t.Errorf("too few answers are the same")
	}
}

func (e *edits) count(word string) int {
	switch word {
	case "reduce":
		return e.reduced
	case "relax":
		return e.relaxed
	}
	return e.modules[word]
}

func readEdits(out []byte) map[string]*edits {
	all := map[string]*edits{}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		f := strings.SplitN(lines.Text(), "\t", 3)
		if len(f) < 3 {
			continue
		}
		e := all[f[0]]
		if e == nil {
			e = &edits{modules: map[string]int{}}
			all[f[0]] = e
		}
		switch f[1] {
		case "name":
			e.name = f[2]
		case "reduce":
			e.reduced++
		case "relax":
			e.relaxed++
		case "bot", "top", "star":
			e.modules[f[1]], _ = strconv.Atoi(f[2]) //nolint:errcheck // what is no number differs
		}
	}
	return all
}
