package engine

import "testing"

// TestFitting: a pass reads as many pages at once as it may, large ones one at a time, and
// never none.
func TestFitting(t *testing.T) {
	const mega = 1 << 20
	p := &pass{}
	for _, size := range []int32{1, 2, 3, 8 * mega, 8 * mega, 5 * mega, 3 * mega, 1} {
		p.pages = append(p.pages, keptPage{size: size})
	}
	var got []int
	for p.next < len(p.pages) {
		n := p.fitting(64)
		if n == 0 {
			t.Fatalf("no page fits at %d", p.next)
		}
		got, p.next = append(got, n), p.next+n
	}
	want := []int{3, 1, 1, 2, 1} // 5 and 3 MB are 8 together
	if len(got) != len(want) {
		t.Fatalf("pages at once: %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("pages at once: %v, want %v", got, want)
		}
	}
	if p.next = 0; p.fitting(2) != 2 {
		t.Errorf("%d pages, want 2", p.fitting(2))
	}
}
