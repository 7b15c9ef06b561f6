package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// Storm is a storm that a text names or numbers.
type Storm struct {
	Span
	Name   string // in English if the table has it, else as written; "" if only the number is given
	Number int    // in its year; 0 if not given
	// Year stands in the text beside the name; 0 if it says nothing, and negative if it counts from its own: -1
	// is last year.
	Year int
	// Hurricane says that the word before the name is for storms outside the western Pacific.
	Hurricane bool
	Listed    bool // the table has the name
	ByWord    bool // a word such as 台风 or Hurricane stands beside it, it is quoted, or it does what storms do
	Clean     bool // it is no part of a longer word
	Person    bool // a name stands behind it as behind a first one; it is no storm
	Whole     bool // Clean, and its sentence tells of a storm
	common    bool
	quoted    bool
}

// stormName is a form of a name.
type stormName struct {
	english  string
	common   bool
	unlisted bool
}

type stormNames struct{ forms phrases[stormName] }

func newStormNames(t *gazetteer.StormTable) *stormNames {
	n := new(stormNames)
	for _, name := range t.Names {
		n.forms.add(name.English, stormName{english: name.English, common: true})
		for _, form := range name.Chinese {
			n.forms.add(form, stormName{english: name.English, common: gazetteer.IsCommonStorm(form)})
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
	// stormAfter begins behind the name of a storm: with a word for storms, or what only storms do.
	stormAfter = lazyre.Compile(`^[”"」』》']?(?:(?:超?强)?(?:台风|飓风|热带风暴|风暴|气旋)|[^,，。;；“”"]{0,12}?(?:登陆|停止编号|减弱[为成]|加强[为成]|增强[为成]|升格为|升级为)|(?:'s)? (?:is |was |has |had )?(?:made landfall|weaken|strengthen|intensif|slammed|barrel|churn|roar|lash))`)
	// wholeAfter and wholeBefore stand around a name in Chinese that is no part of a longer word.
	wholeAfter  = lazyre.Compile(`^(?:$|[^\p{Han}\p{L}\d]|造成|导致|致|登陆|将|已|在|于|的|和|与|及|从|是|正|继续|对|带|给|影响|来|过|逼|掠|移|中心|路径|环流|外围|残|减|加|增|再|最|目|今|昨|明|\d|一|二|三|两|袭|横|重|肆|离|进|风|引|使|让|侵|吹|预|可|或|前|后|期间|级|号|所|也|又|都|先|至|到|停|生|为)`)
	wholeBefore = lazyre.Compile(`(?:^|[^\p{Han}\p{L}\d]|受|因|在|被|遭|对|随|由|和|与|及|号|为|是|的|后|前|当|此|次|据|抗|御|防|迎|避|给|到|经|时|日|月|年|了|等|其中|强|作|叫|名|于|让|使|据悉|预计|如果)$`)
	// actsAfter and actsBefore stand around a name that no table has, where a storm does something or something
	// is of it; behind a name of something else, as a map or a page, stands what it is.
	actsAfter  = lazyre.Compile(`^(?:$|[.,;:!?)]|'s? |-force| (?:and (?:typhoon|hurricane|storm)|is|was|has|had|will|would|could|may|might|made|hit|struck|tore|broke|left|brought|moved|came|swept|strengthens|weakens|heads|hits|nears|approaches|lashes|slams|batters|moves|forms|makes|kills|leaves|[a-z]+ed|in|on|over|near|this|last)\b)`)
	actsBefore = lazyre.Compile(`\b(?:by|from|of|after|before|during|since|when|as) (?:the )?(?:super |severe )?(?:typhoon|hurricane|tropical storm|cyclone|tropical depression|storm) $`)
	// surname is the beginning of what stands behind the first name of a person.
	surname = lazyre.Compile(`^ \p{Lu}\p{Ll}`)
	// stormYear ends before the name of a storm of a year: 2016年的“莫兰蒂”, 去年的超强台风“天鸽”.
	stormYear = lazyre.Compile(`(?:(\d{4})年|(去年)|(前年))的?(?:超?强)?(?:台风|飓风|热带风暴)?["“「『《']$`)
	// stormSign matches the words that make a common word a storm in its sentence.
	stormSign = lazyre.Compile(`登陆|台风|热带|气旋|飓风|风暴|风力|暴雨|大风|停电|断电|环流|路径|遇难|受灾|转移|疏散|受伤|死亡|typhoon|hurricane|storm|cyclone|landfall|\bwinds?\b|ashore|flood|rain|hit\b|struck|deaths?\b|dead\b|power\b|evacuat|weakened|killed|\bsurge\b|pressure|toll\b|missing\b|crew\b`)
)

// stormSignEn are words in English that only a sentence about a storm has; names of people stand beside the others.
var stormSignEn = lazyre.Compile(`typhoon|hurricane|storm|cyclone|landfall|\bwinds?\b|ashore|\bsurge\b`)

// find appends the storms of sentence s. Whether a common word is one is decided by [believe].
func (n *stormNames) find(f *folded, s Span, dst []Storm, t *taken) []Storm {
	text := f.s[s.Start:s.End]
	var numbers [][]int
	if strings.Contains(text, "第") {
		numbers = stormNumber().FindAllStringSubmatchIndex(text, -1)
	}
	for _, m := range numbers {
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
		sign := stormSign().MatchString(text)
		x := Storm{Span: f.span(Span{i, end}), Name: name.english, Listed: !name.unlisted, common: name.common && !sign}
		x.ByWord = stormBefore().MatchString(f.s[max(s.Start, i-40):i]) || stormAfter().MatchString(f.s[end:s.End]) || sign && quoted().MatchString(f.s[s.Start:i])
		x.quoted = quoted().MatchString(f.s[s.Start:i])
		x.Clean = !script.Han(firstRune(f.s[i:])) || wholeAfter().MatchString(f.s[end:s.End]) && wholeBefore().MatchString(f.s[s.Start:i])
		x.Person = !x.ByWord && surname().MatchString(f.text[f.at[end]:])
		x.Whole = x.Clean && (sign || !name.common) && (script.Han(firstRune(f.s[i:])) || stormSignEn().MatchString(text))
		if m := stormYear().FindStringSubmatch(f.s[s.Start:i]); m != nil {
			x.Year, x.ByWord = yearOf(m), true
		}
		x.Hurricane = hurricane().MatchString(f.s[max(s.Start, i-24):i])
		if !t.has(x.Span) {
			t.add(x.Span)
			dst = numbered(dst, x)
		}
		i = end
	}
	return dst
}

// numbered adds a name. A number right before it, as in 第6号台风“烟花”, is of it.
func numbered(dst []Storm, x Storm) []Storm {
	for i, n := range dst {
		if gap := x.Start - n.End; n.Name == "" && gap >= 0 && gap <= len("“") {
			x.Number, x.Year = n.Number, n.Year
			return append(slices.Delete(dst, i, i+1), x)
		}
	}
	return append(dst, x)
}

// yearOf is the year that stormYear matched.
func yearOf(m []string) int {
	switch {
	case m[2] != "":
		return -1
	case m[3] != "":
		return -2
	}
	return small(m[1])
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
	if !afterStorm(f.s[s.Start:i]) {
		return name, i, false
	}
	end = i
	for end < s.End && (f.s[end] == '-' || joins(firstRune(f.s[end:]))) {
		end += utf8.RuneLen(firstRune(f.s[end:]))
	}
	word := f.text[f.at[i]:f.at[end]]
	if !actsAfter().MatchString(f.s[end:s.End]) && !actsBefore().MatchString(f.s[s.Start:i]) {
		return name, i, false
	}
	return stormName{english: word, unlisted: true}, end, !slices.Contains(notNames(), strings.ToLower(word))
}

// afterStorm reports whether s ends with a word for storms, behind which any name may stand.
func afterStorm(s string) bool {
	s, ok := strings.CutSuffix(s, " ")
	switch w := lastWord(s); w {
	case "typhoon", "hurricane", "cyclone":
		return ok
	case "storm", "depression":
		return ok && lastWord(strings.TrimSuffix(s, " "+w)) == "tropical"
	}
	return false
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }

// notNames are words with a capital letter that follow Typhoon or Hurricane in headlines.
func notNames() []string {
	return strings.Fields("warning warnings signal season center centre committee watch force recovery survivors evacuation preparedness relief response damage victims guide safety resources insurance assistance disaster hazards prone prep protection resilience kit tips program programs information related shelter the in hits kills and is was has")
}

// believe leaves out common words that nothing in the text makes storms: no sign in their
// sentence, no place in the text where the name has a word for storms before it, and no quotation marks: such a
// name is neither ByWord nor Clean nor Whole, and other texts of the page may tell.
func (n *stormNames) believe(_ *folded, all []Storm) []Storm {
	named := make(map[string]bool)
	for i := range all {
		if all[i].ByWord && all[i].Name != "" {
			named[all[i].Name] = true
		}
	}
	out := all[:0]
	for _, x := range all {
		if x.Name == "" || x.ByWord || !x.common || x.quoted || x.Person || named[x.Name] {
			out = append(out, x)
		}
	}
	return out
}
