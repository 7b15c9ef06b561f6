package dateline

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestMayStand: whatever a form of date matches passes the quick check, in lines put together from pieces of dates.
func TestMayStand(t *testing.T) {
	pieces := strings.Split("1|7|25|31|20|26|2026|1999|-|/|.| |,|年|月|日|년|월|July|Jul|juillet|augusti|st|th|º|of |de |12:30|x", "|")
	draw := rand.New(rand.NewPCG(1, 2))
	matched, refused := 0, 0
	for range 200_000 {
		var b strings.Builder
		for range 2 + draw.IntN(8) {
			b.WriteString(pieces[draw.IntN(len(pieces))])
		}
		s := b.String()
		if !mayStand(s) {
			refused++
		}
		for _, form := range [...]func() *regexp.Regexp{formCJK, formISO, formDay, formMonth, formNumbers} {
			if form().MatchString(s) {
				if matched++; !mayStand(s) {
					t.Fatalf("%q has a date by %s", s, form())
				}
			}
		}
	}
	if matched < 1000 || refused < 1000 {
		t.Errorf("%d matches and %d refused: the pieces say nothing", matched, refused)
	}
}
