package samples

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/read/document"
	"github.com/ontocrawl/ontocrawl/crawl/read/document/documenttest"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func put(tb testing.TB, dir, name, text string) {
	tb.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		tb.Fatal(err)
	}
}

func TestRead(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("<html><meta charset=gbk><title>台风预警</title><p>台风登陆</p>")
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "a.html", gbk)
	put(t, dir, "deep/b.MD", "# Storm surge\n\nwater")
	put(t, dir, "c.txt", "gale warning")
	put(t, dir, ".hidden/d.txt", "no")
	put(t, dir, ".e.txt", "no")
	put(t, dir, "f.pdf", "%PDF")
	put(t, dir, "g.txt", " \n")
	f, err := Read(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names, skipped []string
	for _, d := range f.Documents {
		names = append(names, d.Name)
	}
	for _, s := range f.Skipped {
		skipped = append(skipped, s.Name)
	}
	if fmt.Sprint(names) != "[a.html c.txt deep/b.MD]" || fmt.Sprint(skipped) != "[f.pdf g.txt]" {
		t.Errorf("documents %v, skipped %v", names, skipped)
	}
	if f.Skipped[0].Why != errNoConverter {
		t.Errorf("f.pdf: %v", f.Skipped[0].Why)
	}
	if title := f.Documents[0].Page.Title; title != "台风预警" {
		t.Errorf("the title in GBK is %q", title)
	}
	// The hash is of what the documents say, whatever they are called.
	put(t, other, "z.html", gbk)
	put(t, other, "y.md", "# Storm surge\n\nwater")
	put(t, other, "x.txt", "gale warning")
	g, err := Read(t.Context(), other, nil)
	if err != nil || g.SHA256 != f.SHA256 {
		t.Errorf("renamed: %s, %v; want %s", g.SHA256, err, f.SHA256)
	}
	put(t, other, "x.txt", "gale warning!")
	if g, err = Read(t.Context(), other, nil); err != nil || g.SHA256 == f.SHA256 {
		t.Errorf("changed: still %s, %v", g.SHA256, err)
	}
}

