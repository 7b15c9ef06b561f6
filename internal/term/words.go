package term

import (
	"fmt"
	"math"
	"strings"
)

// Percent is a share of a whole with at most one digit after the point.
func Percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*float64(part)/float64(whole)), ".0") + " %"
}

// Rate is a speed with two significant digits.
func Rate(x float64) string {
	switch {
	case x >= 10:
		return fmt.Sprintf("%.0f", x)
	case x >= 1:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// Span is a duration for people: 42 s, 3 min 5 s, 2 h 10 min, 12 d 3 h.
func Span(seconds float64) string {
	if seconds < 0 || math.IsNaN(seconds) || seconds > 1e9 {
		return "-"
	}
	s := int(math.Ceil(seconds))
	switch {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	case s < 86400:
		return fmt.Sprintf("%d h %d min", s/3600, s%3600/60)
	}
	return fmt.Sprintf("%d d %d h", s/86400, s%86400/3600)
}

// Round rounds x to a number of digits after the point.
func Round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}

// ShellWord quotes s, if need be, so that a shell takes it as one word.
func ShellWord(s string) string {
	plain := func(r rune) bool {
		return r > 0x7f || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune("/._-+,@%", r)
	}
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !plain(r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
