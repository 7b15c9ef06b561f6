package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// alarms is an ontology small enough to work out by hand, with a name that
// means mischief.
//
//	Alarm ─┬─ Bell ── Gong
//	       └─ Siren
func alarms(t *testing.T) string {
	t.Helper()
	return write(t, t.TempDir(), "alarms.ttl", `@prefix : <http://alarms.example/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Alarm a owl:Class ; rdfs:label "alarm"@en .
:Bell a owl:Class ; rdfs:subClassOf :Alarm ; rdfs:label "bell"@en .
:Gong a owl:Class ; rdfs:subClassOf :Bell ; rdfs:label "gong"@en .
:Siren a owl:Class ; rdfs:subClassOf :Alarm ; rdfs:label "=1+1<script>&\u001b[31m\""@en .
`)
}

func TestSimilarityMeasures(t *testing.T) {
	t.Parallel()
	file := alarms(t)
	counts := write(t, t.TempDir(), "counts.tsv", "# seen\ngong\t4\nhttp://alarms.example/o#Siren\t2\nBell\t1\n")
	for _, tt := range []struct {
		args []string
		want []string
	}{
		// Depths 2 and 3, of the common ancestor 1; 3 edges; D = 3.
		{[]string{"--measure", "wu-palmer", "Gong", "Siren"}, []string{"wu-palmer = 0.4000", "after Wu, Palmer: Verb semantics", "N3 = 1", "gong -Is-a-> bell -Is-a-> alarm <-Is-a-", "Common ancestors, 1 of 4"}},
		{[]string{"--measure", "path", "Gong", "Siren"}, []string{"path = 0.2500", "d = 3", "Path over alarm (3 edges)"}},
		{[]string{"--measure", "leacock-chodorow", "Gong", "Siren"}, []string{"= 0.2263"}}, // 1 - ln4/ln6
		{[]string{"--measure", "jaccard", "Gong", "Bell"}, []string{"jaccard = 0.6667", "common ancestors = 2"}},
		// Seco, N = 4: Bell has one below it: 1 - ln2/ln4 = 1/2.
		{[]string{"--measure", "resnik", "Gong", "Bell"}, []string{"resnik = 0.5000", "IC: seco", "bell       2         1  0.5000"}},
		{[]string{"--measure", "lin", "Gong", "Bell"}, []string{"lin = 0.6667"}},
		{[]string{"--measure", "jiang-conrath", "Gong", "Bell"}, []string{"jiang-conrath = 0.7500"}},
		{[]string{"--measure", "simgic", "Gong", "Bell"}, []string{"simgic = 0.3333"}}, // 1/2 of 3/2
		// Two leaves: 1 - ln(1/2+1)/ln3 and 1 - ln(1/3+1)/ln3.
		{[]string{"--measure", "resnik", "--ic", "sanchez", "Gong", "Bell"}, []string{"resnik = 0.6309", "IC: sanchez", "IC(a) = 0.73814"}},
		// 7 counted and 4 more, 11; Bell 5+2 of them: ln(7/11)/ln(1/11).
		{[]string{"--measure", "resnik", "--ic", counts, "Gong", "Bell"}, []string{"resnik = 0.1885", "IC: counts in "}},
		{[]string{"--measure", "lin", "Gong", "Gong"}, []string{"lin = 1.0000", "One concept."}},
		{[]string{"--measure", "path", "Gong", "--top", "2"}, []string{"rank    path", "1  0.5000  bell", "2  0.3333  alarm"}},
		{[]string{"--measure", "path", "Gong", "--top", "2", "--explain"}, []string{"2  0.3333  alarm", "gong ~ alarm   path = 0.3333", "d = 2", "Common ancestors, 1 of 3"}},
		{[]string{"Gong", "--top", "1", "--explain"}, []string{"gong ~ bell   Sim = ", "IFDis   distance", "Path (distance 1): gong -Is-a-> bell"}},
		{[]string{"--measure", "lin", "--group", "Gong", "--with", "Bell,Alarm", "--explain"}, []string{"gong ~ bell   lin = 0.6667", "bell ~ gong   lin = 0.6667", "IC(MICA) = 0.5", "bell       2         1  0.5000"}},
		// Gong finds Bell, Siren finds Alarm: (1/2 + 1/2)/2; Bell finds Gong,
		// Alarm finds Siren.
		{[]string{"--measure", "path", "--group", "Gong,Siren", "--with", "Bell,Alarm"}, []string{"best-match by path = 0.5000", "gong", "alarm"}},
		{[]string{"--measure", "path", "--group", "Gong,Siren", "--with", "Bell,Alarm", "--combine", "average"}, []string{"average by path = 0.4167"}},
		{[]string{"--measure", "jaccard", "--group", "Gong", "--with", "Siren", "--with", "Bell", "--combine", "union"}, []string{"union by jaccard = 0.5000"}},
	} {
		r := ontocrawl(t, append([]string{"similarity", "--ontology", file, "--lang", "en"}, tt.args...)...)
		if r.code != cli.ExitOK {
			t.Errorf("%q: code %d\n%s", tt.args, r.code, r.err)
		}
		for _, w := range tt.want {
			if !strings.Contains(r.out, w) {
				t.Errorf("%q: the output lacks %q:\n%s", tt.args, w, r.out)
			}
		}
	}
}

