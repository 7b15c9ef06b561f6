package lexicon

import (
	"fmt"
	"strings"
	"testing"
)

// manyTerms returns about n labels in both languages.
func manyTerms(n int) []Term {
	stems := []string{"台风", "暴雨", "大风", "洪水", "风暴潮", "雷电", "冰雹", "寒潮", "沙尘暴", "山洪"}
	ends := []string{"", "灾害", "预警", "预警信号", "路径", "强度", "监测", "影响范围", "应急响应", "风险区划"}
	en := []string{"typhoon", "rainstorm", "gale", "flood", "storm surge", "lightning", "hail", "cold wave", "dust storm", "torrent"}
	tails := []string{"", " disaster", " warning", " signal", " track", " intensity", " monitoring", " impact area", " response", " risk map"}
	var terms []Term
	for i := 0; len(terms) < n; i++ {
		s, e, level := i%10, i/10%10, ""
		if i >= 100 {
			level = fmt.Sprint(i/100, "级")
		}
		terms = append(terms,
			Term{level + stems[s] + ends[e], "zh", int32(i)},
			Term{strings.TrimSpace(en[s] + tails[e] + " " + strings.Repeat("x", i/100)), "en", int32(i)})
	}
	return terms[:n]
}

// fill repeats s up to about 2 KB.
func fill(s string) string { return strings.Repeat(s, 2048/len(s)+1)[:2048/len(s)*len(s)] }

const (
	plainZh = "市博物馆新展厅周末开放，观众可以预约参观，志愿者讲解员介绍了青铜器的铸造工艺和修复过程。"
	stormZh = "受台风影响，沿海地区出现暴雨和大风，气象台发布暴雨预警信号，部分河流洪水上涨，风暴潮淹没码头。"
	plainEn = "The museum opened a new hall at the weekend, and volunteers explained how the bronzes were cast and repaired. "
	stormEn = "The typhoon brought gales and floods to the coast; a storm surge warning was issued before the rainstorm hit. "
)

func BenchmarkFind(b *testing.B) {
	terms := manyTerms(700)
	for _, mode := range []string{Trie, Hybrid, GSE} {
		l := build(b, terms, Options{Segmenter: mode, Dictionary: &shared})
		for _, c := range []struct{ name, text string }{
			{"zh-none", fill(plainZh)}, {"zh-hits", fill(stormZh)},
			{"en-none", fill(plainEn)}, {"en-hits", fill(stormEn)},
		} {
			b.Run(mode+"/"+c.name, func(b *testing.B) {
				dst := l.Find(c.text, nil)
				b.SetBytes(int64(len(c.text)))
				b.ReportAllocs()
				for b.Loop() {
					dst = l.Find(c.text, dst[:0])
				}
				b.ReportMetric(float64(len(dst)), "hits")
			})
		}
	}
}

func BenchmarkNew(b *testing.B) {
	terms := manyTerms(700)
	for b.Loop() {
		build(b, terms, Options{})
	}
}

func TestFindAllocatesNothing(t *testing.T) {
	if racing {
		t.Skip("the race detector allocates by itself")
	}
	for _, mode := range []string{Trie, Hybrid} {
		l := build(t, manyTerms(700), Options{Segmenter: mode, Dictionary: &shared})
		for _, text := range []string{fill(plainZh), fill(stormZh), fill(plainEn), fill(stormEn)} {
			dst := l.Find(text, nil)
			// The collector may take the hybrid's scratch memory now and then.
			if n := testing.AllocsPerRun(100, func() { dst = l.Find(text, dst[:0]) }); n >= 1 {
				t.Errorf("%s: %v allocations in %q...", mode, n, text[:30])
			}
		}
	}
}
