package functionwords

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

func TestHas(t *testing.T) {
	s := New()
	for word, want := range map[string]bool{
		"was": true, "off": true, "least": true, "include": true, "storm": false, "cipher": false, "": false,
		"para": true, "también": true, "huracán": false,
		"我们": true, "可以": true, "风的": true, "是台": true, "台风": false, "降雨": false, "目的地": false,
	} {
		if got := s.Has(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

// TestFolded: words of pages are folded, so a word of the lists that is not would never be met.
func TestFolded(t *testing.T) {
	for _, list := range []string{English, spanish, chinese} {
		for w := range strings.FieldsSeq(list) {
			if f := lexicon.Fold(w); !New().Has(f) {
				t.Errorf("%q is %q when folded, which is in no list", w, f)
			}
		}
	}
}
