package relevance

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/read/repeated"
	"github.com/ontocrawl/ontocrawl/ontologies"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// topicOf is the topic of an embedded ontology, as a crawl takes it.
func topicOf(tb testing.TB, name string) *semsim.TopicVector {
	tb.Helper()
	f, err := ontologies.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	o, err := owl.Load(f, owl.Options{File: name})
	if err != nil {
		tb.Fatal(err)
	}
	m, err := semsim.New(o.Graph, semsim.Params{})
	if err != nil {
		tb.Fatal(err)
	}
	return m.TopicVector(o.Graph.Roots()[0])
}

// dictionary is loaded once for all tests.
var dictionary lexicon.Dictionary

func judgeOf(tb testing.TB, v *semsim.TopicVector, opt Options) *Judge {
	tb.Helper()
	lex, err := lexicon.New(TermsOf(v), lexicon.Options{Dictionary: &dictionary})
	if err != nil {
		tb.Fatal(err)
	}
	j, err := New(v, lex, opt)
	if err != nil {
		tb.Fatal(err)
	}
	return j
}

// TestLabelledWebs judges stored webs whose pages people have labelled. The host's
// memory is as at the end of a crawl: all pages of a web are learned before the first
// is judged. One threshold serves all of them.
func TestLabelledWebs(t *testing.T) {
	typhoon, rainstorm := topicOf(t, "typhoon"), topicOf(t, "rainstorm")
	both := semsim.Join(typhoon, rainstorm)
	sum := map[string]*[100]float64{}
	for _, w := range []struct {
		name  string
		cases []webCase
	}{
		{"wikispeedia-en", []webCase{{typhoon, "tropical-cyclone", 0.95}, {both, "storm-rain-flood", 0.94}}},
		{"hosts-dev", []webCase{{both, "storm-rain-flood", 0.85}, {typhoon, "tropical-cyclone", 0.85}}},
	} {
		pages := readWeb(t, judgeOf(t, typhoon, Options{}), w.name)
		for _, c := range w.cases {
			c.check(t, w.name, pages, sum)
		}
	}
	for _, name := range Names() {
		phi, most := 0, 0.0
		for i, f1 := range sum[name] {
			if f1 > most {
				phi, most = i, f1
			}
		}
		at := sum[name][int(100*Phi(name)+0.5)]
		t.Logf("%-8s mean F1 %.3f at phi %.2f, greatest %.3f at %.2f", name, at/4, Phi(name), most/4, float64(phi)/100)
		if at/4 < most/4-0.02 {
			t.Errorf("%s: another threshold than %.2f is clearly better", name, Phi(name))
		}
	}
}

// webCase is a topic, its label in a web, and the F1 asked for.
type webCase struct {
	topic *semsim.TopicVector
	label string
	f1    float64
}

// check judges the pages of a web, and adds the F1 at every threshold to sum.
func (c *webCase) check(t *testing.T, web string, pages []labelled, sum map[string]*[100]float64) {
	for _, name := range Names() {
		j := judgeOf(t, c.topic, Options{Judge: name})
		if name == Fielded { // the others find the same
			for i := range pages {
				j.mark(pages[i].Page, nil)
			}
		}
		js := judgeWeb(j, pages, c.label)
		o := decide(js, j.Phi())
		report(t, name, web, c.topic.Name, js, o)
		if sum[name] == nil {
			sum[name] = new([100]float64)
		}
		for i := range sum[name] {
			sum[name][i] += decide(js, float64(i)/100).f1()
		}
		if name != Fielded {
			continue
		}
		crawled := decide(judgeAsCrawled(j, pages, c.label), j.Phi())
		t.Logf("%-8s learned in the order of the index: F1 %.3f", "", crawled.f1())
		if o.f1() < c.f1 || crawled.f1() < c.f1-0.02 {
			t.Errorf("%s, %s: F1 %.3f, while learning %.3f; want %.2f", web, c.topic.Name, o.f1(), crawled.f1(), c.f1)
		}
	}
}

func report(t *testing.T, judge, web, topic string, js []judgement, o outcome) {
	phi, f1 := best(js)
	t.Logf("%-8s %-15s %-40s F1 %.3f, precision %.3f, recall %.3f (%d right, %d false, %d missed; best F1 %.3f at %.2f)",
		judge, web, topic, o.f1(), o.precision(), o.recall(), o.tp, o.fp, o.fn, f1, phi)
}

// judgeAsCrawled scores each page before it is learned.
func judgeAsCrawled(j *Judge, web []labelled, topic string) (out []judgement) {
	j.hosts, j.learner = repeated.Texts{}, newLearner(j.rule)
	for i := range web {
		if on, ok := web[i].on(topic); ok {
			out = append(out, judgement{j.Score(web[i].Page).Relevance, on, i})
		}
		j.Learn(web[i].Page)
	}
	return out
}

// TestOtherDisasters: reports of fires, quakes, accidents and epidemics share
// many words with the topics and are none of them.
func TestOtherDisasters(t *testing.T) {
	for _, name := range []string{"typhoon", "rainstorm"} {
		j := judgeOf(t, topicOf(t, name), Options{})
		web := readWeb(t, j, "cec-zh")
		o := decide(judgeWeb(j, web, "none"), Phi(""))
		t.Logf("%s: %d of %d judged relevant", name, o.fp, len(web))
		if o.fp*100 > len(web) || len(web) < 500 {
			t.Errorf("%s: %d of %d judged relevant, at most 1 %% may be", name, o.fp, len(web))
		}
	}
}