func TestSimilarityMistakes(t *testing.T) {
	t.Parallel()
	file := alarms(t)
	dir := t.TempDir()
	counts := write(t, dir, "counts.tsv", "gong\t4\ngnog\t2\n")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--measure", "cosine", "Gong", "Bell"}, "jiang-conrath"},
		{[]string{"--measure", "path", "--ic", "seco", "Gong", "Bell"}, "path does not"},
		{[]string{"--measure", "lin", "--ic", counts, "Gong", "Bell"}, counts + ":2: "},
		{[]string{"--measure", "lin", "--ic", filepath.Join(dir, "none"), "Gong", "Bell"}, "seco or sanchez"},
		{[]string{"--measure", "lin", "--tau", "2", "Gong", "Bell"}, "--tau is for the five factors"},
		{[]string{"--matrix", "--all-pairs"}, "ask one"},
		{[]string{"--matrix", "Gong"}, "leave out Gong"},
		{[]string{"--all-pairs", "Gong"}, "leave out Gong"},
		{[]string{"--all-pairs", "--min", "1.5"}, "from 0 to 1"},
		{[]string{"--all-pairs", "--format", "svg"}, "tsv, csv or json"},
		{[]string{"--min", "0.5", "Gong", "Bell"}, "--min is for --all-pairs"},
		{[]string{"--group", "Gong"}, "--with"},
		{[]string{"--group", "Gong", "--with", "Bell", "Siren"}, "leave out Siren"},
		{[]string{"--group", "Gong", "--with", "Bell", "--combine", "median"}, "best-match"},
		{[]string{"--group", "Gong", "--with", "Bell", "--combine", "union"}, "jaccard and simgic"},
		{[]string{"--combine", "average", "Gong", "Bell"}, "--combine is for --group"},
		{[]string{"--out", "x", "Gong", "Bell"}, "--out is for"},
		{[]string{"--format", "svg", "Gong", "Bell"}, "--format svg is for"},
		{[]string{"--top", "3", "Gong", "Bell"}, "name one"},
		{[]string{"--top", "0", "Gong"}, "1 or more"},
		{[]string{}, "name two concepts"},
	} {
		r := ontocrawl(t, append([]string{"similarity", "--ontology", file}, tt.args...)...)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, tt.want) {
			t.Errorf("%q: code %d, and the message lacks %q:\n%s", tt.args, r.code, tt.want, r.err)
		}
	}
}

