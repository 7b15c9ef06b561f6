package peers

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/reason"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/functional"
)

// made generates an ontology in EL with n classes: a hierarchy about 12 deep with several parents,
// existentials, a definition for every fifth class, roles with a hierarchy, transitive ones and
// chains. The same n gives the same ontology.
func made(n int) *axiom.Ontology {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	class := func(i int) axiom.Expr { return axiom.Named(axiom.Class, fmt.Sprint("http://x.org/C", i)) }
	role := func(i int) axiom.Expr { return axiom.Named(axiom.ObjectProperty, fmt.Sprint("http://x.org/r", i)) }
	const roles = 40
	o := &axiom.Ontology{IRI: "http://x.org/made"}
	add := func(op axiom.Op, args ...axiom.Expr) { o.Axioms = append(o.Axioms, axiom.New(op, args...)) }
	for i := 1; i < roles; i++ {
		add(axiom.SubObjectPropertyOf, role(i), role(i/4))
	}
	for i := 4; i < 12; i++ {
		add(axiom.TransitiveObjectProperty, role(i))
		add(axiom.SubObjectPropertyOf, axiom.Of(axiom.ObjectPropertyChain, role(i+12), role(i)), role(i+12))
	}
	some := func(i int) axiom.Expr {
		return axiom.Of(axiom.ObjectSomeValuesFrom, role(r.IntN(roles)), class(i/3+r.IntN(3)))
	}
	for i := range n {
		add(axiom.Declaration, class(i))
		if i < 10 {
			continue
		}
		genus := class(i/2 - r.IntN(i/4+1))
		if i%5 == 0 {
			add(axiom.EquivalentClasses, class(i), axiom.Of(axiom.ObjectIntersectionOf, genus, some(i), some(i)))
			continue
		}
		add(axiom.SubClassOf, class(i), genus)
		for range r.IntN(3) {
			add(axiom.SubClassOf, class(i), some(i))
		}
		if i%7 == 0 {
			add(axiom.SubClassOf, class(i), class(r.IntN(i)))
		}
	}
	return o
}

// We infer the hierarchy in no more time than ELK does when warm: axioms in memory to hierarchy,
// the least of several times, both by the clock and with all processors, in one run. The margin is
// for noise; the log has the figures.
func TestJudgeReasonTime(t *testing.T) {
	classpath := os.Getenv("PEERS_OWLAPI")
	if classpath == "" {
		t.Skip("SKIPPED: PEERS_OWLAPI names no class path of the OWL API (bench/peers/install)")
	}
	big := filepath.Join(t.TempDir(), "made.ofn")
	var text bytes.Buffer
	if err := functional.Encode(&text, made(100_000), rdfio.EncodeOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(big, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	root := goldentest.Dir(t, "ontologies/real-ontologies")
	for _, file := range []string{filepath.Join(root, "envo", "envo.obo"), filepath.Join(root, "edam", "EDAM_1.25.owl"), big} {
		theirs, edges := elkTimes(t, classpath, file, 3)
		ours, our := ourTimes(t, file, 3)
		t.Logf("%s: ours %v, ELK warm %v: %.2f of its time; %d and %d direct inclusions", filepath.Base(file), ours, theirs, ours.Seconds()/theirs.Seconds(), our, edges)
		if ours.Seconds() > 1.5*theirs.Seconds() {
			t.Errorf("%s: slower than ELK", filepath.Base(file))
		}
	}
}

func elkTimes(t *testing.T, classpath, file string, times int) (least time.Duration, edges int) {
	t.Helper()
	out, err := exec.Command("java", "-Xmx3g", "-cp", classpath, filepath.Join("java", "Reason.java"), "elk", "time", file, fmt.Sprint(times)).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := bufio.NewScanner(strings.NewReader(string(out)))
	for lines.Scan() {
		var ms float64
		var n int
		if _, err := fmt.Sscan(lines.Text(), &ms, &n); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		if d := time.Duration(ms * float64(time.Millisecond)); least == 0 || d < least {
			least = d
		}
		edges = max(edges, n)
	}
	return least, edges
}

func ourTimes(t *testing.T, file string, times int) (least time.Duration, edges int) {
	t.Helper()
	o, _, err := readAxioms(file)
	if err != nil {
		t.Fatal(err)
	}
	for range times {
		runtime.GC()
		start := time.Now()
		tax, err := reason.New(o.Axioms, reason.Options{}).Classify(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); least == 0 || d < least {
			least = d
		}
		edges = 0
		for _, c := range tax.Classes() {
			if tax.Equivalents(c)[0] == c {
				edges += len(tax.Parents(c))
			}
		}
	}
	return least, edges
}
