package coverage

import (
	"fmt"
	"strings"
	"testing"
)

// TestMissingMark: pages about a concept that is not core are refused, and coverage says so; a page that names it in passing is no
// such page, and two are too few to tell of.
func TestMissingMark(t *testing.T) {
	t.Parallel()
	passing := "A list of words of the coast. " + strings.Repeat("Sand and wind shape the dunes all year long. ", 40) + "Then landfall."
	for n, told := range map[int]bool{2: false, 3: true, 10: true} {
		opt := storms(t)
		var texts []text
		for i := range n {
			url := fmt.Sprintf("http://h%d.example/", i)
			texts = append(texts, text{url, "en", html("Landfall explained", "Landfall is when the eye crosses the coast. Landfall weakens it.")}, text{url + "passing", "en", html("The coast", passing)})
		}
		r, read := run(t, opt, texts...)
		rep := Count(r, opt)
		if err := rep.Rejudge(t.Context(), r, opt, read); err != nil {
			t.Fatal(err)
		}
		f := concept(t, rep, "landfall").Flip
		if rep.Relevant != 0 || f == nil || f.Named != n || f.Gained < n {
			t.Errorf("%d pages: %d relevant, %+v", n, rep.Relevant, f)
		}
		hint := fmt.Sprintf("landfall is not core: for want of the mark %d pages are refused whose title or headline names it", n)
		if hints := strings.Join(rep.Hints(), "\n"); strings.Contains(hints, hint) != told {
			t.Errorf("%d pages: want %v for %q:\n%s", n, told, hint, hints)
		}
	}
}
