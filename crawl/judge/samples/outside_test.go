package samples

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

type stored struct {
	resp   *crawl.Response
	labels []string
	page   *crawl.Page
}

func readStored(t *testing.T, name string) []stored {
	dir := goldentest.Web(t, name)
	f, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []stored
	for s := bufio.NewScanner(f); s.Scan(); {
		row := strings.Split(s.Text(), "\t")
		body, err := os.ReadFile(filepath.Join(dir, "pages", row[1]))
		if err != nil {
			t.Fatal(err)
		}
		key, err := urlkey.Canonical(row[0])
		if err != nil {
			continue
		}
		r := &crawl.Response{URL: key, Final: key, Status: 200, ContentType: row[2], Body: body}
		x := stored{resp: r}
		if len(row) > 3 {
			x.labels = strings.Split(row[3], ",")
		}
		out = append(out, x)
	}
	var wg sync.WaitGroup
	for k := range 2 {
		wg.Go(func() {
			for i := k; i < len(out); i += 2 {
				out[i].page, _ = page.Parse(out[i].resp)
			}
		})
	}
	wg.Wait()
	return slices.DeleteFunc(out, func(s stored) bool { return s.page == nil })
}

// everything has TestSamplesOutside judge all topics, with 10 and with 20 samples.
var everything = flag.Bool("all", false, "judge all topics, with 10 and with 20 samples")

// labelledTopic is a label of a web, and the words that somebody without an
// ontology would think of; "" where there is an ontology.
type labelledTopic struct {
	web, label, words string
	always            bool // also without -all
}

var labelledTopics = []labelledTopic{
	{"wikispeedia-en", "topic:tropical-cyclone", "", true},
	{"wikispeedia-en", "topic:storm-rain-flood", "", true},
	{"wikispeedia-en", "subject.Science.Biology.Birds", "bird", false},
	{"wikispeedia-en", "subject.Science.Chemistry.Chemical_elements", "chemical element", true},
	{"wikispeedia-en", "subject.Science.Biology.Dinosaurs", "dinosaur", false},
	{"wikispeedia-en", "subject.Design_and_Technology.Railway_transport", "railway,locomotive,train", false},
	{"wikispeedia-en", "subject.Science.Physics.Space_Astronomy", "astronomy,planet,star,galaxy", false},
	{"wikispeedia-en", "subject.Science.Biology.Health_and_medicine", "disease,medicine,health", false},
	{"lohelp-zh", "topic:charts", "图表", false},
	{"lohelp-zh", "topic:database", "数据库", false},
	{"lohelp-zh", "topic:math-formula", "公式", false},
	{"lohelp-zh", "topic:drawing", "绘图", false},
	{"lohelp-zh", "topic:presentation", "演示文稿,幻灯片", false},
	{"cec-zh", "class:交通事故", "交通事故,车祸", true},
	{"cec-zh", "class:火灾", "火灾", true},
	{"cec-zh", "class:地震", "地震", false},
	{"cec-zh", "class:食物中毒", "食物中毒", false},
	{"cec-zh", "class:恐怖袭击", "恐怖袭击", false},
	{"hosts-dev", "topic:storm-rain-flood", "", false},
	{"hosts-dev", "topic:tropical-cyclone", "", false},
}

func keywords(list string) *semsim.TopicVector {
	v := &semsim.TopicVector{Name: list}
	for _, w := range strings.Split(list, ",") {
		v.Entries = append(v.Entries, semsim.Entry{IRI: "urn:keyword:" + w, Zh: w, En: w, Weight: 1, Core: true, Labels: []ontology.Label{{Text: w}}})
	}
	return v
}

func embedded(t *testing.T, names ...string) *semsim.TopicVector {
	var vs []*semsim.TopicVector
	for _, name := range names {
		f, err := ontologies.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		o, err := owl.Load(f, owl.Options{File: name})
		if err != nil {
			t.Fatal(err)
		}
		m, err := semsim.New(o.Graph, semsim.Params{})
		if err != nil {
			t.Fatal(err)
		}
		vs = append(vs, m.TopicVector(o.Graph.Roots()[0]))
	}
	return semsim.Join(vs...)
}

func f1s(rel []float64, on []bool, phi float64) float64 {
	var tp, fp, fn float64
	for i, r := range rel {
		switch {
		case on[i] && r > phi:
			tp++
		case on[i]:
			fn++
		case r > phi:
			fp++
		}
	}
	return 2 * tp / max(1, 2*tp+fp+fn)
}

type maker = func([]Document) (*semsim.TopicVector, error)

// way is a way to obtain a topic.
type way struct {
	name, judge string
	make        maker
	phi         bool // threshold from the samples
}

func (l *labelledTopic) ways(t *testing.T, dict *lexicon.Dictionary) []way {
	var ont *semsim.TopicVector
	switch {
	case l.words != "":
		ont = keywords(l.words)
	case l.label == "topic:tropical-cyclone":
		ont = embedded(t, "typhoon")
	default:
		ont = embedded(t, "typhoon", "rainstorm")
	}
	alone := func(d []Document) (*semsim.TopicVector, error) { return Topic(d, dict) }
	mixed := func(d []Document) (*semsim.TopicVector, error) {
		v, err := alone(d)
		if err != nil {
			return nil, err
		}
		return Mix(ont, v), nil
	}
	return []way{
		{"samples", relevance.Centroid, alone, true},
		{"ontology", relevance.Density, func([]Document) (*semsim.TopicVector, error) { return ont, nil }, false},
		{"mixed", relevance.Density, mixed, true},
	}
}

