package relevance

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// developedOn are the sets on which the constants of crawl/judge/teach were chosen; the others judge
// them. No subject is in both halves but storms, which include cyclones.
var developedOn = []string{"cyclones", "astronomy", "astronomy 2", "dinosaurs", "dinosaurs 2", "elements", "food", "charts", "hosts, cyclones", "fema, cyclones"}

// markings are how many marks people make, and which share of them is wrong.
var markings = []struct {
	marks int
	wrong float64
}{{20, 0}, {40, 0}, {80, 0}, {160, 0}, {40, .1}, {160, .1}}

// gain measures what marks did to the verdicts on pages that nobody marked.
type gain struct {
	n, applied           int
	f1, ap, gated, worst float64 // sums of differences; gated counts models that were applied only
	weak, weakN          float64 // of gated, on sets whose F1 was below .75
}

// TestMarksTeach: on each labelled set a person who knows the labels marks pages of one half of the
// web, three of five among those judged relevant and the others just below; the verdicts on the
// other half are compared with the labels, before and after. It takes minutes.
func TestMarksTeach(t *testing.T) {
	if os.Getenv("ONTOCRAWL_LONG") == "" {
		t.Skip("minutes: set ONTOCRAWL_LONG=1")
	}
	gains := map[bool][]gain{true: make([]gain, len(markings)), false: make([]gain, len(markings))}
	before := map[bool][]measure{}
	walkSets(t, func(set labelledSet, web []labelled, base *Judge) {
		if set.label == "none" {
			return
		}
		j, err := New(base.topic, base.lex, Options{})
		if err != nil {
			t.Fatal(err)
		}
		judgeWhole(j, web, set.label)
		marked, rest := halves(j, web, set.label)
		was := measureSet(judgements(nil, rest), j.phi)
		dev := slices.Contains(developedOn, set.name)
		before[dev] = append(before[dev], was)
		line := fmt.Sprintf("%-16s F1 %.3f AP %.3f;", set.name, was.f1, was.ap)
		for i, m := range markings {
			g := gain{}
			for draw := range uint64(2) {
				g.add(t, was, pickMarks(marked, m.marks, m.wrong, rand.New(rand.NewPCG(draw, 7))), rest, j.phi)
			}
			line += fmt.Sprintf(" %d", m.marks)
			if m.wrong > 0 {
				line += fmt.Sprintf(" (%.0f %% wrong)", 100*m.wrong)
			}
			line += fmt.Sprintf(": F1 %+.3f AP %+.3f applied %d of %d;", g.f1/float64(g.n), g.ap/float64(g.n), g.applied, g.n)
			gains[dev][i].join(&g, was.f1)
		}
		t.Log(line)
	})
	for _, dev := range []bool{true, false} {
		b := means(before[dev])
		t.Logf("development %v: %d sets, F1 %.3f, AP %.3f before", dev, len(before[dev]), b.f1, b.ap)
		for i, m := range markings {
			g, n := &gains[dev][i], float64(gains[dev][i].n)
			t.Logf("%4d marks, %2.0f %% wrong: F1 %+.3f, AP %+.3f; applied %d of %d: F1 %+.3f, at worst %+.3f; where F1 was below .75: %+.3f",
				m.marks, 100*m.wrong, g.f1/n, g.ap/n, g.applied, g.n, g.gated/n, g.worst, g.weak/max(1, g.weakN))
			if g.gated/n < 0 || m.wrong == 0 && g.ap/n < .005 {
				t.Errorf("%d marks make verdicts worse: F1 %+.3f, AP %+.3f", m.marks, g.gated/n, g.ap/n)
			}
		}
	}
}

func (g *gain) add(t *testing.T, was measure, marked, rest []teach.Example, phi float64) {
	t.Helper()
	r, err := teach.Learn(marked, teach.Options{Judge: Fielded, Phi: phi})
	if err != nil {
		t.Fatal(err)
	}
	if g.n++; !r.Enough { // history counts what happened before this run.
		return
	}
	now := measureSet(judgements(r.Taught(), rest), phi)
	g.f1, g.ap = g.f1+now.f1-was.f1, g.ap+now.ap-was.ap
	if r.Improves {
		g.applied++
		g.gated += now.f1 - was.f1
		g.worst = min(g.worst, now.f1-was.f1)
	}
}

