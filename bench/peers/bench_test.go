package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// What is timed is called Benchmark.../JOB/WHO; ./run makes the table of it. Who is no
// Go times itself, and its figures take the place of ns/op and cpu-ns/op. The time of
// processors, of all threads, says more than a clock's where others use the machine
// too.

// cpu is the processor time spent by this process and those it waited for.
func cpu() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}

// spent reports the processor time since began, by iteration.
func spent(b *testing.B, began time.Duration) {
	b.ReportMetric(float64(cpu()-began)/float64(b.N), "cpu-ns/op")
}

// said reports figures of another process, in seconds.
func said(b *testing.B, wall, cpu float64) {
	b.ReportMetric(wall*1e9, "ns/op")
	b.ReportMetric(cpu*1e9, "cpu-ns/op")
}

// texts returns EDAM, 36,888 triples, in the three syntaxes, and in RDF/XML as
// far as knakk/rdf can read it: without nested nodes.
func texts(b *testing.B) map[string]document {
	b.Helper()
	file := filepath.Join(goldentest.Dir(b, "ontologies/real-ontologies"), "edam", "EDAM_1.25.owl")
	data, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	xml := document{path: file, format: "rdfxml", data: data}
	triples, err := xml.ours()
	if err != nil {
		b.Fatal(err)
	}
	write := func(name string, format string, encode func(*bytes.Buffer) error) document {
		var out bytes.Buffer
		if err := encode(&out); err != nil {
			b.Fatal(err)
		}
		file := filepath.Join(b.TempDir(), name)
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			b.Fatal(err)
		}
		return document{path: file, format: format, data: out.Bytes()}
	}
	return map[string]document{
		"RDF/XML":   xml,
		"N-Triples": write("edam.nt", "ntriples", func(w *bytes.Buffer) error { return ntriples.Encode(w, triples, rdfio.EncodeOptions{}) }),
		"Turtle":    write("edam.ttl", "turtle", func(w *bytes.Buffer) error { return turtle.Encode(w, triples, rdfio.EncodeOptions{}) }),
		"flat RDF/XML": write("flat.rdf", "rdfxml", func(w *bytes.Buffer) error {
			return flatXML(w, triples)
		}),
	}
}

// flatXML writes the literals of the triples, each as the comment of a node.
func flatXML(w *bytes.Buffer, triples []rdf.Triple) error {
	w.WriteString(`<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">` + "\n")
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
	for _, t := range triples {
		s, named := t.Subj.(rdf.IRI)
		if l, ok := t.Obj.(rdf.Literal); ok && named {
			fmt.Fprintf(w, "<rdf:Description rdf:about=\"%s\"><rdfs:comment>%s</rdfs:comment></rdf:Description>\n",
				escape.Replace(s.String()), escape.Replace(l.String()))
		}
	}
	_, err := w.WriteString("</rdf:RDF>\n")
	return err
}

// knakk reads a document with the decoder of knakk/rdf.
func knakk(d document) (int, error) {
	format := map[string]rdf.Format{"ntriples": rdf.NTriples, "turtle": rdf.Turtle, "rdfxml": rdf.RDFXML}[d.format]
	dec := rdf.NewTripleDecoder(bytes.NewReader(d.data), format)
	triples, err := dec.DecodeAll()
	return len(triples), err
}

func BenchmarkRead(b *testing.B) {
	command, _ := exec.LookPath("rapper")
	all := texts(b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		d := all[name]
		readers := map[string]func() (int, error){
			"ours":  func() (int, error) { t, err := d.ours(); return len(t), err },
			"knakk": func() (int, error) { return knakk(d) },
			"goRDFlib": func() (int, error) {
				g, err := goRDFlib(d)
				return g.Len(), err
			},
			"rapper": func() (int, error) {
				if command == "" {
					return 0, exec.ErrNotFound
				}
				syntax := strings.ReplaceAll(strings.ToLower(string(d.format)), "-", "")
				out, err := exec.Command(command, "-c", "-i", syntax, d.path, base).CombinedOutput()
				_, after, _ := strings.Cut(string(out), "returned ")
				n, _ := strconv.Atoi(strings.Fields(after + " 0")[0])
				return n, err
			},
		}
		for _, who := range slices.Sorted(maps.Keys(readers)) {
			read := readers[who]
			b.Run("triples of "+name+"/"+who, func(b *testing.B) {
				b.ReportAllocs()
				n, began := 0, cpu()
				for b.Loop() {
					k, err := read()
					if err != nil {
						b.Skipf("cannot read it: %v", err)
					}
					n += k
				}
				spent(b, began)
				b.ReportMetric(float64(n)/float64(b.N), "triples")
			})
		}
	}
}

// loads are the ontologies that are read into graphs.
func loads() [][2]string {
	return [][2]string{{"EDAM, RDF/XML", "edam/EDAM_1.25.owl"}, {"ENVO, OBO", "envo/envo.obo"}}
}

func BenchmarkLoad(b *testing.B) {
	for _, l := range loads() {
		name, file := l[0], l[1]
		path := filepath.Join(goldentest.Dir(b, "ontologies/real-ontologies"), filepath.FromSlash(file))
		b.Run("load "+name+"/ours", func(b *testing.B) {
			b.ReportAllocs()
			began := cpu()
			for b.Loop() {
				if _, err := load(path); err != nil {
					b.Fatal(err)
				}
			}
			spent(b, began)
			b.ReportMetric(held(func() any { o, _ := load(path); return o }), "MB-held")
		})
		b.Run("load "+name+"/ours, to axioms", func(b *testing.B) {
			b.ReportAllocs()
			began := cpu()
			for b.Loop() {
				if _, _, err := readAxioms(path); err != nil {
					b.Fatal(err)
				}
			}
			spent(b, began)
			b.ReportMetric(held(func() any { o, _, _ := readAxioms(path); return o }), "MB-held")
		})
	}
}

