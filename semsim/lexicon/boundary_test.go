package lexicon

import (
	"math"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/go-ego/gse"

	"github.com/ontocrawl/ontocrawl/semsim/lexicon/internal/gsedict"
)

func trapTerms() []Term {
	terms := list("zh", strings.Fields(trapLabelsZh)...)
	for _, s := range strings.FieldsFunc(trapLabelsEn, func(r rune) bool { return r == '|' || r == '\n' }) {
		terms = append(terms, Term{s, "en", int32(1000 + len(terms))})
	}
	return terms
}

// shared is loaded once for all tests.
var shared Dictionary

func lines(s string) []string { return strings.Split(strings.TrimSpace(s), "\n") }

// tally counts the sentences judged rightly: all, those in Chinese, and the
// half that was held out.
type tally struct{ right, n, zhRight, zh, heldRight, held int }

func (c *tally) add(i int, sentence string, right bool) {
	one := 0
	if right {
		one = 1
	}
	c.n, c.right = c.n+1, c.right+one
	if !isASCII(sentence) {
		c.zh, c.zhRight = c.zh+1, c.zhRight+one
	}
	if i%2 == 1 {
		c.held, c.heldRight = c.held+1, c.heldRight+one
	}
}

// judge runs the trap and the truth sentences and returns the failures.
func judge(t *testing.T, mode string, d *Dictionary) (traps, truths tally, wrong []string) {
	terms := trapTerms()
	l := build(t, terms, Options{Segmenter: mode, Dictionary: d})
	for i, s := range lines(trapSentences) {
		got := find(t, l, terms, s)
		if len(got) != 0 {
			wrong = append(wrong, got[0].text+" found in "+s)
		}
		traps.add(i, s, len(got) == 0)
	}
	for i, s := range lines(truthSentences) {
		want, text, _ := strings.Cut(strings.ReplaceAll(s, `\n`, "\n"), "|")
		right := false
		for _, f := range find(t, l, terms, text) {
			right = right || f.term == want
		}
		if !right {
			wrong = append(wrong, want+" not found in "+text)
		}
		truths.add(i, text, right)
	}
	return traps, truths, wrong
}

func TestTraps(t *testing.T) {
	for _, mode := range []string{Hybrid, GSE, Trie} {
		traps, truths, wrong := judge(t, mode, &shared)
		t.Logf("%-6s traps %d/%d (zh %d/%d, held out %d/%d), truths %d/%d (zh %d/%d, held out %d/%d)", mode,
			traps.right, traps.n, traps.zhRight, traps.zh, traps.heldRight, traps.held,
			truths.right, truths.n, truths.zhRight, truths.zh, truths.heldRight, truths.held)
		if mode != Hybrid {
			continue
		}
		for _, w := range wrong {
			t.Log(w)
		}
		for _, c := range []tally{traps, truths} {
			if c.n < 120 || c.zh < 60 {
				t.Errorf("only %d sentences, %d Chinese", c.n, c.zh)
			}
			if c.right*100 < c.n*95 || c.zhRight*100 < c.zh*95 || c.heldRight*100 < c.held*95 {
				t.Errorf("%+v: under 95 %%", c)
			}
		}
	}
}

// The mode "gse" finds a label where gse.Segment, given the same words, has it
// as a token.
func TestPathsAreThoseOfGse(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the dictionary as gse does, in one goroutine")
	}
	seg := gse.Segmenter{Dict: gse.NewDict(), MinTokenFreq: gsedict.MinFreq, NotLoadHMM: true, SkipLog: true}
	if err := seg.LoadDictEmbed("zh_s"); err != nil {
		t.Fatal(err)
	}
	if err := shared.Load(); err != nil {
		t.Fatal(err)
	}
	whole := newWords(func(yield func(string, float64) bool) {
		for i := range seg.Dict.Tokens {
			if t := &seg.Dict.Tokens[i]; !yield(t.Text(), t.Freq()) {
				return
			}
		}
	})
	if whole.bits != math.Log2(seg.Dict.TotalFreq()) || !reflect.DeepEqual(shared.gse, whole) {
		t.Errorf("%d words, gse has loaded %d, or they differ", len(shared.gse.cost), len(whole.cost))
	}
	terms := trapTerms()
	for _, term := range terms {
		switch freq, _, ok := seg.Dict.Find([]byte(term.Text)); {
		case term.Lang != "zh":
		case !ok || freq == 0:
			seg.AddToken(term.Text, labelFreq)
		case freq < labelFreq:
			if err := seg.ReAddToken(term.Text, labelFreq); err != nil {
				t.Fatal(err)
			}
		}
	}
	seg.CalcToken()
	trie := build(t, terms, Options{Segmenter: Trie})
	ours := build(t, terms, Options{Segmenter: GSE, Dictionary: &shared})
	compared := 0
	for _, s := range append(lines(trapSentences), lines(truthSentences)...) {
		s = Fold(s)
		token := map[int32]int32{}
		for _, x := range seg.Segment([]byte(s)) {
			token[int32(x.Start())] = int32(x.End())
		}
		found := map[int32]int32{}
		for _, m := range ours.Find(s, nil) {
			if !m.Inside {
				found[m.Start] = m.End
			}
		}
		for _, m := range trie.Find(s, nil) {
			if terms[m.Term].Lang != "zh" || m.Inside {
				continue
			}
			compared++
			if (token[m.Start] == m.End) != (found[m.Start] == m.End) {
				t.Errorf("%s in %s: gse %v, ours %v", s[m.Start:m.End], s, token[m.Start] == m.End, found[m.Start] == m.End)
			}
		}
	}
	if compared < 150 {
		t.Errorf("only %d labels compared", compared)
	}
}

