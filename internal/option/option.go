// Package option describes what can be set for one method and not for others: name, meaning, type,
// default and range. A method declares its options in its row of a table; flags, settings, help and
// completion read them there.
package option

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Option is one of them.
type Option struct {
	Name    string
	About   string   // one line
	Default any      // float64, int, bool or string, and so the type of the option
	Range   Range    // of a number
	Values  []string // of a string
	Sum     []string // this option and others that are the weights of a mean: they add up to 1
}

// Range bounds a number.
type Range struct {
	Least, Most float64 // Most 0: there is no upper bound
	Above       bool    // Least itself is out of it
}

// Share is the range of a share: 0 to 1.
func Share() Range { return Range{Most: 1} }

// AtLeast is the range from least on.
func AtLeast(least float64) Range { return Range{Least: least} }

// Above is the range of numbers greater than least.
func Above(least float64) Range { return Range{Least: least, Above: true} }

// Holds reports whether x is within the range.
func (r Range) Holds(x float64) bool {
	return x >= r.Least && (!r.Above || x > r.Least) && (r.Most == 0 || x <= r.Most) && !math.IsInf(x, 0)
}

// Parse reads a value of the option. It returns what the value must be if text is none.
func (o *Option) Parse(text string) (value any, must english.Phrase) {
	text = strings.TrimSpace(text)
	switch o.Default.(type) {
	case float64:
		x, err := strconv.ParseFloat(text, 64)
		return x, unless(err == nil, english.Phrasef("a number"), o.Range.Holds(x), o.Must())
	case int:
		x, err := strconv.Atoi(text)
		return x, unless(err == nil, english.Phrasef("a whole number"), o.Range.Holds(float64(x)), o.Must())
	case bool:
		x, err := strconv.ParseBool(text)
		return x, unless(err == nil, o.Must(), true, o.Must())
	}
	return text, unless(slices.Contains(o.Values, text), o.Must(), true, o.Must())
}

// unless returns the first phrase whose condition does not hold.
func unless(one bool, first english.Phrase, two bool, second english.Phrase) (must english.Phrase) {
	switch {
	case !one:
		return first
	case !two:
		return second
	}
	return must
}

// Must says what a value of the option must be.
func (o *Option) Must() english.Phrase {
	switch o.Default.(type) {
	case bool:
		return english.Phrasef("true or false")
	case string:
		return english.Phrasef("one of %s", strings.Join(o.Values, ", "))
	}
	switch r := o.Range; {
	case r.Most != 0:
		return english.Phrasef("between %v and %v", r.Least, r.Most)
	case r.Above:
		return english.Phrasef("above %v", r.Least)
	default:
		return english.Phrasef("%v or more", r.Least)
	}
}

// Bounds shows, in any language, what a value of the option can be: 0..1, 1.., >0 or a|b.
func (o *Option) Bounds() string {
	switch r := o.Range; {
	case o.Choices() != nil:
		return strings.Join(o.Choices(), "|")
	case r.Most != 0:
		return fmt.Sprintf("%v..%v", r.Least, r.Most)
	case r.Above:
		return fmt.Sprintf(">%v", r.Least)
	default:
		return fmt.Sprintf("%v..", r.Least)
	}
}

// Choices are the values that a shell can offer; none for a number.
func (o *Option) Choices() []string {
	if _, ok := o.Default.(bool); ok {
		return []string{"true", "false"}
	}
	return o.Values
}
