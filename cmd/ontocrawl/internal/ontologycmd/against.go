package ontologycmd

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// judged is a line of the file of --against.
type judged struct {
	a, b  string
	score float64
}

// against is how far similarities agree with the judgements of people.
type against struct {
	Ontology string      `json:"ontology"`
	File     string      `json:"file"`
	Pairs    int         `json:"pairs"`
	Unknown  []string    `json:"unknown"` // names of no concept; their pairs are left out
	Measures []agreement `json:"measures"`
	Differ   []differing `json:"differ"` // by --measure, the most differing first
	Fit      *fitted     `json:"fit,omitempty"`
}

type agreement struct {
	Measure string `json:"measure"`
	semsim.Agreement
}

// differing is a pair that people and the measure rank differently.
type differing struct {
	A           string             `json:"a"`
	B           string             `json:"b"`
	Score       float64            `json:"score"`
	Sim         float64            `json:"sim"`
	ScoreRank   float64            `json:"score_rank"` // from 1 for the most similar
	SimRank     float64            `json:"sim_rank"`
	Explanation semsim.Explanation `json:"explanation"`
}

type fitted struct {
	Alpha   float64 `json:"alpha"`
	Beta    float64 `json:"beta"`
	Gamma   float64 `json:"gamma"`
	Delta   float64 `json:"delta"`
	Epsilon float64 `json:"epsilon"`
	semsim.Agreement
	Held  float64 `json:"held"` // Pearson of pairs that were not fitted to
	Error float64 `json:"error"`
	Folds int     `json:"folds"`
}

// fewest is the least number of pairs for which agreement is worth a number.
const fewest = 6

func (r *command) compareJudged() error {
	lines, err := readJudged(r.judged)
	if err != nil {
		return cli.Usage(english.Errorf("--against: %w", err))
	}
	s, m, err := r.whole("agreement")
	if err != nil {
		return err
	}
	out := &against{Ontology: s.Name, File: r.judged, Unknown: []string{}}
	called := meanings(s)
	var known []judged
	var all []semsim.Judgement
	for _, l := range lines {
		j := semsim.Judgement{A: called.of(s, l.a), B: called.of(s, l.b), Score: l.score}
		for name, n := range map[string]int{l.a: len(j.A), l.b: len(j.B)} {
			if n == 0 && !slices.Contains(out.Unknown, name) {
				out.Unknown = append(out.Unknown, name)
			}
		}
		if len(j.A) > 0 && len(j.B) > 0 {
			known, all = append(known, l), append(all, j)
		}
	}
	slices.Sort(out.Unknown)
	if out.Pairs = len(all); out.Pairs < fewest {
		return cli.Usagef("--against: %s knows both concepts of %d of %d pairs, but %d are needed", s.Name, out.Pairs, len(lines), fewest)
	}
	if err := r.agreements(out, s, all); err != nil {
		return err
	}
	out.differ(m, known, all, r.top)
	if r.fit {
		if err := r.fitWeights(out, s.Graph(), all); err != nil {
			return err
		}
	}
	if r.format == "json" {
		return r.JSON(out)
	}
	return out.write(r.Out, cli.AnswerLang(r.c, ""))
}

// called holds the concepts of each label, folded.
type called map[string][]ontology.ID

// meanings returns every meaning of every label, where the finder of concepts takes a name before a synonym.
func meanings(s *topic.Source) called {
	all := called{}
	g := s.Graph()
	for i := range g.Len() {
		id := g.Canon(ontology.ID(i))
		for _, l := range g.Concept(ontology.ID(i)).Labels {
			if k := lexicon.Fold(l.Text); l.Kind != ontology.Loose && !slices.Contains(all[k], id) {
				all[k] = append(all[k], id)
			}
		}
	}
	return all
}

func (c called) of(s *topic.Source, name string) []ontology.ID {
	if ids := c[lexicon.Fold(name)]; len(ids) > 0 {
		return ids
	}
	return s.Finder.Find(name) // an IRI, or a local name
}

