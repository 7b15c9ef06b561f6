package coverage

import (
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
)

// TestNames: what relevant pages call by a core concept, unless a label has it, one page only
// says it, the concept is not core or the text is lost; coverage offers it.
func TestNames(t *testing.T) {
	opt := storms(t)
	storm := "<p>The storm was a strong storm with a storm surge. "
	pages, texts := run(t, opt,
		text{"http://a/1", "en", "<title>Storm</title>" + storm + "Meranti is a violent storm. Calm is a landfall.</p>"},
		text{"http://b/2", "en", "<title>Storm</title>" + storm + "Storms such as Meranti, Tempest and Sudilo are dangerous.</p>"},
		text{"http://b/3", "zh", "<title>风暴</title><p>山竹是一种风暴，风暴，风暴。</p>"},
		text{"http://c/4", "zh", "<title>风暴</title><p>山竹是强风暴，风暴。</p>"},
		text{"http://c/5", "en", "<title>Soup</title><p>" + strings.Repeat("Leeks and butter are boiled slowly. ", 60) + "Sudilo is a storm.</p>"},
		text{"http://lost/6", "en", "<title>Storm</title>" + storm + "Sudilo is a storm.</p>"},
	)
	want := "Meranti 2 en a/1|山竹 2 zh b/3"
	show := func(list []Name) string {
		var out []string
		for _, n := range list {
			out = append(out, n.Name+" "+string(rune('0'+n.Pages))+" "+n.Lang+" "+strings.TrimPrefix(n.Page, "http://"))
			if n.IRI != "x#storm" || n.Concept != "storm" || !strings.Contains(n.Said, n.Name) {
				t.Errorf("%+v", n)
			}
		}
		return strings.Join(out, "|")
	}
	got, err := Names(t.Context(), pages, opt, texts, 2)
	if err != nil || show(got) != want {
		t.Errorf("%s, %v; want %s", show(got), err, want)
	}
	rep := Count(pages, opt)
	rep.Judge = relevance.Density
	if err := rep.Rejudge(t.Context(), pages, opt, texts); err != nil || show(rep.Names) != want {
		t.Errorf("%s, %v; want %s", show(rep.Names), err, want)
	}
	if hints := strings.Join(rep.Hints(), "\n"); !strings.Contains(hints, "Pages call these by storm: Meranti (2 pages), 山竹 (2 pages). Add them?") {
		t.Error(hints)
	}
}
