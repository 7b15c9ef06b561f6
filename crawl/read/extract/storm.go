package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/storms"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Storm is a storm that a text names or numbers.
type Storm struct {
	Span
	Name   string // in English if the table has it, else as written; "" if only the number is given
	Number int    // in its year; 0 if not given
	Year   int    // if the text says it beside the name; 0 otherwise
	// Hurricane says that the word before the name is for storms outside the western Pacific.
	Hurricane bool
	ByWord    bool // a word such as 台风 or Hurricane stands before it, or it is quoted
	common    bool
}

// stormName is a form of a name.
type stormName struct {
	english string
	common  bool
}

type stormNames struct{ forms phrases[stormName] }

func newStormNames(t *storms.Table) *stormNames {
	n := new(stormNames)
	for _, name := range t.Names {
		n.forms.add(name.English, stormName{name.English, true})
		for _, form := range name.Chinese {
			n.forms.add(form, stormName{name.English, storms.IsCommon(form)})
		}
	}
	n.forms.seal()
	return n
}

var (
	// stormBefore ends where the name of a storm begins.
	stormBefore = lazyre.Compile(`(?:台风|飓风|热带风暴|气旋|热带低压|强台|中台|轻台|气旋风暴|typhoon|hurricane|tropical storm|cyclone|tropical depression|storm)[^\p{L}\d]{0,4}$`)
	hurricane   = lazyre.Compile(`(?:飓风|hurricane)[^\p{L}\d]{0,4}$`)
	quoted      = lazyre.Compile(`["“「『《']$`)
	// stormNumber is a number with 台风.
	stormNumber = lazyre.Compile(`(?:(\d{4})年)?第(\d{1,2}|[一二三四五六七八九十]{1,3})号(?:台风|强台风|超强台风|强热带风暴|热带风暴)`)
	// stormEn is any name after a word for storms.
	stormEn = lazyre.Compile(`\b(?:typhoon|hurricane|tropical storm|cyclone|tropical depression|super typhoon) `)
	// stormSign matches the words that make a common word a storm in its sentence.
	stormSign = lazyre.Compile(`登陆|台风|热带|气旋|飓风|风暴|风力|暴雨|大风|停电|断电|环流|路径|遇难|受灾|转移|疏散|受伤|死亡|typhoon|hurricane|storm|cyclone|landfall|\bwinds?\b|ashore|flood|rain|hit\b|struck|deaths?\b|dead\b|power\b|evacuat|weakened|killed|\bsurge\b|pressure|toll\b|missing\b|crew\b`)
)

// find appends the storms of sentence s. Whether a common word is one is decided by [believe].
func (n *stormNames) find(f *folded, s Span, dst []Storm, t *taken) []Storm {
	text := f.s[s.Start:s.End]
	for _, m := range stormNumber().FindAllStringSubmatchIndex(text, -1) {
		x := Storm{Span: f.span(Span{s.Start + m[0], s.Start + m[1]}), Number: small(text[m[4]:m[5]]), ByWord: true}
		if m[2] >= 0 {
			x.Year = small(text[m[2]:m[3]])
		}
		dst = append(dst, x)
	}
	for i := s.Start; i < s.End; {
		_, size := utf8.DecodeRuneInString(f.s[i:])
		name, end, ok := n.at(f, i, s)
		if !ok {
			i += size
			continue
		}
		x := Storm{Span: f.span(Span{i, end}), Name: name.english, common: name.common && !stormSign().MatchString(text)}
		x.ByWord = stormBefore().MatchString(f.s[max(s.Start, i-40):i]) || quoted().MatchString(f.s[s.Start:i])
		x.Hurricane = hurricane().MatchString(f.s[max(s.Start, i-24):i])
		if !t.has(x.Span) {
			t.add(x.Span)
			dst = append(dst, x)
		}
		i = end
	}
	return dst
}

// at reads the name at i: one of the table, or any capitalised word after Typhoon or Hurricane.
func (n *stormNames) at(f *folded, i int, s Span) (name stormName, end int, ok bool) {
	r, _ := utf8.DecodeRuneInString(f.text[f.at[i]:])
	name, end, ok = n.forms.longest(f.s, i, s.End)
	if ok && (!unicode.IsLetter(r) || script.Han(r) || unicode.IsUpper(r)) {
		return name, end, true
	}
	if !unicode.IsUpper(r) || i == s.Start || joins(lastRune(f.s[:i])) {
		return name, i, false
	}
	m := stormEn().FindAllStringIndex(f.s[max(s.Start, i-30):i], -1)
	if m == nil || m[len(m)-1][1] != i-max(s.Start, i-30) {
		return name, i, false
	}
	end = i
	for end < s.End && (f.s[end] == '-' || joins(firstRune(f.s[end:]))) {
		end += utf8.RuneLen(firstRune(f.s[end:]))
	}
	word := f.text[f.at[i]:f.at[end]]
	return stormName{english: word}, end, !slices.Contains(notNames(), strings.ToLower(word))
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }

// notNames are words with a capital letter that follow Typhoon or Hurricane in headlines.
func notNames() []string {
	return strings.Fields("warning warnings signal season center centre committee watch force recovery survivors evacuation preparedness relief response damage victims guide safety resources insurance assistance disaster hazards prone prep protection resilience kit tips program programs information related shelter the in hits kills and is was has")
}

// believe leaves out common words that nothing in the text makes storms: no sign in their
// sentence, and no place in the text where the name has a word for storms before it.
func (n *stormNames) believe(_ *folded, all []Storm) []Storm {
	named := make(map[string]bool)
	for i := range all {
		if all[i].ByWord && all[i].Name != "" {
			named[all[i].Name] = true
		}
	}
	out := all[:0]
	for _, x := range all {
		if x.Name == "" || x.ByWord || !x.common || named[x.Name] {
			out = append(out, x)
		}
	}
	return out
}
