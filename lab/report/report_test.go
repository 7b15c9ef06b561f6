package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/eval"
)

const hostile = `</td><script>alert(1)</script>"'&` + "\u202e\x1b[31m"

// compared is a comparison on a web of four pages; the third is never linked
// and bears a hostile title.
func compared(t *testing.T) Compared {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "pages"), 0o755); err != nil {
		t.Fatal(err)
	}
	index := ""
	for i, text := range []string{`<a href="/1">x</a>`, `<a href="/2">y</a>`, "two", "<title>" + strings.ReplaceAll(hostile, "<", "&lt;") + "</title>"} {
		if err := os.WriteFile(filepath.Join(dir, "pages", fmt.Sprint(i)), []byte("<p>some text "+text), 0o644); err != nil {
			t.Fatal(err)
		}
		index += fmt.Sprintf("http://a.example/%d\t%d\ttext/html\t%s\n", i, i, []string{"on", "off", "on", "on"}[i])
	}
	if err := os.WriteFile(filepath.Join(dir, "index.tsv"), []byte(index), 0o644); err != nil {
		t.Fatal(err)
	}
	top, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon", Loader: topic.Loader{Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	spec := session.Spec{Topic: top}
	w, err := eval.Open(context.Background(), dir, spec, eval.Labels{On: "on"})
	if err != nil {
		t.Fatal(err)
	}
	draw, err := w.Fixed([]string{"http://a.example/0"}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	fifo := func(uint64, int) (crawl.Strategy, error) { return strategy.NewBreadthFirst(), nil }
	p := eval.Plan{
		Web: w, Entrants: []eval.Entrant{{Name: "breadth-first", New: fifo}, {Name: hostile, New: fifo}},
		Spec: spec, Draw: draw, Budgets: []eval.Budget{{N: 4}}, Repeat: 2,
	}
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return Compared{
		Title: "a topic on a web " + hostile, Version: "1", Result: res, Figures: [][]eval.Figure{p.Figures(res, "4")},
		Facts: []Fact{{"Web", hostile}}, Parameters: []Fact{{"eta", "0.15"}},
		Ablation: []eval.AblateResult{
			{Part: "search", Without: hostile, Strategy: "breadth-first", Difference: eval.Interval{Mean: .02, Low: .01, High: .03}},
			{Part: "search", Without: "no use", Strategy: "breadth-first", Difference: eval.Interval{Mean: -.0001, Low: math.NaN(), High: .001}},
		},
	}
}

func TestComparison(t *testing.T) {
	var b bytes.Buffer
	if err := Comparison(&b, compared(t)); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	closed(t, text)
	for _, want := range []string{
		"Figure 3 of the On-ITS paper", "Figure 6 of the On-ITS paper", "never linked: 1", "Is breadth-first really better?",
		"What each part contributes", "<td>no use</td><td>0.000</td>", "<td>&#43;0.020</td><td>&#43;0.010 to &#43;0.030</td>",
		"The longest of breadth-first: 1 off topic", "<td>oracle</td><td>1.000</td>", "<dt>eta</dt><dd>0.15</dd>", `width=device-width`, "@media print",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if n := strings.Count(text, `<path class="line"`); n != 6*3 {
		t.Errorf("%d lines in 6 figures of 3", n)
	}
}

// closed checks that a page holds no script and asks for nothing, and that
// nothing from outside got out of its place.
func closed(t *testing.T, text string) {
	t.Helper()
	for _, bad := range []string{"<script", "javascript:", "\x1b", "\u202e", "<link", "@import", "url(", "<img", "<iframe"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if m := regexp.MustCompile(`(?i)\s(src|href|action)=`).FindString(text); m != "" {
		t.Errorf("the page refers to something: %s", m)
	}
	for _, svg := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text, -1) {
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("an SVG is no XML: %v\n%s", err, svg)
			}
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("an SVG holds what is no number: %s", svg)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, x := range []struct {
		high float64
		want []float64
	}{
		{1, []float64{0, .2, .4, .6, .8, 1}},
		{.47, []float64{0, .1, .2, .3, .4, .5}},
		{2000, []float64{0, 500, 1000, 1500, 2000}},
		{168, []float64{0, 50, 100, 150, 200}},
		{0, []float64{0, .2, .4, .6, .8, 1}},
		{math.NaN(), []float64{0, .2, .4, .6, .8, 1}},
	} {
		got := ticks(0, x.high, 5)
		ok := slices.EqualFunc(got, x.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
		if !ok {
			t.Errorf("ticks to %v: %v, want %v", x.high, got, x.want)
		}
	}
}

// A line goes from the left end of the axis's values to the right, and what is
// no number is drawn at 0.
func TestDraw(t *testing.T) {
	f := eval.Figure{Title: "T", Of: "v", Share: true, Series: []eval.Series{{
		Name: "a", X: []int{0, 50, 100}, Mean: []float64{0, math.NaN(), 1}, Low: []float64{0, 0, 1}, High: []float64{0, 0, 1},
	}}}
	svg := string(draw(f))
	if !strings.Contains(svg, `d="M48.0 240.0L227.0 240.0L406.0 10.0"`) {
		t.Errorf("the line is elsewhere: %s", svg)
	}
	if strings.Contains(svg, "band") {
		t.Error("a band was drawn without any width")
	}
	closed(t, string(draw(eval.Figure{})))
}

// What parts bring is drawn on both sides of 0, which is in the middle.
func TestContributions(t *testing.T) {
	svg := string(contributions([]eval.AblateResult{
		{Without: "good", Difference: eval.Interval{Mean: .1, Low: .05, High: .2}},
		{Without: "bad", Difference: eval.Interval{Mean: -.1, Low: -.2, High: -.05}},
		{Without: "neither", Difference: eval.Interval{Low: -.01, High: .01}},
		{Without: "anchor", Part: "tag groups"}, {Without: "anchor", Part: "priority"},
	}))
	for _, want := range []string{">-0.2<", ">0.2<", ">+0.100<", ">−0.100<", "anchor (priority)", colours[0], colours[1]} {
		if !strings.Contains(svg, want) {
			t.Errorf("the chart lacks %s: %s", want, svg)
		}
	}
	middle := regexp.MustCompile(`class="axis" d="M([\d.]+) `).FindStringSubmatch(svg)
	if dot := regexp.MustCompile(`cx="([\d.]+)" cy="55.0"`).FindStringSubmatch(svg); middle == nil || dot == nil || middle[1] != dot[1] {
		t.Errorf("0 is at %v, the part that brings nothing at %v", middle, dot)
	}
	closed(t, string(contributions(nil)))
}

func TestLooks(t *testing.T) {
	seen := map[look]bool{}
	for i := range 30 {
		l := lookOf(i, "x")
		if seen[l] {
			t.Errorf("two lines look like %+v", l)
		}
		seen[l] = true
	}
}

func TestVerdict(t *testing.T) {
	for _, x := range []struct {
		low, p float64
		want   string
	}{{.1, .0625, "better"}, {.1, .2, "perhaps better"}, {-.1, .01, "not sure"}, {0, 1, "not sure"}} {
		if got := verdict(pairView{Difference: eval.Interval{Low: x.low}, P: x.p}); got != x.want {
			t.Errorf("low %v, p %v: %s, want %s", x.low, x.p, got, x.want)
		}
	}
}
