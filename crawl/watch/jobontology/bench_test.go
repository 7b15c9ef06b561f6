package jobontology

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

const storms = `@prefix : <http://e.example/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://e.example/o> a owl:Ontology .
:core a owl:AnnotationProperty .
:Storm a owl:Class ; rdfs:label "storm"@en , "风暴"@zh ; :core true .
:Surge a owl:Class ; rdfs:label "surge"@en , "风暴潮"@zh ; rdfs:subClassOf :Storm .
`

const storm, surge = "http://e.example/o#Storm", "http://e.example/o#Surge"

// evil is a text that a page may hold.
const evil = "</script><img src=x onerror=alert(1)>\x1b[2J"

// pages are a run whose pages call a few names by the storm. held, if set, keeps Names waiting.
type pages struct{ held chan struct{} }

func (p pages) Names(ctx context.Context, _ int) ([]coverage.Name, error) {
	if p.held != nil {
		select {
		case <-p.held:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	name := func(n, lang, iri, said string) coverage.Name {
		return coverage.Name{Name: n, Lang: lang, IRI: iri, Concept: "storm", Pages: 3, Hosts: 2, Said: said, Page: "http://a.example/1"}
	}
	return []coverage.Name{name("Meranti", "en", storm, "Meranti is a storm."), name("山竹", "zh", storm, "山竹是一种风暴。"), name(evil, "en", storm, evil),
		name("home page", "en", storm, "The home page is a storm of links."), name("tide", "en", surge, "The tide is a surge."), name("gale", "en", "http://e.example/o#None", "")}, nil
}

func (pages) Pages(context.Context) (relevant, other []*crawl.Page, err error) { return nil, nil, nil }

func (pages) Brings(_ context.Context, all []coverage.Addition) ([][]string, error) {
	out := make([][]string, len(all))
	for range mostBrings + 2 {
		out[0] = append(out[0], "http://a.example/9")
	}
	return out, nil
}

// bench is a Bench with the job "storms" on a file.
func bench(t *testing.T, file string, run enrich.Run) (b *Bench, s *Subject) {
	t.Helper()
	load := func(texts map[string][]byte) topic.Loader { return topic.Loader{Texts: texts} }
	s = &Subject{
		Dir: t.TempDir(), File: file, Topic: "Storm",
		Load: func(ctx context.Context, texts map[string][]byte) (*topic.Topic, error) {
			return topic.Resolve(ctx, topic.Spec{Names: s.Topic, Ontology: file, Loader: load(texts)})
		},
		Read: func(ctx context.Context, name string, opt owl.Options) (*owl.Ontology, error) {
			l := load(nil)
			return l.Read(ctx, name, opt)
		},
		Run: func(*topic.Topic) enrich.Run { return run },
	}
	at := time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)
	b = &Bench{Now: func() time.Time { at = at.Add(time.Second); return at }, Subject: func(_ context.Context, job string) (*Subject, error) {
		if job != "storms" {
			return nil, ErrNoJob
		}
		return s, nil
	}}
	t.Cleanup(func() { b.Close() })
	return b, s
}

func save(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// learned makes the offers and returns them.
func learned(t *testing.T, b *Bench) *Offers {
	t.Helper()
	if err := b.Learn(t.Context(), "storms"); err != nil {
		t.Fatal(err)
	}
	<-b.done
	return offers(t, b)
}

func offers(t *testing.T, b *Bench) *Offers {
	t.Helper()
	o, err := b.Offers(t.Context(), "storms")
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// of is the offer of a name.
func of(t *testing.T, o *Offers, name string) Offer {
	t.Helper()
	i := slices.IndexFunc(o.Offers, func(x Offer) bool { return x.Name.Name == name })
	if i < 0 {
		t.Fatalf("%q is not offered: %+v", name, o)
	}
	return o.Offers[i]
}

func contains(t *testing.T, file string, want ...string) {
	t.Helper()
	text, err := os.ReadFile(file)
	for _, w := range want {
		if err != nil || !strings.Contains(strings.Join(strings.Fields(string(text)), " "), w) {
			t.Errorf("no %q (%v) in\n%s", w, err, text)
		}
	}
}

// TestAccept: what is accepted enters the file and nothing else does; the earlier version is kept; the offers that are
// left can be accepted afterwards.
func TestAccept(t *testing.T) {
	file := save(t, filepath.Join(t.TempDir(), "storms.ttl"), storms)
	b, s := bench(t, file, pages{})
	if o := offers(t, b); !o.Made.IsZero() || len(o.Offers) != 0 || !o.Writable {
		t.Errorf("before any were made: %+v", o)
	}
	o := learned(t, b)
	if o.Fault != "" || o.Changed || len(o.Offers) != 5 || o.Version != atomicfile.Sum([]byte(storms)) {
		t.Fatalf("%+v", o)
	}
	m := of(t, o, "Meranti")
	if m.As != enrich.Core || m.Evidence[0].Text != "Meranti is a storm." || len(m.Brings) != mostBrings || m.BringsMore != 2 {
		t.Errorf("%+v", m)
	}
	did, err := b.Accept(t.Context(), "storms", o.Version, "ann", []Pick{{ID: m.ID}, {ID: of(t, o, "山竹").ID, As: enrich.Alternative}})
	if err != nil {
		t.Fatal(err)
	}
	contains(t, file, `:Meranti a owl:Class`, `altLabel "山竹"@zh`, `:Surge a owl:Class`)
	contains(t, filepath.Join(s.Dir, did.Earlier), strings.Join(strings.Fields(storms), " "))
	if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "home") || did.Version != atomicfile.Sum(text) || strings.Join(did.Added, " ") != "Meranti 山竹" {
		t.Errorf("%+v %v\n%s", did, err, text)
	}
	if o = offers(t, b); o.Changed || len(o.Offers) != 3 || o.Version != did.Version {
		t.Fatalf("after it: %+v", o)
	}
	// A name of a page that is no name of a class is a label, escaped by the syntax.
	if _, err = b.Accept(t.Context(), "storms", o.Version, "ann", []Pick{{ID: of(t, o, evil).ID, As: enrich.Hidden}}); err != nil {
		t.Error(err)
	}
	if _, err := owl.Open(file, owl.Options{}); err != nil {
		t.Error(err)
	}
	d, err := enrich.ReadDecisions(s.Dir)
	if err != nil || len(d) != 3 || d[m.ID].Verdict != enrich.Accepted || d[m.ID].By != "ann" {
		t.Errorf("%+v %v", d, err)
	}
}

// TestProtege: an ontology that was saved by another program since the offers were made is not touched, and
// nothing is noted.
func TestProtege(t *testing.T) {
	file := save(t, filepath.Join(t.TempDir(), "storms.ttl"), storms)
	b, s := bench(t, file, pages{})
	o := learned(t, b)
	m := of(t, o, "Meranti")
	saved := storms + `:Hail a owl:Class ; rdfs:label "hail"@en .`
	save(t, file, saved)
	for _, version := range []string{o.Version, atomicfile.Sum([]byte(saved)), ""} {
		if _, err := b.Accept(t.Context(), "storms", version, "ann", []Pick{{ID: m.ID}}); !errors.Is(err, atomicfile.ErrChanged) {
			t.Errorf("version %q: %v", version, err)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != saved {
		t.Errorf("%v\n%s", err, text)
	}
	if d, err := enrich.ReadDecisions(s.Dir); err != nil || len(d) != 0 {
		t.Errorf("%+v %v", d, err)
	}
	if o := offers(t, b); !o.Changed || len(o.Offers) != 5 {
		t.Errorf("%+v", o)
	}
	if o = learned(t, b); o.Changed {
		t.Errorf("made anew: %+v", o)
	}
	if _, err := b.Accept(t.Context(), "storms", o.Version, "ann", []Pick{{ID: m.ID}}); err != nil {
		t.Error(err)
	}
	contains(t, file, ":Meranti a owl:Class", ":Hail a owl:Class")
}

// TestRefuse: what was refused is marked, is not offered when offers are made anew, and may come back.
func TestRefuse(t *testing.T) {
	b, _ := bench(t, save(t, filepath.Join(t.TempDir(), "storms.ttl"), storms), pages{})
	o := learned(t, b)
	id := of(t, o, "home page").ID
	if err := b.Refuse(t.Context(), "storms", "ann", []string{id, "none"}, false); !errors.Is(err, errNoOffer) {
		t.Errorf("an unknown offer: %v", err)
	}
	if err := b.Refuse(t.Context(), "storms", "ann", []string{id}, false); err != nil {
		t.Fatal(err)
	}
	if x := of(t, offers(t, b), "home page"); x.Verdict != enrich.Refused || x.By != "ann" {
		t.Errorf("%+v", x)
	}
	if err := b.Refuse(t.Context(), "storms", "bob", []string{id}, true); err != nil {
		t.Fatal(err)
	}
	if x := of(t, offers(t, b), "home page"); x.Verdict != "" {
		t.Errorf("%+v", x)
	}
	if err := b.Refuse(t.Context(), "storms", "ann", []string{id}, false); err != nil {
		t.Fatal(err)
	}
	if o = learned(t, b); len(o.Offers) != 4 || slices.ContainsFunc(o.Offers, func(x Offer) bool { return x.ID == id }) {
		t.Errorf("it is offered again: %+v", o)
	}
}

// TestNotHere: orders that cannot be followed say why, and change nothing; the file can be downloaded with what is
// accepted.
func TestNotHere(t *testing.T) {
	file := save(t, filepath.Join(t.TempDir(), "storms.ttl"), storms)
	b, s := bench(t, file, pages{})
	if _, err := b.Accept(t.Context(), "storms", "x", "ann", []Pick{{ID: "x"}}); !errors.Is(err, ErrNone) {
		t.Errorf("before any were made: %v", err)
	}
	o := learned(t, b)
	m, tide := of(t, o, "Meranti").ID, of(t, o, "tide").ID
	for want, picks := range map[string][]Pick{
		"1 to 200": nil, errNoOffer.Error(): {{ID: "x"}}, "cannot become": {{ID: m, As: "includes"}}, "not offered at the concept": {{ID: m, IRI: surge}},
		"no core mark": {{ID: tide, As: enrich.Core}},
	} {
		if _, err := b.Accept(t.Context(), "storms", o.Version, "ann", picks); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", picks, err, want)
		}
	}
	for _, f := range []func() error{
		func() error { _, err := b.View(t.Context(), "none", "en"); return err },
		func() error { _, err := b.Offers(t.Context(), "none"); return err },
		func() error { return b.Learn(t.Context(), "none") },
		func() error { _, err := b.Compare(t.Context(), "none", 1, 2); return err },
		func() error { return b.Refuse(t.Context(), "none", "", []string{m}, false) },
	} {
		if err := f(); !errors.Is(err, ErrNoJob) {
			t.Errorf("no such job: %v", err)
		}
	}
	s.ReadOnly = true
	if _, err := b.Accept(t.Context(), "storms", o.Version, "ann", []Pick{{ID: m}}); !errors.Is(err, ErrReadOnly) {
		t.Errorf("%v", err)
	}
	name, text, err := b.Copy(t.Context(), "storms", o.Version, []Pick{{ID: m}})
	if err != nil || name != "storms.ttl" || !strings.Contains(string(text), "Meranti") {
		t.Errorf("%s %v\n%s", name, err, text)
	}
	contains(t, file, strings.Join(strings.Fields(storms), " "))
}

// TestOtherFiles: a packed file stays packed, an embedded ontology is never written, and an ontology that its syntax
// cannot say again is left alone.
func TestOtherFiles(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	io.WriteString(w, storms) //nolint:errcheck // to memory
	w.Close()
	file := save(t, filepath.Join(t.TempDir(), "storms.ttl.gz"), z.String())
	b, _ := bench(t, file, pages{})
	o := learned(t, b)
	if _, err := b.Accept(t.Context(), "storms", o.Version, "ann", []Pick{{ID: of(t, o, "Meranti").ID}}); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(file)
	if err != nil || !bytes.HasPrefix(raw, []byte{0x1f, 0x8b}) {
		t.Errorf("it is not packed any more (%v)", err)
	}
	if text, err := unpacked(raw); err != nil || !strings.Contains(string(text), ":Meranti") {
		t.Errorf("%v\n%s", err, text)
	}
	b, s := bench(t, "typhoon", pages{})
	s.Topic = "台风"
	if o = learned(t, b); o.Writable || !strings.Contains(o.Why, "embedded") || o.Version == "" {
		t.Errorf("%+v", o)
	}
}

// TestView: the page says what is in force and what is wrong with the file, with the line.
func TestView(t *testing.T) {
	file := save(t, filepath.Join(t.TempDir(), "storms.ttl"), storms+":Rain a owl:Class ; rdfs:label \"storm\"@en .\n")
	b, s := bench(t, file, pages{})
	view := func(lang string) *View {
		t.Helper()
		v, err := b.View(t.Context(), "storms", lang)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	// The topic is two concepts now: a fault, which the findings explain.
	v := view("en")
	if v.Fault == nil || v.Fault.Line != 0 || v.Errors == 0 && v.Warnings == 0 || v.Name != "storms.ttl" || !v.Writable {
		t.Errorf("%+v %+v", v, v.Fault)
	}
	save(t, file, storms+":Rain a owl:Class ; rdfs:label \"rain\"@en .\n")
	v = view("en")
	i := slices.IndexFunc(v.Findings, func(f Finding) bool { return f.Subject == "http://e.example/o#Rain" })
	if i < 0 || v.Findings[i].File != "storms.ttl" || v.Findings[i].Line != 6 || v.InForce != 0 || v.Fault != nil {
		t.Fatalf("%+v", v)
	}
	if zh := view("zh"); len(zh.Findings) != len(v.Findings) || zh.Findings[i].Message == v.Findings[i].Message {
		t.Errorf("in Chinese: %+v", zh.Findings)
	}
	text, _, err := s.text()
	if err != nil {
		t.Fatal(err)
	}
	kept, t1 := &versions.Store{Dir: s.Dir}, must(s.Load(t.Context(), nil))
	if err := kept.InForce(hashOf(t1), t1, 0, text); err != nil {
		t.Fatal(err)
	}
	if v = view("en"); v.InForce != 1 || !v.Current || len(v.Versions) != 1 || !v.Versions[0].Kept || v.Versions[0].Origins[0].Name != "storms.ttl" {
		t.Errorf("%+v", v)
	}
	save(t, file, storms+":Rain a owl:Class ;\n rdfs:label \"rain .\n")
	if v = view("en"); v.Fault == nil || v.Fault.Line != 7 || v.InForce != 1 || v.Current {
		t.Errorf("%+v, fault %+v", v, v.Fault)
	}
	if _, err := b.Compare(t.Context(), "storms", 1, 0); err == nil {
		t.Error("a broken file is compared")
	}
}

// TestCompare: two versions differ as ontology diff says, and the weights of the topic with them.
func TestCompare(t *testing.T) {
	file := save(t, filepath.Join(t.TempDir(), "storms.ttl"), storms)
	b, s := bench(t, file, pages{})
	kept := &versions.Store{Dir: s.Dir}
	for _, text := range []string{storms, storms + `:Hail a owl:Class ; rdfs:label "hail"@en ; rdfs:subClassOf :Storm .`} {
		save(t, file, text)
		t1 := must(s.Load(t.Context(), nil))
		if err := kept.InForce(hashOf(t1), t1, 0, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	save(t, file, storms)
	c, err := b.Compare(t.Context(), "storms", 1, 2)
	if err != nil || len(c.Diff.Added) != 1 || c.Diff.Added[0].En != "hail" || len(c.Crawl.Gained) != 1 || c.Crawl.Gained[0].Text != "hail" {
		t.Fatalf("%+v %v", c, err)
	}
	if i := slices.IndexFunc(c.Crawl.Weights, func(w diff.WeightChange) bool { return w.Concept.En == "hail" }); i < 0 || c.Crawl.Weights[i].Before != nil || c.Crawl.Weights[i].After == nil {
		t.Errorf("%+v", c.Crawl.Weights)
	}
	if c, err = b.Compare(t.Context(), "storms", 2, 0); err != nil || len(c.Diff.Removed) != 1 || !c.Differ {
		t.Errorf("%+v %v", c, err)
	}
	if c, err = b.Compare(t.Context(), "storms", 1, 0); err != nil || c.Differ {
		t.Errorf("%+v %v", c, err)
	}
	if _, err = b.Compare(t.Context(), "storms", 1, 9); !errors.Is(err, versions.ErrNoText) {
		t.Errorf("a version that is none: %v", err)
	}
	if err := os.RemoveAll(filepath.Join(s.Dir, rundir.OntologyDir)); err != nil {
		t.Fatal(err)
	}
}

// TestOneAtATime: while offers are made, further orders are refused, and Close ends it.
func TestOneAtATime(t *testing.T) {
	run := pages{make(chan struct{})}
	b, _ := bench(t, save(t, filepath.Join(t.TempDir(), "storms.ttl"), storms), run)
	if err := b.Learn(t.Context(), "storms"); err != nil {
		t.Fatal(err)
	}
	if err := b.Learn(t.Context(), "storms"); !errors.Is(err, ErrWorking) {
		t.Errorf("%v", err)
	}
	if o := offers(t, b); !o.Working {
		t.Errorf("%+v", o)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if o := offers(t, b); o.Working || o.Fault != "" || !o.Made.IsZero() {
		t.Errorf("%+v", o)
	}
	close(run.held)
	if o := learned(t, b); len(o.Offers) != 5 {
		t.Errorf("%+v", o)
	}
}

// TestTrim: the newest replaced versions stay.
func TestTrim(t *testing.T) {
	dir := t.TempDir()
	for i := range mostReplaced + 2 {
		save(t, filepath.Join(dir, time.Unix(int64(i), 0).UTC().Format("20060102T150405Z")+"-o"), "")
	}
	if err := trim(dir); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != mostReplaced || left[0].Name() != "19700101T000002Z-o" {
		t.Errorf("%d %v %v", len(left), left[0], err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
