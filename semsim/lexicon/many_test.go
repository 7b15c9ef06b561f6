package lexicon

import (
	"testing"
	"time"
)

// manyLabels are n Spanish labels of one concept. All begin with the same letters.
func manyLabels(n int) []Term {
	terms := make([]Term, n)
	for i := range terms {
		word := []byte("huracanado")
		for k := i + 26; k > 0; k /= 26 {
			word = append(word, byte('a'+k%26))
		}
		terms[i] = Term{Text: string(word) + " aviso", Lang: "es"}
	}
	return terms
}

// TestManyLabels: eight times as many labels of one concept take about eight times as long,
// though all begin alike; twenty-four times is the bound, in processor time, for a machine that is busy. If
// each were compared with those before it, it would be sixty-four times.
func TestManyLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("measures one goroutine")
	}
	took := func(n int) time.Duration {
		least := time.Hour
		for range 3 {
			start := processorTime(t)
			if _, err := New(manyLabels(n), Options{Segmenter: "trie"}); err != nil {
				t.Fatal(err)
			}
			least = min(least, processorTime(t)-start)
		}
		return least
	}
	few, many := took(4_000), took(32_000)
	t.Logf("4,000 labels take %v, 32,000 take %v", few, many)
	if many > 24*few {
		t.Errorf("32,000 labels take %v, 4,000 take %v", many, few)
	}
}
