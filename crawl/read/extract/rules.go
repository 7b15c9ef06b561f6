package extract

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// rule finds quantities of one kind. The number is the first group of its pattern that
// matched and is named n, the unit the group u; without one it is unit.
type rule struct {
	kind Kind
	unit string
	re   *regexp.Regexp
	// any are strings of which the sentence must hold one; it saves trying the pattern.
	any []string
	// need are strings of which the sentence must hold one, too: what tells rain from a length.
	need []string
	// not must not match right behind the quantity, nor before it up to its clause.
	after, before *regexp.Regexp
	units         map[string]string
	doubt         string
	n, u          int
}

// rules returns the rules of both languages, the more exact ones first.
var rules = sync.OnceValue(func() []rule {
	all := slices.Concat(rulesQuake(), rulesZh(), rulesEn())
	for i := range all {
		all[i].n, all[i].u = all[i].re.SubexpIndex("n"), all[i].re.SubexpIndex("u")
	}
	return all
})

// pattern compiles a pattern in which N is a number in Chinese and E one in English text.
func pattern(s string) *regexp.Regexp {
	s = strings.ReplaceAll(s, "<N>", "(?P<n>"+strings.TrimPrefix(numZh, "("))
	s = strings.ReplaceAll(s, "<E>", "(?P<n>"+strings.TrimPrefix(numEn, "("))
	return regexp.MustCompile(s)
}

func (r *rule) find(f *folded, s Span, dst []Quantity, from int) []Quantity {
	text := f.s[s.Start:s.End]
	if !containsAny(text, r.any) || !containsAny(text, r.need) {
		return dst
	}
	for _, m := range r.re.FindAllStringSubmatchIndex(text, -1) {
		q, ok := r.read(text, m)
		if !ok {
			continue
		}
		q.Span = f.span(Span{s.Start + m[0], s.Start + m[1]})
		if !clash(dst[from:], &q) {
			q.check()
			dst = append(dst, q)
		}
	}
	return dst
}

func containsAny(s string, any []string) bool {
	for _, a := range any {
		if strings.Contains(s, a) {
			return true
		}
	}
	return len(any) == 0
}

// clash reports whether q reads what another rule has read: the same kind, or the same number
// with a unit.
func clash(all []Quantity, q *Quantity) bool {
	for i := range all {
		if o := &all[i]; o.Overlaps(q.Span) && (o.Kind == q.Kind || o.Value == q.Value && o.Unit == q.Unit || q.Unit != People && o.Unit != People) {
			return true
		}
	}
	return false
}

// read makes a quantity of the match m in s.
func (r *rule) read(s string, m []int) (q Quantity, ok bool) {
	num := s[m[2*r.n]:m[2*r.n+1]]
	if k := m[2*r.n]; k > 0 && (isDigit(s[k-1]) || s[k-1] == '.' && k > 1 && isDigit(s[k-2])) {
		return q, false
	}
	if r.after != nil && r.after.MatchString(s[m[1]:]) {
		return q, false
	}
	if r.before != nil && r.before.MatchString(s[:m[0]]) {
		return q, false
	}
	q = Quantity{Kind: r.kind, Unit: r.unit, Doubt: r.doubt}
	if q.Value, ok = number(num); !ok {
		return q, false
	}
	if r.u >= 0 && m[2*r.u] >= 0 {
		if u := r.units[s[m[2*r.u]:m[2*r.u+1]]]; u != "" {
			q.Unit = u
		}
	}
	q.Bound = boundOf(s, m[2*r.n], m[2*r.n+1])
	q.About = q.Bound != ""
	q.Part = part().MatchString(s[:m[0]])
	return q, true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Words around a number that is not exact, and before one that is a part of another.
var (
	atLeast = lazyre.Compile(`(?:至少|超过|逾|超|高于|不少于|at least|more than|over|exceed(?:s|ed|ing)?|as many as)[ ]?$`)
	atMost  = lazyre.Compile(`(?:不足|不到|近|将近|接近|最多|最大可达|可达|nearly|almost|up to|fewer than|less than)[ ]?$`)
	around  = lazyre.Compile(`(?:约|大约|about|around|some|an estimated)[ ]?$`)
	part    = lazyre.Compile(`(?:其中|包括|of whom|of them|including)[^。;]{0,24}$`)
)

// boundOf says in which way the number at the bytes from i to j of s is not exact.
func boundOf(s string, i, j int) string {
	switch {
	case atLeast().MatchString(s[:i]) || strings.HasPrefix(s[j:], "以上"):
		return ">="
	case atMost().MatchString(s[:i]):
		return "<="
	case around().MatchString(s[:i]) || strings.ContainsAny(s[i:j], "余多几") || strings.HasPrefix(s[j:], "余") || strings.HasPrefix(s[j:], "多"):
		return "~"
	}
	return ""
}