func TestAllPairs(t *testing.T) {
	t.Parallel()
	file := alarms(t)
	args := []string{"similarity", "--ontology", file, "--measure", "path", "--all-pairs", "--lang", "en"}
	// Six pairs: three at one edge, two at two, Gong and Siren at three.
	r := ontocrawl(t, append(args, "--min", "0.3")...)
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	if r.code != cli.ExitOK || len(lines) != 6 || lines[0] != "a\tb\tsim\tiri_a\tiri_b" ||
		lines[1] != "alarm\tbell\t0.500000\thttp://alarms.example/o#Alarm\thttp://alarms.example/o#Bell" {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if strings.ContainsRune(r.out, '\x1b') || !strings.Contains(r.out, "'=1+1<script>&") {
		t.Errorf("a label is not made safe:\n%s", r.out)
	}
	r = ontocrawl(t, append(args, "--json")...)
	n := 0
	for d := json.NewDecoder(strings.NewReader(r.out)); ; n++ {
		var p struct {
			A, B string
			Sim  float64
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if p.A == "" || p.B == "" || !(p.Sim >= .25 && p.Sim <= .5) {
			t.Errorf("%+v", p)
		}
	}
	if n != 6 {
		t.Errorf("%d pairs, want 6:\n%s", n, r.out)
	}
	out := filepath.Join(t.TempDir(), "pairs.csv")
	r = ontocrawl(t, append(args, "--min", "1", "--format", "csv", "--out", out)...)
	if got, err := os.ReadFile(out); err != nil || string(got) != "a,b,sim,iri_a,iri_b\n" || r.out != "" {
		t.Errorf("%q %v, on standard output %q", got, err, r.out)
	}
}

// An interrupted list says so by its exit code.
func TestAllPairsInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	code := run(ctx, []string{"similarity", "--all-pairs", "--ontology", "typhoon"}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, nil)
	if code != cli.ExitInterrupted {
		t.Errorf("code %d\n%s", code, errs.String())
	}
}

func TestHeatMap(t *testing.T) {
	t.Parallel()
	file := alarms(t)
	r := ontocrawl(t, "similarity", "--ontology", file, "--matrix", "--measure", "path", "--format", "svg", "--lang", "en")
	if r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	var rects, tips int
	var text []string
	d := xml.NewDecoder(strings.NewReader(r.out))
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, r.out)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			switch tok.Name.Local {
			case "rect":
				rects++
			case "title":
				tips++
			case "svg", "text":
			default:
				t.Errorf("element %s", tok.Name.Local)
			}
			for _, a := range tok.Attr {
				inside(t, a)
			}
		case xml.CharData:
			text = append(text, string(tok))
		}
	}
	if tips != 17 || rects < 16 { // one for each cell, and one for the picture
		t.Errorf("%d rectangles, %d tips", rects, tips)
	}
	all := strings.Join(text, "\n")
	for _, want := range []string{`=1+1<script>&\x1b[31m"`, "gong ~ bell: 0.5000", "0.250", "1.000"} {
		if !strings.Contains(all, want) {
			t.Errorf("the text lacks %q:\n%s", want, all)
		}
	}
}

// inside checks that nothing lies left of or above the picture, and no number
// is missing.
func inside(t *testing.T, a xml.Attr) {
	t.Helper()
	switch a.Name.Local {
	case "x", "y", "width", "height":
		if x, err := strconv.ParseFloat(a.Value, 64); err != nil || !(x >= 0) || math.IsInf(x, 0) {
			t.Errorf("%s=%q", a.Name.Local, a.Value)
		}
	}
}

func TestHeatMapTooLarge(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("@prefix : <http://large.example/> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n")
	for i := range 301 {
		b.WriteString(":C" + strconv.Itoa(i) + " a owl:Class .\n")
	}
	file := write(t, t.TempDir(), "large.ttl", b.String())
	r := ontocrawl(t, "similarity", "--ontology", file, "--matrix", "--format", "svg")
	if r.code != cli.ExitUsage || !strings.Contains(r.err, "--all-pairs") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
}

func TestMatrixOfMeasure(t *testing.T) {
	t.Parallel()
	file := alarms(t)
	r := ontocrawl(t, "similarity", "--ontology", file, "--matrix", "--measure", "path", "--format", "tsv", "--lang", "en")
	if lines := strings.Split(r.out, "\n"); len(lines) != 6 || !strings.HasPrefix(lines[3], "gong\t0.333333\t0.500000\t1.000000\t0.25") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	r = ontocrawl(t, "similarity", "--ontology", file, "--matrix", "--measure", "path", "--json")
	var m struct{ Sim [][]float64 }
	if err := json.Unmarshal([]byte(r.out), &m); err != nil || len(m.Sim) != 4 || m.Sim[2][1] != .5 {
		t.Errorf("%v\n%s", err, r.out)
	}
}

