package samples

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/functionwords"
)

// wordClass is the share of pages that have an English word, in classes.
type wordClass uint8

const (
	rare     wordClass = iota
	function           // a word of grammar
	inMany
	inSome
)

// wordClasses returns the class of each word of the lists.
func wordClasses() map[string]wordClass {
	known := map[string]wordClass{}
	for _, l := range []struct {
		list string
		of   wordClass
	}{{functionwords.Frequent, inSome}, {functionwords.Everywhere, inMany}, {functionwords.English, function}} { // a word of two lists belongs to the later one
		for w := range strings.FieldsSeq(l.list) {
			known[w] = l.of
		}
	}
	return known
}