// readJudged reads pairs and their scores from the last three columns of a CSV file. A first line without a number is
// its head.
func readJudged(name string) (all []judged, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(bufio.NewReader(f))
	r.TrimLeadingSpace, r.FieldsPerRecord = true, -1
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, english.Errorf("%s: %w", name, err)
		}
		line, _ := r.FieldPos(0)
		if len(row) < 3 {
			return nil, english.Errorf("%s:%d: a line is two concepts and a number, between commas", name, line)
		}
		row = row[len(row)-3:]
		if strings.TrimSpace(row[2]) == "" {
			continue // not judged
		}
		score, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimPrefix(row[2], "\ufeff")), 64)
		switch {
		case (err != nil || math.IsNaN(score) || math.IsInf(score, 0)) && line > 1:
			return nil, english.Errorf("%s:%d: %q is no number", name, line, row[2])
		case err != nil:
			continue // the head
		}
		all = append(all, judged{strings.TrimSpace(strings.TrimPrefix(row[0], "\ufeff")), strings.TrimSpace(row[1]), score})
	}
}

func scores(all []semsim.Judgement) []float64 {
	list := make([]float64, len(all))
	for i, j := range all {
		list[i] = j.Score
	}
	return list
}

// differ lists the pairs whose ranks differ most, with their explanations.
func (o *against) differ(m semsim.Comparer, lines []judged, all []semsim.Judgement, top int) {
	list := make([]differing, len(all))
	sims := make([]float64, len(all))
	for i, j := range all {
		sims[i], _, _ = j.Best(m)
	}
	high, people := semsim.Ranks(sims), semsim.Ranks(scores(all))
	n := float64(len(all) + 1)
	at := make([]int, len(all))
	for i, l := range lines {
		list[i] = differing{A: l.a, B: l.b, Score: l.score, Sim: sims[i], ScoreRank: n - people[i], SimRank: n - high[i]}
		at[i] = i
	}
	slices.SortStableFunc(at, func(x, y int) int { return cmp.Compare(list[y].far(), list[x].far()) })
	for _, i := range at[:min(top, len(at))] {
		_, a, b := all[i].Best(m)
		d := list[i]
		d.Explanation = m.Explain(a, b)
		o.Differ = append(o.Differ, d)
	}
}

func (d differing) far() float64 { return math.Abs(d.ScoreRank - d.SimRank) }

func (o *against) write(out io.Writer, lang string) error {
	w := bufio.NewWriter(out)
	p := message.Of(out)
	to := message.To(w, p)
	message.Fprintf(to, "%s against %s: %d pairs\n", term.Safe(o.Ontology), term.Safe(o.File), o.Pairs)
	if len(o.Unknown) > 0 {
		const most = 8
		message.Fprintf(to, "no concept is called %s; their pairs are left out (%d names)\n", term.Safe(strings.Join(o.Unknown[:min(most, len(o.Unknown))], ", ")), len(o.Unknown))
	}
	fmt.Fprintln(w)
	t := &term.Table{Head: []string{"measure", ">Pearson", ">Spearman"}}
	for _, a := range o.Measures {
		t.Add(a.Measure, fmt.Sprintf("%.3f", a.Pearson), fmt.Sprintf("%.3f", a.Spearman))
	}
	if err := t.Write(to); err != nil {
		return err
	}
	if len(o.Differ) > 0 {
		message.Fprint(to, "\nThe pairs that differ most (rank by people, rank by the measure):\n")
	}
	for _, d := range o.Differ {
		fmt.Fprintf(w, "  %s, %s: %g, %.4f (%g, %g)\n", term.Safe(d.A), term.Safe(d.B), d.Score, d.Sim, d.ScoreRank, d.SimRank)
		fmt.Fprintf(w, "    %s\n", term.Safe(way(d.Explanation, lang)))
	}
	if f := o.Fit; f != nil {
		message.Fprintf(to, "\nWeights that agree best: Pearson %.3f, Spearman %.3f; of pairs that were not fitted to, Pearson %.3f ± %.3f (%d folds).\nAs configuration:\n",
			f.Pearson, f.Spearman, f.Held, f.Error, f.Folds)
		fmt.Fprintf(w, "alpha: %.2f\nbeta: %.2f\ngamma: %.2f\ndelta: %.2f\nepsilon: %.2f\n", f.Alpha, f.Beta, f.Gamma, f.Delta, f.Epsilon)
	}
	return w.Flush()
}

// way is the path of an explanation in a line.
func way(e semsim.Explanation, lang string) string {
	var b strings.Builder
	b.WriteString(simtext.Name(e.A, lang))
	for _, s := range e.Path {
		if s.Forward {
			b.WriteString(" -" + s.Relation + "-> ")
		} else {
			b.WriteString(" <-" + s.Relation + "- ")
		}
		b.WriteString(simtext.Name(s.To, lang))
	}
	if len(e.Path) == 0 && !e.Synonym {
		b.WriteString(" … " + simtext.Name(e.B, lang))
	}
	return b.String()
}