// --explain=false leaves the number alone.
func TestSimilarityUnexplained(t *testing.T) {
	t.Parallel()
	file := alarms(t)
	r := ontocrawl(t, "similarity", "--ontology", file, "--measure", "path", "Gong", "Bell", "--explain=false")
	if want := "gong ~ bell   path = 0.5000   (ontology " + file + ")\n"; r.code != cli.ExitOK || r.out != want {
		t.Errorf("code %d: %q, want %q\n%s", r.code, r.out, want, r.err)
	}
	r = ontocrawl(t, "similarity", "--ontology", file, "--measure", "path", "Gong", "Bell", "--explain=false", "--json")
	if e := decode[map[string]any](t, r); e["sim"] != 0.5 || e["measure"] != "path" || e["path"] != nil {
		t.Errorf("%v", e)
	}
	near := decode[struct {
		Nearest []struct{ Explanation *semsim.Explanation }
	}](t, ontocrawl(t, "similarity", "--ontology", file, "Gong", "--explain", "--json"))
	if len(near.Nearest) != 3 || near.Nearest[0].Explanation == nil || len(near.Nearest[0].Explanation.Factors) != 5 {
		t.Errorf("%+v", near)
	}
	if r := ontocrawl(t, "similarity", "--ontology", file, "--matrix", "--explain"); r.code != cli.ExitUsage || !strings.Contains(r.err, "--explain is for") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
}

// The measures are held against people's judgements: by the most similar meaning, by rank, and with weights that fit.
func TestSimilarityAgainst(t *testing.T) {
	t.Parallel()
	file := alarms(t)
	pairs := write(t, t.TempDir(), "pairs.csv", "\ufeffa,b,score\ngong,bell,4\nbell,alarm,3.5\nhttp://alarms.example/o#Gong,alarm,3\nBell,Siren,2\ngong,Siren,1\ngong,gong,5\nflute,gong,1\nbell,gong,\n")
	r := ontocrawl(t, "similarity", "--against", pairs, "--ontology", file, "--fit", "--top", "2")
	contains(t, "the answer", r.out, ": 6 pairs", "no concept is called flute", "wu-palmer", "The pairs that differ most", "Weights that agree best", "alpha: ", "folds")
	var got struct {
		Pairs    int
		Unknown  []string
		Measures []struct {
			Measure           string
			Pearson, Spearman float64
		}
		Differ []struct{ A, B string }
	}
	r = ontocrawl(t, "similarity", "--against", pairs, "--ontology", file, "--json", "--measure", "path")
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || got.Pairs != 6 || len(got.Unknown) != 1 || len(got.Measures) != len(semsim.Measures()) || len(got.Differ) != 6 {
		t.Fatalf("%v\n%s%s", err, r.out, r.err)
	}
	// path: 1/2, 1/2, 1/3, 1/3, 1/4, 1 against 4, 3.5, 3, 2, 1, 5: ranks 4.5 4.5 2.5 2.5 1 6 and 5 4 3 2 1 6, d² adds up to 1.
	for _, m := range got.Measures {
		if m.Measure == "path" && math.Abs(m.Spearman-16.5/math.Sqrt(16.5*17.5)) > 1e-9 {
			t.Errorf("path: %v", m.Spearman)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"gong,bell\n", "two concepts and a number"}, {"a,b,c\ngong,bell,much\n", "is no number"}, {"gong,bell,1\n", "but 6 are needed"},
	} {
		bad := write(t, t.TempDir(), "bad.csv", tt.text)
		if r := ontocrawl(t, "similarity", "--against", bad, "--ontology", file); r.code != cli.ExitUsage || !strings.Contains(r.err, tt.want) {
			t.Errorf("%q: code %d, %s", tt.text, r.code, r.err)
		}
	}
}
