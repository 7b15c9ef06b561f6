package manchester

import "strings"

// numberLen returns the length of the number that s begins with: productions
// integerLiteral, decimalLiteral and floatingPointLiteral.
func numberLen(s string) int {
	digits := func(i int) int {
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		return i
	}
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	whole := digits(i)
	end, count := whole, whole-i
	if end < len(s) && s[end] == '.' {
		if frac := digits(end + 1); frac > end+1 {
			count += frac - end - 1
			end = frac
		}
	}
	if count == 0 {
		return 0
	}
	if end < len(s) && s[end]|0x20 == 'e' {
		i := end + 1
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if exp := digits(i); exp > i {
			end = exp
		}
	}
	if end < len(s) && s[end]|0x20 == 'f' {
		end++
	}
	return end
}

func numeric(s string) (string, string) {
	switch last := s[len(s)-1]; {
	case last == 'f' || last == 'F':
		return s[:len(s)-1], xsdNS + "float"
	case strings.ContainsAny(s, "eE"):
		return s, xsdNS + "double" // not in the Note; Turtle's doubles look so
	case strings.Contains(s, "."):
		return s, xsdNS + "decimal"
	}
	return s, xsdNS + "integer"
}
