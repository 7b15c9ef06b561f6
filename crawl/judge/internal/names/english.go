package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cues come between a concept and a list of names.
var cues = [...]string{"such as ", "including ", "like ", "especially ", "for example ", "for example, ", "e.g. ", "e.g., ", "namely "}

// stops end a name that begins in lower case, and part a concept from what is called so: "a place
// where dinosaurs", "a relative of dinosaurs".
var stops = func() map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(`a about after also an are as at be because been before but by can could did do does during each
even for from had has have he her his how if in into is it its lived may might more most not of on one only or over she since some such
than that the their them then there these they this those to under until was we were what when where which while who whose will with would`) {
		words[w] = true
	}
	return words
}()

// longestName is how many words a name has at most.
const longestName = 5

// mostBetween is how many words may stand between a verb and the concept: "is a large,
// plant-eating dinosaur".
const mostBetween = 5

// english calls yield for each name by a pattern of English.
func (s sentence) english(yield func(string)) {
	after := strings.TrimLeft(s.after, " ,(:")
	for _, cue := range cues {
		if len(after) >= len(cue) && strings.EqualFold(after[:len(cue)], cue) {
			forward(after[len(cue):], yield)
			break
		}
	}
	words := strings.Fields(s.before)
	s.other(words, yield)
	isA(words, yield)
}

// forward reads "X, Y and Z". The list ends with the item that something follows.
func forward(list string, yield func(string)) {
	for n := 0; n < mostListed && list != ""; n++ {
		item, rest := cutItem(list)
		words := strings.Fields(item)
		if len(words) > 0 && (words[0] == "the" || words[0] == "a" || words[0] == "an") {
			words = words[1:]
		}
		name := head(words)
		if name > 0 {
			yield(strings.Join(words[:name], " "))
		}
		if name == 0 || name < len(words) {
			return
		}
		list = rest
	}
}

// mostListed bounds the names of one list.
const mostListed = 40

// cutItem cuts the first item off a list.
func cutItem(list string) (item, rest string) {
	at, skip := len(list), 0
	for _, sep := range [...]string{", and ", ", or ", ",", " and ", " or ", " & "} {
		if i := strings.Index(list[:min(len(list), at+len(sep))], sep); i >= 0 && i < at {
			at, skip = i, len(sep)
		}
	}
	if skip == 0 {
		return list, ""
	}
	return list[:at], list[at+skip:]
}

// head is how many of the words are the name that they begin with: those with a capital, or if
// the first has none those up to a word of grammar, at most three.
func head(words []string) int {
	if len(words) == 0 {
		return 0
	}
	most, upper := longestName, capital(words[0])
	if !upper {
		most = 3
	}
	for i, w := range words {
		if i == most || upper && !capital(w) && i > 0 && (!lowerLetters(w) || stops[w] || i > 1) || stops[strings.ToLower(w)] {
			return i
		}
		if strings.ContainsAny(w, "()[]:") {
			return i
		}
	}
	return len(words)
}

func lowerLetters(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLower(r) })
}

func capital(w string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, `"'“‘«(`))
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}

// other reads "X, Y and other dinosaurs".
func (s sentence) other(words []string, yield func(string)) {
	for i := len(words) - 1; i > 0 && i >= len(words)-3; i-- {
		if words[i] != "other" || words[i-1] != "and" && words[i-1] != "or" {
			continue
		}
		for n := i - 1; n > 0; {
			from := n - 1 // of the item, whose last word is words[n-1]
			for from > 0 && n-from < longestName && !strings.HasSuffix(words[from-1], ",") && !stops[strings.ToLower(words[from-1])] && words[from-1] != "and" {
				from--
			}
			item := tail(words[from:n])
			if len(item) == 0 {
				return
			}
			yield(strings.Trim(strings.Join(item, " "), ","))
			if from == 0 || !strings.HasSuffix(words[from-1], ",") {
				return
			}
			n = from
		}
	}
}

// tail is the name with which words end: those with a capital, else the last word.
func tail(words []string) []string {
	if len(words) == 0 || !capital(words[len(words)-1]) {
		return words[max(0, len(words)-1):]
	}
	i := len(words) - 1
	for i > 0 && capital(words[i-1]) {
		i--
	}
	return words[i:]
}

// isA reads "X is a large dinosaur", and "X, a large dinosaur".
func isA(words []string, yield func(string)) {
	for i := len(words) - 1; i > 0 && i >= len(words)-1-mostBetween; i-- {
		w, before := strings.ToLower(words[i]), strings.ToLower(words[i-1])
		article := w == "a" || w == "an" || w == "the"
		switch {
		case article && before == "of" && i > 1 && strings.EqualFold(words[i-2], "one"): // one of the
			i -= 2
			before = strings.ToLower(words[max(0, i-1)])
			if i > 0 && isVerb(before) {
				subject(words[:i-1], yield)
			}
			return
		case w == "of" && (before == "genus" || before == "species" || before == "kind" || before == "type"):
			continue
		case !article && !stops[w]:
			continue
		case w == "the" || !article: // the: one that is known; other words part the concept from the verb
			return
		case isVerb(before):
			subject(words[:i-1], yield)
		case strings.HasSuffix(words[i-1], ","):
			if name := tail(words[max(0, i-longestName):i]); len(name) > 0 && capital(name[0]) {
				yield(strings.Trim(strings.Join(name, " "), ","))
			}
		}
		return
	}
}

func isVerb(w string) bool { return w == "is" || w == "was" || w == "are" || w == "were" }

// subject yields what a sentence is about, if it is a name: "Iguanodon (...)", "The Iguanodon".
func subject(words []string, yield func(string)) {
	text := strings.Join(words, " ")
	if i := strings.IndexAny(text, "(,"); i > 0 {
		text = text[:i]
	}
	words = strings.Fields(text)
	if len(words) > 0 && stops[strings.ToLower(words[0])] {
		words = words[1:]
	}
	if n := head(words); n > 0 && n == len(words) {
		yield(strings.Join(words, " "))
	}
}
