package peers

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// python/similarity.py reads a question and writes an answer.
type question struct {
	N     int      `json:"n"`
	Edges [][2]int `json:"edges"` // parent, child
	Pairs [][2]int `json:"pairs"`

	ids []ontology.ID // of the numbers
}

type answer struct {
	Seco    []float64    `json:"seco"`
	Sanchez []float64    `json:"sanchez"`
	Pairs   []pairAnswer `json:"pairs"`
}

type pairAnswer struct {
	Jaccard float64  `json:"jaccard"`
	Seco    informed `json:"seco"`
	Sanchez informed `json:"sanchez"`
}

type informed struct {
	Resnik float64 `json:"resnik"`
	Lin    float64 `json:"lin"`
	Jiang  float64 `json:"jiang"`
}

// graphOf opens an ontology of the corpus. Of Is-a that runs in circles the
// edge that closes one is left out.
func graphOf(tb testing.TB, name string) *ontology.Graph {
	tb.Helper()
	file := filepath.Join(goldentest.Dir(tb, "ontologies/real-ontologies"), filepath.FromSlash(name))
	o, err := owl.Open(file, owl.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return o.Graph
}

// ask makes the question of a graph's hierarchy, synonyms as one concept, with
// pairs at random, of near relations and of concepts with themselves.
func ask(g *ontology.Graph, pairs int) question {
	var q question
	number := map[ontology.ID]int{}
	for i := range g.Len() {
		if id := ontology.ID(i); g.Canon(id) == id {
			number[id] = q.N
			q.ids = append(q.ids, id)
			q.N++
		}
	}
	for c, id := range q.ids {
		for _, p := range g.Parents(id) {
			q.Edges = append(q.Edges, [2]int{number[p], c})
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range pairs {
		a := r.IntN(q.N)
		q.Pairs = append(q.Pairs, [2]int{a, r.IntN(q.N)})
		if up := g.Ancestors(q.ids[a]); len(up) > 0 {
			q.Pairs = append(q.Pairs, [2]int{a, number[up[r.IntN(len(up))]]})
		}
		if r.IntN(10) == 0 {
			q.Pairs = append(q.Pairs, [2]int{a, a})
		}
	}
	for c, id := range q.ids { // every root with itself: there contents are 0
		if len(g.Parents(id)) == 0 {
			q.Pairs = append(q.Pairs, [2]int{c, c})
		}
	}
	return q
}

// nxontology has the question answered.
func nxontology(t *testing.T, q question) answer {
	t.Helper()
	python := os.Getenv("PEERS_PYTHON")
	if python == "" {
		t.Skip("SKIPPED: PEERS_PYTHON names no Python with nxontology (bench/peers/install)")
	}
	in, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var out, complaints bytes.Buffer
	cmd := exec.Command(python, filepath.Join("python", "similarity.py"), "judge")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, complaints.String())
	}
	var a answer
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatal(err)
	}
	if len(a.Seco) != q.N || len(a.Sanchez) != q.N || len(a.Pairs) != len(q.Pairs) {
		t.Fatalf("%d and %d contents, %d pairs; want %d and %d", len(a.Seco), len(a.Sanchez), len(a.Pairs), q.N, len(q.Pairs))
	}
	return a
}

// tolerance is the rounding allowed between one formula written in two ways.
const tolerance = 1e-9

// nxontology computes the same information content and likeness as we do.
func TestJudgeNXOntology(t *testing.T) {
	for _, name := range []string{"pizza/pizza.owl", "edam/EDAM_1.25.owl", "envo/envo.obo", "bfo/21838-2/owl/bfo-core.owl", "sweet/src/phenAtmoPrecipitation.ttl", "owlapi-converted/ontology.owl"} {
		t.Run(name, func(t *testing.T) {
			g := graphOf(t, name)
			q := ask(g, 2000)
			theirs := nxontology(t, q)
			seco, err := semsim.SecoIC(g)
			if err != nil {
				t.Fatal(err)
			}
			sanchez, err := semsim.SanchezIC(g)
			if err != nil {
				t.Fatal(err)
			}
			for i, id := range q.ids {
				near(t, "Seco's content of "+g.Concept(id).IRI, seco.Values[id], theirs.Seco[i])
				near(t, "Sánchez's content of "+g.Concept(id).IRI, sanchez.Values[id], theirs.Sanchez[i])
			}
			j := comparer(t, g, "jaccard", nil)
			apart := 0
			for i, p := range q.Pairs {
				near(t, "jaccard", j.Sim(q.ids[p[0]], q.ids[p[1]]), theirs.Pairs[i].Jaccard)
				if theirs.Pairs[i].Jaccard == 0 {
					apart++
				}
			}
			informedPairs(t, g, q, seco, theirs.Seco, func(i int) (informed, bool) { return theirs.Pairs[i].Seco, theirs.Pairs[i].Jaccard > 0 })
			informedPairs(t, g, q, sanchez, theirs.Sanchez, func(i int) (informed, bool) { return theirs.Pairs[i].Sanchez, theirs.Pairs[i].Jaccard > 0 })
			t.Logf("%d concepts, %d edges, %d pairs, %d of them without a common ancestor", q.N, len(q.Edges), len(q.Pairs), apart)
		})
	}
}

// informedPairs compares the measures that use information content. Two things
// are defined otherwise, and held against that:
//
//   - Jiang and Conrath's distance of concepts without a common ancestor takes
//     one of content 0 in nxontology. Here no root is put above the roots, and
//     the likeness is 0 as with every other measure.
//   - Lin's 0/0 of different concepts is 1 in nxontology, and 0 here: nothing is
//     known of them.
func informedPairs(t *testing.T, g *ontology.Graph, q question, ic *semsim.IC, contents []float64, theirs func(int) (informed, bool)) {
	t.Helper()
	resnik, lin, jiang := comparer(t, g, "resnik", ic), comparer(t, g, "lin", ic), comparer(t, g, "jiang-conrath", ic)
	for i, p := range q.Pairs {
		a, b := q.ids[p[0]], q.ids[p[1]]
		want, related := theirs(i)
		if !related {
			near(t, "nxontology's jiang of strangers", 1-(contents[p[0]]+contents[p[1]])/2, want.Jiang)
			want.Jiang = 0
		}
		if a != b && contents[p[0]]+contents[p[1]] == 0 {
			want.Lin = 0
		}
		near(t, ic.Name+" resnik", resnik.Sim(a, b), want.Resnik)
		near(t, ic.Name+" lin", lin.Sim(a, b), want.Lin)
		near(t, ic.Name+" jiang-conrath", jiang.Sim(a, b), want.Jiang)
	}
}

func comparer(tb testing.TB, g *ontology.Graph, name string, ic *semsim.IC) semsim.Comparer {
	tb.Helper()
	m, err := semsim.LookUp(name)
	if err != nil {
		tb.Fatal(err)
	}
	c, err := m.New(g, semsim.Options{IC: ic})
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.12f, nxontology %.12f", what, got, want)
	}
}