func (g *gain) join(h *gain, f1 float64) {
	g.n, g.applied = g.n+h.n, g.applied+h.applied
	g.f1, g.ap, g.gated, g.worst = g.f1+h.f1, g.ap+h.ap, g.gated+h.gated, min(g.worst, h.worst)
	if f1 < .75 {
		g.weak, g.weakN = g.weak+h.gated, g.weakN+float64(h.n)
	}
}

// halves are the pages of a set that may be marked, and those that nobody marks, drawn by address.
func halves(j *Judge, web []labelled, label string) (marked, rest []teach.Example) {
	for i := range web {
		right, ok := web[i].labelled(label)
		if !ok {
			continue
		}
		p := *web[i].Page
		s := j.Score(&p)
		e := teach.Example{URL: p.URL, Host: p.Host, Right: right, Relevance: s.Relevance, Evidence: s.Evidence}
		if s.Relevance > 0 {
			e.Words = WordsOf(&p, func(i int) bool { return teach.SkipsBlock(&p, i) })
		}
		h := fnv.New32a()
		h.Write([]byte(p.URL)) //nolint:errcheck // a hash takes all
		if h.Sum32()>>7&1 == 0 {
			marked = append(marked, e)
		} else {
			rest = append(rest, e)
		}
	}
	return marked, rest
}

// pickMarks draws pages as a person who reads finds marks them; a share of the marks is wrong.
func pickMarks(from []teach.Example, n int, wrong float64, r *rand.Rand) (out []teach.Example) {
	for _, part := range []struct {
		above, to float64
		n         int
	}{{.5, 1, n * 3 / 5}, {.1, .5, n - n*3/5}} {
		var pool []teach.Example
		for _, e := range from {
			if e.Relevance > part.above && e.Relevance <= part.to {
				pool = append(pool, e)
			}
		}
		r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		out = append(out, pool[:min(len(pool), part.n)]...)
	}
	for i := range out {
		out[i].Right = out[i].Right != (r.Float64() < wrong)
	}
	return out
}

// judgements are the verdicts on pages, corrected by m unless it is nil.
func judgements(m *teach.Model, pages []teach.Example) []judgement {
	js := make([]judgement, len(pages))
	for i, e := range pages {
		r := e.Relevance
		if m != nil {
			r = m.Correct(e.Host, e.Words, crawl.Score{Relevance: r, Evidence: e.Evidence}).Relevance
		}
		js[i] = judgement{r, e.Right, i}
	}
	return js
}

// TestCorrected: a corrector has the last word on a page with evidence, and none on another; it
// changes nothing of what is learned from the page, and it outlives a memory.
func TestCorrected(t *testing.T) {
	plain, taught := stormJudge(t, Options{}), stormJudge(t, Options{})
	taught.CorrectBy(never{})
	memory, err := binenc.Marshal(plain)
	if err != nil {
		t.Fatal(err)
	}
	if err := taught.ReadFrom(bytes.NewReader(memory)); err != nil {
		t.Fatal(err)
	}
	const storm = "<title>Typhoon</title><nav>menu</nav><p>A typhoon came over the sea wall, and rain and floods followed the typhoon."
	p, q := read(t, plain, "http://a.example/", storm), read(t, taught, "http://a.example/", storm)
	was, now := plain.Score(p), taught.Score(q)
	if !was.Relevant || now.Relevant || now.Relevance != .25 || now.Evidence[len(now.Evidence)-1].Group != groupMarks {
		t.Errorf("was %+v, is %+v", was, now)
	}
	if !reflect.DeepEqual(p.Features, q.Features) {
		t.Error("the correction has changed what is learned from the page")
	}
	if s := taught.Score(read(t, taught, "http://a.example/2", "<p>nothing here")); s.Relevance != 0 || len(s.Evidence) != 0 {
		t.Errorf("a page without evidence: %+v", s)
	}
	taught.CorrectBy(nil)
	if s := taught.Score(read(t, taught, "http://a.example/", storm)); s.Relevance != was.Relevance {
		t.Errorf("without a corrector %v, want %v", s.Relevance, was.Relevance)
	}
}

// never corrects every page to .25, and wants no words of menus.
type never struct{}

func (never) SkipsBlock(p *crawl.Page, block int) bool { return teach.SkipsBlock(p, block) }

func (never) Correct(_ string, words []crawl.WordCount, s crawl.Score) crawl.Score {
	if slices.ContainsFunc(words, func(w crawl.WordCount) bool { return w.Word == "menu" }) || len(words) == 0 {
		return s
	}
	s.Evidence = append(s.Evidence, crawl.Evidence{Group: groupMarks, Contribution: .25 - s.Relevance})
	s.Relevance = .25
	return s
}
