package extract

import "testing"

func TestPhrases(t *testing.T) {
	var p phrases[int]
	if _, _, ok := p.longest("海南", 0, 6); ok {
		t.Error("the zero value finds something")
	}
	for i, n := range []string{"海", "海南", "海南省", "New York", "New", "York", "new york", "é"} {
		p.add(n, i)
	}
	p.seal()
	for _, tt := range []struct {
		s        string
		val, end int
	}{{"海南省会", 2, 9}, {"海南人", 1, 6}, {"海", 0, 3}, {"new york city", 3, 8}, {"new yorker", 4, 3}, {"newer", 0, 0}, {"yor", 0, 0}, {"étude", 0, 0}, {"é.", 7, 2}, {"z", 0, 0}} {
		val, end, ok := p.longest(tt.s, 0, len(tt.s))
		if ok != (tt.end > 0) || ok && (val != tt.val || end != tt.end) {
			t.Errorf("%s: %d up to %d, %v", tt.s, val, end, ok)
		}
	}
	if _, end, _ := p.longest("海南省", 0, 6); end != 6 {
		t.Errorf("a name goes on beyond the end: %d", end)
	}
}
