package extract

import (
	"strings"
	"sync"
)

// Sets of words that stand before a name.
var (
	placePreps = wordSet(`in at near from to of around outside inside across through throughout toward towards into off
 over between via within downtown central reach reached hit hits struck leaving left visit
 visited north south east west northern southern eastern western northeastern northwestern
 southeastern southwestern upper lower mainland greater nearby`)
	towns = wordSet(`city town village township suburb district province county state island port region municipality
 capital`)
	titles = wordSet(`mr mrs ms miss dr sir lord lady prof professor judge justice sgt sergeant capt captain gen
 general lt lieutenant col colonel maj major sen senator rep gov governor rev father officer
 detective inspector constable president chancellor minister secretary coach king queen prince
 princess saint`)
	titleDots = wordSet(`mr mrs ms dr sgt capt gen lt col maj sen rep gov rev st`) // with a full stop
)

func wordSet(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := make(map[string]bool)
		for w := range strings.FieldsSeq(words) {
			set[w] = true
		}
		return set
	})
}

// isWord reports a letter, digit or underscore, as \b of RE2 takes them.
func isWord(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || isDigit(c) || c == '_' }

// lastWord is the run of letters, digits and underscores of ASCII that s ends with.
func lastWord(s string) string {
	i := len(s)
	for i > 0 && isWord(s[i-1]) {
		i--
	}
	return s[i:]
}

// afterPrep reports whether s ends before a place: with one of placePreps, or it and "the".
func afterPrep(s string) bool {
	s, ok := strings.CutSuffix(s, " ")
	return ok && placePreps()[lastWord(strings.TrimSuffix(s, " the"))]
}

// afterIn reports whether s ends before a place, and hardly before anything else that has a name.
func afterIn(s string) bool {
	s, ok := strings.CutSuffix(s, " ")
	if !ok {
		return false
	}
	switch lastWord(s) {
	case "in", "near", "outside", "around", "from", "downtown":
		return true
	case "of":
		switch lastWord(strings.TrimSuffix(s, " of")) {
		case "outside", "north", "south", "east", "west":
			return true
		}
	}
	return false
}

// afterTown reports whether s ends with words before a name that can only be a place's: the city of.
func afterTown(s string) bool {
	s, ok := strings.CutSuffix(s, " of ")
	return ok && towns()[lastWord(s)]
}

// afterTitle reports whether s ends with a word before the name of a person.
func afterTitle(s string) bool {
	s, ok := strings.CutSuffix(s, " ")
	if !ok {
		return false
	}
	if s, ok = strings.CutSuffix(s, "."); ok {
		w := lastWord(s)
		return titleDots()[w] || len(w) == 1 && 'a' <= w[0] && w[0] <= 'z'
	}
	return titles()[lastWord(s)]
}

// Words for a part of a town or country, and for a kind of place, as a pattern.
const (
	enQuarters = `district|neighborhood|neighbourhood|village|province|suburb|county|borough|prefecture|peninsula|island|river`
	enKinds    = `County|Province|Prefecture|District|Township|Parish|Street|Road|Avenue|Boulevard|Highway|Airport|Hospital|Park|` +
		`Bridge|River|Lake|Valley|Island|Islands|Bay|Beach|Mountain|Mountains|Square|Station|Cathedral|Museum`
)

// Each of those words behind a space: what a text must hold for the pattern to match.
var quarterWords, kindWords = spaced(enQuarters), spaced(enKinds)

func spaced(words string) func() []string {
	return sync.OnceValue(func() []string { return strings.Split(" "+strings.ReplaceAll(words, "|", "| "), "|") })
}

// mayName quickly checks for enUnknown: a capital, or a direction, behind one of its words.
func mayName(text string) bool {
	for _, w := range [...]string{"in ", "near ", "outside ", "of "} {
		for _, rest, ok := strings.Cut(text, w); ok; _, rest, ok = strings.Cut(rest, w) {
			if rest != "" && (rest[0] >= 'A' && rest[0] <= 'Z' || strings.IndexByte("nsewc", rest[0]) >= 0) {
				return true
			}
		}
	}
	return false
}