func TestReadNothing(t *testing.T) {
	dir := t.TempDir()
	if _, err := Read(t.Context(), dir, nil); !errors.Is(err, errNone) || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty folder: %v", err)
	}
	put(t, dir, "a.bin", "x")
	if _, err := Read(t.Context(), dir, nil); !errors.Is(err, errNone) || !errors.Is(err, errType) || !strings.Contains(err.Error(), "a.bin") {
		t.Errorf("a folder of others: %v", err)
	}
	if _, err := Read(t.Context(), filepath.Join(dir, "a.bin"), nil); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Errorf("a file: %v", err)
	}
	if _, err := Read(t.Context(), filepath.Join(dir, "none"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
}

// documents returns the documents of the given texts, read from a folder.
func documents(tb testing.TB, ending string, texts ...string) []Document {
	tb.Helper()
	dir := tb.TempDir()
	for i, text := range texts {
		put(tb, dir, fmt.Sprintf("%03d%s", i, ending), text)
	}
	f, err := Read(tb.Context(), dir, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return f.Documents
}

func topicOf(tb testing.TB, docs []Document) *semsim.TopicVector {
	tb.Helper()
	v, err := Topic(docs, new(lexicon.Dictionary))
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

func show(v *semsim.TopicVector) string {
	var s []string
	for _, e := range v.Entries {
		core := ""
		if e.Core {
			core = "*"
		}
		s = append(s, fmt.Sprintf("%s%s %.3f", e.En, core, e.Weight))
	}
	return strings.Join(s, ", ")
}

// TestCentroid: two documents, worked out by hand. Of the rare words cyclone is
// twice in the first, once in the second; gale is in both once; city is common; barograph
// is in one only, and no topic of two documents has it.
func TestCentroid(t *testing.T) {
	v := topicOf(t, documents(t, ".txt", "cyclone, the city. cyclone: gale!", "gale; barograph. a city; 1999. cyclone"))
	rare, many := -math.Log(shareRare), -math.Log(shareMany)
	twice := (1 + math.Log(2)) * rare
	n1 := math.Sqrt(twice*twice + rare*rare + many*many)
	n2 := math.Sqrt(rare*rare + rare*rare + many*many)
	cyclone, gale, city := twice/n1+rare/n2, rare/n1+rare/n2, many/n1+many/n2
	want := fmt.Sprintf("cyclone* 1.000, gale* %.3f, city* %.3f", gale/cyclone, city/cyclone)
	if city/cyclone < coreShare {
		want = strings.Replace(want, "city*", "city", 1)
	}
	if got := show(v); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if v.Name != "cyclone, gale, city" || v.Entries[0].IRI != "urn:term:cyclone" {
		t.Errorf("%+v", v)
	}
}

// TestPhrases: characters that stand together are one term, but not with whatever
// comes beside them; plurals are their singulars.
func TestPhrases(t *testing.T) {
	v := topicOf(t, documents(t, ".txt",
		"Storm surges flood. The storm surge rose. Old hamlets, small hamlets.",
		"A storm surge came: the hamlet. The hamlet drowned.",
		"storm surge"))
	if got := show(v); !strings.HasPrefix(got, "surge* 1.000, ") || !strings.Contains(got, "hamlet") || strings.Contains(got, "hamlets") || strings.Contains(got, "surges") {
		t.Error(got)
	}
	v = topicOf(t, documents(t, ".txt", "台风登陆广东。台风很大。", "台风来了。广东有台风。", "强台风。"))
	if got := show(v); !strings.HasPrefix(got, "台风* 1.000") || strings.Contains(got, "风,") || v.Entries[0].Labels[0].Lang != "zh" {
		t.Error(got)
	}
}

// TestTemplates: what every page of a site says is not what it is about.
func TestTemplates(t *testing.T) {
	var texts []string
	for i := range 5 {
		texts = append(texts, fmt.Sprintf("<p>Imprint</p><p>Cyclone number%d struck.</p><p>Barometrics gazette reserves everything, %d</p><nav>Zeppelin cyclone</nav>", i, i))
	}
	got := show(topicOf(t, documents(t, ".html", texts...)))
	for _, no := range []string{"imprint", "gazette", "zeppelin"} {
		if strings.Contains(got, no) {
			t.Errorf("%s is of the site: %s", no, got)
		}
	}
	if !strings.Contains(got, "cyclone") {
		t.Error(got)
	}
}

func TestNoWords(t *testing.T) {
	for _, texts := range [][]string{{"the of and 12 a"}, {"cyclone", "barograph"}, {"…"}, {"的"}} {
		if v, err := Topic(documents(t, ".txt", texts...), new(lexicon.Dictionary)); !errors.Is(err, errNoWords) {
			t.Errorf("%q: %v, %v", texts, v, err)
		}
	}
}

// TestOneSample: of one document every word counts.
func TestOneSample(t *testing.T) {
	if got := show(topicOf(t, documents(t, ".txt", "cyclone"))); got != "cyclone* 1.000" {
		t.Error(got)
	}
}

// TestMix: the ontology keeps its core, the samples add words of less weight.
func TestMix(t *testing.T) {
	ont := topicOf(t, documents(t, ".txt", "cyclone"))
	mixed := Mix(ont, topicOf(t, documents(t, ".txt", "cyclone, barograph")))
	if got, want := show(mixed), fmt.Sprintf("cyclone* 1.000, barograph %.3f", mixWeight); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestThreshold(t *testing.T) {
	dict := new(lexicon.Dictionary)
	topic := func(docs []Document) (*semsim.TopicVector, error) { return Topic(docs, dict) }
	same := documents(t, ".txt", slices.Repeat([]string{"cyclone, gale, barograph, landfall"}, 6)...)
	phi, err := Threshold(relevance.Centroid, same, dict, topic)
	if err != nil || !(phi > .5 && phi < shareOfMedian) {
		t.Errorf("of documents that are alike: %v, %v", phi, err)
	}
	turned := slices.Clone(same)
	slices.Reverse(turned)
	if again, err := Threshold(relevance.Centroid, turned, dict, topic); err != nil || again != phi {
		t.Errorf("in another order: %v, %v; want %v", again, err, phi)
	}
	if few, err := Threshold(relevance.Centroid, same[:2], dict, topic); err != nil || few != 0 {
		t.Errorf("of two: %v, %v", few, err)
	}
	if _, err := Threshold("none", same, dict, topic); err == nil {
		t.Error("a judgement that is none")
	}
	unlike := documents(t, ".txt", "cyclone", "barograph", "zeppelin", "hamlet")
	if phi, err := Threshold(relevance.Centroid, unlike, dict, topic); err != nil || phi != 0 {
		t.Errorf("of documents without a common word: %v, %v", phi, err)
	}
}

// FuzzTopic: whatever stands in the samples, there is an error or a topic.
func FuzzTopic(f *testing.F) {
	dict := new(lexicon.Dictionary)
	for _, s := range []string{"cyclone gale", "<title>台风</title><p>台风登陆", "\xff\xfe", "<h1>a-b c’s</h1>"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		var docs []Document
		for _, s := range []string{a, b} {
			if p, err := parse(t.Context(), ".html", []byte(s), nil); err == nil {
				docs = append(docs, Document{"x", p})
			}
		}
		v, err := Topic(docs, dict)
		if err != nil {
			if !errors.Is(err, errNoWords) {
				t.Fatal(err)
			}
			return
		}
		if len(v.Entries) == 0 || len(v.Entries) > mostTerms || v.Entries[0].Weight != 1 || !v.Entries[0].Core {
			t.Fatalf("%+v", v)
		}
		for _, e := range v.Entries {
			if !(e.Weight > 0 && e.Weight <= 1) {
				t.Fatalf("%s weighs %v", e.En, e.Weight)
			}
		}
		if _, err := lexicon.New(relevance.TermsOf(v), lexicon.Options{Dictionary: dict}); err != nil {
			t.Fatal(err)
		}
	})
}

// TestReadDocuments: documents are samples if something reads them; a file that is no document is skipped.
func TestReadDocuments(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "a.docx", string(documenttest.DOCX("The typhoon made landfall.", "Typhoon warnings are lifted.")))
	put(t, dir, "b.DOCX", "plain words")
	put(t, dir, "c.txt", "gale warning")
	f, err := Read(t.Context(), dir, document.New(document.Options{Pdftotext: "-"}))
	if err != nil || len(f.Documents) != 2 || f.Documents[0].Name != "a.docx" || len(f.Skipped) != 1 || f.Skipped[0].Name != "b.DOCX" {
		t.Fatalf("%+v, %v", f, err)
	}
	if b := f.Documents[0].Page.Blocks; len(b) != 2 || b[0].Text != "The typhoon made landfall." {
		t.Errorf("blocks %+v", b)
	}
}