func load(path string) (*owl.Ontology, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return owl.Load(bytes.NewReader(data), owl.Options{File: path})
}

// held is how much memory in MB what make returns takes.
func held(make func() any) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := make()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return (float64(after.HeapAlloc) - float64(before.HeapAlloc)) / 1e6
}

// BenchmarkOutsideLoad times the OWL API and nxontology, which reads by pronto.
// It is meant for -benchtime 1x.
func BenchmarkOutsideLoad(b *testing.B) {
	for _, l := range loads() {
		name, file := l[0], l[1]
		path := filepath.Join(goldentest.Dir(b, "ontologies/real-ontologies"), filepath.FromSlash(file))
		if jars := os.Getenv("PEERS_OWLAPI"); jars != "" {
			figures := fields(b, exec.Command("java", "-cp", jars, filepath.Join("java", "LoadTime.java"), path, "12"))
			b.Run("load "+name+"/OWL API, first in its JVM", func(b *testing.B) { said(b, figures[0]/1e3, figures[1]/1e3) })
			b.Run("load "+name+"/OWL API, warm", func(b *testing.B) {
				said(b, figures[2]/1e3, figures[3]/1e3)
				b.ReportMetric(figures[4], "MB-held")
			})
		}
		if python := os.Getenv("PEERS_PYTHON"); python != "" {
			b.Run("load "+name+"/nxontology", func(b *testing.B) {
				out, err := exec.Command(python, filepath.Join("python", "similarity.py"), "load", path).Output()
				if err != nil {
					b.Skipf("cannot read it: %v", err)
				}
				figures := numbers(string(out))
				said(b, figures[0], figures[1])
			})
		}
	}
}

// fields runs a command and returns the numbers it prints.
func fields(b *testing.B, cmd *exec.Cmd) []float64 {
	b.Helper()
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("%v\n%s", err, complaints.String())
	}
	return numbers(string(out))
}

func numbers(text string) []float64 {
	var all []float64
	for _, f := range strings.Fields(text) {
		if x, err := strconv.ParseFloat(f, 64); err == nil {
			all = append(all, x)
		}
	}
	return all
}

// BenchmarkSimilar times likenesses in ENVO, Lin's as nxontology has it and our
// five factors.
func BenchmarkSimilar(b *testing.B) {
	g := graphOf(b, "envo/envo.obo")
	five, err := semsim.New(g, semsim.Params{Tau: 2})
	if err != nil {
		b.Fatal(err)
	}
	ours := map[string]semsim.Comparer{"ours": comparer(b, g, "lin", nil), "ours, five factors": five}
	for _, who := range slices.Sorted(maps.Keys(ours)) {
		c := ours[who]
		r := rand.New(rand.NewPCG(3, 4))
		pairs := make([]ontology.ID, 1<<16)
		for i := range pairs {
			pairs[i] = ontology.ID(r.IntN(g.Len()))
		}
		for range 2000 { // what is made ready once
			c.Sim(pairs[r.IntN(len(pairs))], pairs[r.IntN(len(pairs))])
		}
		b.Run("one pair of ENVO/"+who, func(b *testing.B) {
			b.ReportAllocs()
			began := cpu()
			for i := range b.N {
				k := 2 * i & (1<<16 - 1)
				c.Sim(pairs[k], pairs[k+1])
			}
			spent(b, began)
		})
		b.Run("one concept of ENVO with all/"+who, func(b *testing.B) {
			row := make([]float64, g.Len())
			b.ReportAllocs()
			began := cpu()
			for i := range b.N {
				row = c.Topic(ontology.ID(i*7919%g.Len()), row)
			}
			spent(b, began)
		})
		b.Run("all pairs of ENVO, 2 cores/"+who, func(b *testing.B) {
			began := cpu()
			for b.Loop() {
				rows := 0
				err := semsim.Rows(context.Background(), c, g.Len(), 2, func(ontology.ID, []float64) error { rows++; return nil })
				if err != nil || rows != g.Len() {
					b.Fatal(rows, err)
				}
			}
			spent(b, began)
		})
	}
}

// BenchmarkOutsideSimilar times nxontology. It is meant for -benchtime 1x. All
// pairs would take it an hour or so: the figure multiplies one concept
// with all by the number of concepts.
func BenchmarkOutsideSimilar(b *testing.B) {
	python := os.Getenv("PEERS_PYTHON")
	if python == "" {
		b.Skip("SKIPPED: PEERS_PYTHON names no Python with nxontology (bench/peers/install)")
	}
	q := ask(graphOf(b, "envo/envo.obo"), 2000)
	in, err := json.Marshal(q)
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(python, filepath.Join("python", "similarity.py"), "time")
	cmd.Stdin = bytes.NewReader(in)
	f := fields(b, cmd) // clock and processor of: index, pair at first, pair, topic
	report := func(job, who string, wall, cpu float64) {
		b.Run(job+"/"+who, func(b *testing.B) { said(b, wall, cpu) })
	}
	half := float64(q.N) / 2
	report("one pair of ENVO", "nxontology, first", f[2], f[3])
	report("one pair of ENVO", "nxontology, again", f[4], f[5])
	report("one concept of ENVO with all", "nxontology", f[6], f[7])
	report("all pairs of ENVO, 2 cores", "nxontology (1 core), extrapolated", f[6]*half, f[7]*half)
}
