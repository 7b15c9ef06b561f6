package eventgraph

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// grammar never changes.
var grammar = functionwords.New()

var (
	// follows has what an event does, in the words of headlines, and what is left of it: "flood kills 20", "quake victims".
	follows = lazyre.Compile(`^(?i:` +
		`(?:kill|hit|strike|rock|shake|jolt|leave|sweep|batter|spread|claim|destroy|damage|force|displace|devastate|cause|trigger|injure|wash|cut|bring|inundate|threaten|burn|erupt|rage|begin|swell|isolate|trap|bury)(?:e?s)?|` +
		`\w+ed|struck|hit|swept|shook|left|cut|brought|took|broke|began|burnt|` +
		`damages?|death|deaths|toll|victims?|survivors?|casualties|waters?|debris|aftermath|disasters?|emergency|relief|recovery|repairs?|evacuations?|evacuees)$`)
)

// modifies reports whether an English word for an event says of what kind another thing is: the head of a compound is its
// last noun, so a flood map is a map, and nothing was flooded.
func (x *said) modifies(w *extract.Word) bool {
	end := w.End - x.start
	if end <= 0 || end >= len(x.text) || !latin(x.text[:end]) || x.text[end] != ' ' {
		return false
	}
	next := x.text[end+1:]
	if n := strings.IndexFunc(next, func(r rune) bool { return !unicode.IsLetter(r) }); n >= 0 {
		next = next[:n]
	}
	return next != "" && latin(next) && !grammar.Has(strings.ToLower(next)) && !follows().MatchString(next)
}

// latin reports whether a text ends in a letter that Latin shares with English.
func latin(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}