func TestExtends(t *testing.T) {
	terms := list("zh", "遇难", "伤亡", "大雨", "登陆", "气旋", "洪水", "积水", "台风")
	l := build(t, terms, Options{Dictionary: &shared})
	for text, want := range map[string]int{
		"确认遇难者身份":   1,
		"公布伤亡人数和名单": 1,
		"天降倾盆大雨不止":  1,
		"大型登陆艇靠岸":   0,
		"受反气旋控制":    0,
		"视为洪水猛兽一般":  0,
		"患有肾积水多年":   0,
		"最怕台风天出门":   1,
	} {
		if got := find(t, l, terms, text); len(got) != want {
			t.Errorf("%s: found %q, want %d", text, got, want)
		}
	}
}

// A label that its borders refuse gives way to a shorter one or one that
// begins within it.
func TestFindGoesOnAfterRefusal(t *testing.T) {
	terms := list("zh", "台风", "风暴潮", "台风眼", "眼壁")
	l := build(t, terms, Options{Dictionary: &shared})
	check(t, l, terms, "省里刚刚出台风暴潮防御方案", []found{{"风暴潮", "风暴潮"}})
	check(t, l, terms, strings.Repeat("平台风险与柜台风格，", 50)+"颱風來了", []found{{"颱風", "台风"}})
	long := strings.Repeat("监管部门要求平台风险下降", 40)
	check(t, l, terms, long, nil)
	check(t, l, terms, long+"受台风影响"+long, []found{{"台风", "台风"}})
}

func TestConcurrentFind(t *testing.T) {
	terms := trapTerms()
	l := build(t, terms, Options{Dictionary: &shared})
	text := strings.Join(append(lines(trapSentences), lines(truthSentences)...), "\n")
	want := -1
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			n := len(l.Find(text, nil))
			mu.Lock()
			defer mu.Unlock()
			if want >= 0 && n != want {
				t.Errorf("%d matches, and %d in another goroutine", n, want)
			}
			want = n
		})
	}
	wg.Wait()
}

// Little of gse stays: the heap grows by no more than a few MB.
func TestDictionaryIsSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("loads the dictionary once more")
	}
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	d := new(Dictionary)
	if err := d.Load(); err != nil {
		t.Fatal(err)
	}
	grown := heap() - before
	t.Logf("dictionary of %d words: %.1f MB; %s", len(d.gse.cost), float64(grown)/1e6, peak())
	if grown > 10e6 {
		t.Errorf("the dictionary keeps %d bytes", grown)
	}
	runtime.KeepAlive(d)
}

// peak is the greatest resident size of this process so far, where the system
// tells.
func peak() string {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "peak unknown"
	}
	for _, line := range strings.Split(string(b), "\n") {
		if strings.HasPrefix(line, "VmHWM:") {
			return strings.Join(strings.Fields(line), " ")
		}
	}
	return "peak unknown"
}

func BenchmarkDictionaryLoad(b *testing.B) {
	for b.Loop() {
		if err := new(Dictionary).Load(); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzFind(f *testing.F) {
	terms := append(trapTerms(), Term{"El Niño", "en", 1}, Term{"Ⅳ级应急响应", "zh", 2}, Term{"㎜", "", 3})
	var ls []*Lexicon
	for _, mode := range []string{Trie, Hybrid, GSE} {
		l, err := New(terms, Options{Segmenter: mode, Dictionary: &shared})
		if err != nil {
			f.Fatal(err)
		}
		ls = append(ls, l)
	}
	for _, s := range []string{"平台风险\x00台风", "storm\n surge's", "El Nin\u0303o", "\xff\xe5\x8f台风", "颱\u200b風", "９８０hPa", "台风台风眼壁强台风", "ﬁ㎜ﾀﾞ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, l := range ls {
			var whole Match
			for _, m := range l.Find(s, nil) {
				switch {
				case m.Inside && (m.Start < whole.Start || m.End > whole.End || m.Entry == whole.Entry),
					!m.Inside && m.Start < whole.End, m.End <= m.Start, int(m.End) > len(s):
					t.Fatalf("Find(%q): %+v after %+v", s, m, whole)
				case !m.Inside:
					whole = m
				}
			}
		}
	})
}