// draw takes n pages of the label as samples, at most half of them.
func draw(all []stored, label string, n int) (docs []Document, sampled map[int]bool) {
	var on []int
	for i, s := range all {
		if slices.Contains(s.labels, label) {
			on = append(on, i)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	rng.Shuffle(len(on), func(i, j int) { on[i], on[j] = on[j], on[i] })
	sampled = map[int]bool{}
	for _, i := range on[:min(n, len(on)/2)] {
		docs = append(docs, Document{all[i].resp.URL, all[i].page})
		sampled[i] = true
	}
	return docs, sampled
}

// TestSamplesOutside: a topic from samples, judged on the other pages, beside the topic
// of an ontology (or of a word or two where we have none), and both mixed.
func TestSamplesOutside(t *testing.T) {
	dict, webs := new(lexicon.Dictionary), map[string][]stored{}
	counts := []int{10}
	if *everything {
		counts = append(counts, 20)
	}
	for _, n := range counts {
		sums, topics := map[string]float64{}, 0.0
		for _, l := range labelledTopics {
			if !l.always && !*everything {
				continue
			}
			if webs[l.web] == nil {
				webs[l.web] = readStored(t, l.web)
			}
			docs, sampled := draw(webs[l.web], l.label, n)
			line := ""
			for _, w := range l.ways(t, dict) {
				f1 := w.judged(t, docs, dict, webs[l.web], &l, sampled)
				sums[w.name] += f1
				line += fmt.Sprintf(" %s %.3f", w.name, f1)
			}
			t.Logf("%d samples, %s, %s: F1%s", n, l.web, l.label, line)
			topics++
		}
		t.Logf("%d samples: mean F1 samples %.3f, ontology %.3f, mixed %.3f", n, sums["samples"]/topics, sums["ontology"]/topics, sums["mixed"]/topics)
		if sums["samples"]/topics < .65 || sums["mixed"] < sums["ontology"]-.01*topics {
			t.Errorf("%d samples: mean F1 %.3f of %v topics; mixed %.3f, with the ontology alone %.3f", n, sums["samples"]/topics, topics, sums["mixed"]/topics, sums["ontology"]/topics)
		}
	}
}

func (w *way) judged(t *testing.T, docs []Document, dict *lexicon.Dictionary, all []stored, l *labelledTopic, sampled map[int]bool) float64 {
	topic, err := w.make(docs)
	if err != nil {
		t.Fatal(err)
	}
	phi := 0.0
	if w.phi {
		if phi, err = Threshold(w.judge, docs, dict, w.make); err != nil {
			t.Fatal(err)
		}
	}
	return f1s(scoreAll(t, topic, dict, w.judge, phi, all, l.label, sampled))
}

func scoreAll(t *testing.T, v *semsim.TopicVector, dict *lexicon.Dictionary, judge string, phi float64, all []stored, label string, sampled map[int]bool) (rel []float64, on []bool, at float64) {
	lex, err := lexicon.New(relevance.TermsOf(v), lexicon.Options{Dictionary: dict})
	if err != nil {
		t.Fatal(err)
	}
	j, err := relevance.New(v, lex, relevance.Options{Judge: judge, Phi: phi})
	if err != nil {
		t.Fatal(err)
	}
	pages := make([]*crawl.Page, len(all))
	var wg sync.WaitGroup
	for k := range 2 {
		wg.Go(func() {
			for i := k; i < len(all); i += 2 {
				p := *all[i].page
				p.Blocks = slices.Clone(p.Blocks)
				j.Mark(&p)
				pages[i] = &p
			}
		})
	}
	wg.Wait()
	for _, p := range pages {
		j.Learn(p)
	}
	for i, p := range pages {
		if sampled[i] || slices.ContainsFunc(all[i].labels, func(s string) bool {
			return strings.HasPrefix(label, "topic:") && (strings.HasPrefix(s, "near:") || strings.HasPrefix(s, "maybe:"))
		}) {
			continue
		}
		rel = append(rel, j.Score(p).Relevance)
		on = append(on, slices.Contains(all[i].labels, label))
	}
	return rel, on, j.Phi()
}

// TestSharesOutside: on how many English pages the words of common.go stand, as
// the mean over the words of a list and, for the rest, over all mentions of pages'
// other words.
func TestSharesOutside(t *testing.T) {
	r := &reader{dict: new(lexicon.Dictionary), known: wordClasses()}
	for _, web := range []string{"wikispeedia-en", "extract-shared", "hosts-dev"} {
		pages, on := 0.0, map[string]float64{}
		for _, s := range readStored(t, web) {
			if !strings.HasPrefix(s.page.Lang, "en") || s.page.Words < 50 {
				continue
			}
			pages++
			ss, err := r.stretches(s.page)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for i := range ss {
				for k := range ss[i].words {
					if w := &ss[i].words[k]; !w.stop && !w.han && !seen[w.text] {
						seen[w.text] = true
						on[w.text]++
					}
				}
			}
		}
		sum, n := map[wordClass]float64{}, map[wordClass]float64{}
		for w, x := range on {
			c := r.known[w]
			if c == rare { // a word weighs as often as pages have it
				sum[c], n[c] = sum[c]+x*x/pages, n[c]+x
			} else {
				sum[c], n[c] = sum[c]+x/pages, n[c]+1
			}
		}
		many, some, other := sum[inMany]/n[inMany], sum[inSome]/n[inSome], sum[rare]/n[rare]
		t.Logf("%s, %.0f pages: %.3f, %.3f, others %.4f", web, pages, many, some, other)
		if !(many > 1.5*some) {
			t.Errorf("%s: the lists do not part words: %.3f, %.3f", web, many, some)
		}
	}
}
