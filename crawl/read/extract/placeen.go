package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// enPlaces reads the places of a text that are written in letters.
type enPlaces struct {
	f      *folded
	people map[string]bool // last words of names of people in this text
	sure   map[string]bool // names that are places somewhere in this text
}

var (
	// enList stands between the places of a list.
	enList = lazyre.Compile(`^(?:, and |, | and | or )$`)
	// enDateline begins behind the place of a news agency's report.
	enDateline = lazyre.Compile(`^(?:,[^.]{0,20}\.?)? ?(?:\(|-)`)
	// enWire follows the place of such a report, up to its text.
	enWire = lazyre.Compile(`^(?:, [^(-]{0,40}?)?(?: ?\([^)]{2,40}\)(?: ?-+)?| ?-+) `)
	// enStation follows a place where something was measured; enAway ends before one where, or from which, it was.
	enStation = lazyre.Compile(`^(?:'s)? (?:\w+ )?(?:(?:weather|gauging|seismic|monitoring|river|tide|rain|radar) )?(?:station|gauge|buoy|observatory)\b`)
	enAway    = lazyre.Compile(`(?:\b(?:km|kilomet(?:er|re)s?|miles?|mi) (?:\([^)]*\) )?(?:(?:north|south|east|west|northeast|northwest|southeast|southwest|north-?(?:north)?-?(?:east|west)|south-?(?:south)?-?(?:east|west)|away) )?(?:of|from|off) (?:the (?:\w+ )?coast of )?|\boff (?:the (?:\w+ )?coast of )?|\b(?:station|gauge|buoy|observatory) (?:at|in|near) )$`)
	// placeOffice begins with a word for who acts in the name of a place.
	placeOffice = lazyre.Compile(`^(?:'s )?(?:state |county |city |fire |health |foreign |prime |deputy |vice |regional )*(?:police|mayor|governor|gov|premier|president|minister|ministry|chancellor|senator|sen|rep|secretary|attorney|government|parliament|congress|senate|court|superior|district|sheriff|sheriff's|coroner|coroner's|fire|department|dept|authorities|officials|embassy|ambassador|army|council|councillor|ems|opp|mla|mp|dmv|prosecutors|republicans?|democrats?|troopers?|highway patrol|national guard|residents?|natives?)\b`)
	// placeKind begins with a word that a name of a place may end with.
	placeKind = lazyre.Compile(`^ (?:(?:[A-Z][a-z]+ )?(?:County|Province|Prefecture|Township|Parish|Island|Islands|River|Bay|Lake|Valley|Beach|Airport|Peninsula|Mountains|Hills|Heights|Falls|Springs|Coast|Strait|Sea|Basin)|city)\b`)
	// enUnknown is a name with capitals after a preposition of place.
	enUnknown = lazyre.Compile(`\b(?:in|near|outside|(?:village|town|cit|district|hamlet|province|communit|suburb|neighbou?rhood)(?:s|y|ies)? of|\d, of|outside of) ((?:(?:northern|southern|eastern|western|central) )?[A-Z][\p{L}-]+(?: (?:[A-Z][\p{L}-]+|del|de|la))*)`)
	// enQuarter is a name before a word for a part of a town or country.
	enQuarter = lazyre.Compile(`\b([A-Z][\p{L}-]+(?: [A-Z][\p{L}-]+)?) (?:` + enQuarters + `)\b`)
	// enKind is a name that ends with a word for a kind of place.
	enKind = lazyre.Compile(`\b(?:[A-Z][\p{L}.'’-]+ ){1,4}(?:` + enKinds + `)\b(?: [Dd]istrict)?`)
	// enPress begins with a word that makes an organisation of the place before it.
	enPress = lazyre.Compile(`^ (?:[A-Z][a-z]+ )?(?:Times|Post|Herald|Star|Tribune|Journal|News|Press|University|College|Institute|Bank|Airlines|Airways|Company|Corp|Inc|Ltd|Agency|Magazine|magazine)\b`)
)

// little are the words that are no part of a name, though a capital begins them at the beginning of
// a sentence.
var little = wordSet(functionwords.English)

// newEnglishPlaces looks through a text for what its names are.
func newEnglishPlaces(f *folded, found []placesOfSentence) *enPlaces {
	e := &enPlaces{f: f, people: make(map[string]bool), sure: make(map[string]bool)}
	for i := range found {
		for k := range found[i].names {
			x := &found[i].names[k]
			if e.latin(x) && (x.at == nil || x.at.Population < 1e6 && !ownPlace(x.at)) && e.nameBefore(x, &found[i]) {
				e.people[f.s[x.Start:x.End]] = true
			}
		}
	}
	for i := range found {
		for k := range found[i].names {
			if x := &found[i].names[k]; e.latin(x) && x.at != nil && e.told(x) && !e.another(x, &found[i]) {
				e.sure[f.s[x.Start:x.End]] = true
			}
		}
	}
	return e
}

func (e *enPlaces) latin(x *known) bool { return !script.Han(firstRune(e.f.s[x.Start:])) }

// read appends the places of a sentence.
func (e *enPlaces) read(x *placesOfSentence, dst []Place) []Place {
	if !strings.ContainsFunc(e.f.text[e.f.at[x.s.Start]:e.f.at[x.s.End]], unicode.IsUpper) {
		return dst
	}
	dst = e.ofAKind(x, dst)
	list := -1 // the end of the last place that a word before it or its like told
	wire := 0  // the end of the dateline
	for k := range x.names {
		n := &x.names[k]
		at := e.f.span(n.Span)
		if !e.latin(n) || x.taken.has(at) {
			continue
		}
		told := e.told(n) || list >= 0 && n.at != nil && enList().MatchString(e.f.s[list:n.Start])
		if !(told && !e.another(n, x)) && !e.isPlace(n, x, k) {
			continue
		}
		if told {
			list = n.End
		}
		p := Place{Span: at, At: n.at, Within: n.in}
		rest := e.f.s[n.End:x.s.End]
		if m := placeKind().FindString(e.f.text[at.End:e.f.at[x.s.End]]); m != "" && n.in == nil {
			if p.End += len(m); !strings.HasSuffix(m, "ity") {
				p.At = e.ofKind(n, m)
			}
		} else if p.Role = e.role(n, x.s.Start, rest); p.Role == Dateline {
			wire = n.End + len(enWire().FindString(rest))
		}
		if n.Start < wire { // LONDON, Ontario (Reuters)
			p.Role = Dateline
		}
		x.taken.add(p.Span)
		dst = append(dst, p)
	}
	return e.unknown(x, dst)
}

// role is how name n takes part in a sentence that begins at start and goes on with rest.
func (e *enPlaces) role(n *known, start int, rest string) Role {
	before := e.f.s[max(start, n.Start-60):n.Start]
	switch {
	case placeOffice().MatchString(strings.TrimPrefix(rest, " ")):
		return Speaker
	case strings.TrimSpace(lineBefore(e.f.text[:e.f.at[n.Start]])) == "" && enWire().MatchString(rest):
		return Dateline
	case enStation().MatchString(rest) || enAway().MatchString(before):
		return Measured
	}
	return Where
}

// ofKind is the place of a name to which a kind is added (Jackson County): not the town of that
// name.
func (e *enPlaces) ofKind(n *known, kind string) *gazetteer.Place {
	if n.at != nil && n.at.Class != 'P' {
		return n.at
	}
	return nil
}

// isPlace reports whether name k of the sentence is a place here: it stands in no name of a person
// or organisation, and if it could be a word or a person, or few people live there, the words
// around it tell.
func (e *enPlaces) isPlace(n *known, x *placesOfSentence, k int) bool {
	if e.another(n, x) {
		return false
	}
	name := e.f.s[n.Start:n.End]
	text := e.f.text[e.f.at[n.Start]:e.f.at[n.End]]
	if len(text) <= 5 && strings.HasSuffix(text, ".") && strings.Count(text, ".") == 1 || len(text) == 2 && n.at != nil && n.at.Code == "ADM1" { // Ky., KY
		return k > 0 && x.names[k-1].End+2 == n.Start && e.f.s[n.Start-2] == ','
	}
	if n.in != nil || e.told(n) || e.sure[name] {
		return true
	}
	if n.at == nil {
		return false
	}
	switch big := n.at.Population >= 1e6; {
	case e.people[name]:
		return false
	case !ownPlace(n.at) && n.at.Mark&(gazetteer.Word|gazetteer.Person) != 0:
		return big
	}
	return ownPlace(n.at) || n.at.Population >= 50000
}

// ownPlace reports whether p was written for this project: such places are well known.
func ownPlace(p *gazetteer.Place) bool { return p.ID < 0 && p.ID > -110000 }

// told reports whether the words around a name say that it is a place.
func (e *enPlaces) told(n *known) bool {
	if n.in != nil {
		return true
	}
	before := e.f.s[max(0, n.Start-40):n.Start]
	text, rest := e.f.text[e.f.at[n.Start]:e.f.at[n.End]], e.f.s[n.End:]
	switch {
	case afterTown(before):
		return true
	case len(text) > 3 && text == strings.ToUpper(text) && strings.TrimRight(lineBefore(e.f.text[:e.f.at[n.Start]]), " ") == "" && enDateline().MatchString(rest):
		return true
	case n.at != nil && !ownPlace(n.at) && (n.at.Population < 15000 || n.at.Mark != 0 && n.at.Population < 300000) && !afterIn(before):
		return false
	}
	return afterPrep(before) && !e.people[e.f.s[n.Start:n.End]]
}

// lineBefore returns the part of s behind its last line break.
func lineBefore(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// another reports whether a name is part of another one: of a person or an organisation.
func (e *enPlaces) another(n *known, x *placesOfSentence) bool {
	before := e.f.s[max(x.s.Start, n.Start-30):n.Start]
	if afterTitle(before) && !afterPrep(before) || e.nameBefore(n, x) {
		return true
	}
	rest := e.f.text[e.f.at[n.End]:e.f.at[x.s.End]]
	if strings.HasPrefix(rest, "-") && len(rest) > 1 && unicode.IsUpper(rune(rest[1])) && (n.at == nil || rank(n.at) > 2) || enPress().MatchString(rest) {
		return true
	}
	if n.at != nil && n.at.Class == 'P' && strings.HasSuffix(before, "the ") && n.at.Population < 100000 && !e.sure[e.f.s[n.Start:n.End]] && !strings.HasPrefix(rest, " area") && !strings.HasPrefix(rest, " region") {
		return true
	}
	if n.in != nil || placeKind().MatchString(rest) || placeOffice().MatchString(strings.TrimPrefix(e.f.s[n.End:x.s.End], " ")) {
		return false
	}
	next := nextWord(rest)
	if next == "" || !startsUpper(next) {
		return false
	}
	w := strings.ToLower(next)
	return !e.startsPlace(n, x) && !enStarts()[w] && !little()[w]
}

// startsPlace reports whether another name of the gazetteer follows.
func (e *enPlaces) startsPlace(n *known, x *placesOfSentence) bool {
	for i := range x.names {
		if x.names[i].Start == n.End+1 {
			return true
		}
	}
	return false
}

// nameBefore reports whether a word with a capital stands right before a name, which makes both
// the name of a person or organisation: Jerome Paris, Air Berlin. Words of direction, months, and
// what begins a sentence are none.
func (e *enPlaces) nameBefore(n *known, x *placesOfSentence) bool {
	head := e.f.text[e.f.at[x.s.Start]:e.f.at[n.Start]]
	if !strings.HasSuffix(head, " ") {
		return false
	}
	head = head[:len(head)-1]
	i := strings.LastIndexFunc(head, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '.' })
	w := head[i+1:]
	if w == "" || !startsUpper(w) || strings.HasSuffix(w, "'s") || strings.HasSuffix(w, ".") && utf8.RuneCountInString(w) > 2 {
		return false
	}
	for k := range x.names {
		if x.names[k].End == n.Start-1 && x.names[k].at != nil && rank(x.names[k].at) <= 2 {
			return false
		}
	}
	low := strings.ToLower(w)
	if afterPrep(low+" ") || enStarts()[low] || little()[low] {
		return false
	}
	return i >= 0 && strings.TrimSpace(head[:i+1]) != ""
}

func startsUpper(s string) bool { r, _ := utf8.DecodeRuneInString(s); return unicode.IsUpper(r) }

// nextWord is the word behind one space at the beginning of s.
func nextWord(s string) string {
	if !strings.HasPrefix(s, " ") {
		return ""
	}
	s = s[1:]
	if i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }); i >= 0 {
		s = s[:i]
	}
	return s
}

// unknown appends names with capitals after a preposition that no gazetteer has.
func (e *enPlaces) unknown(x *placesOfSentence, dst []Place) []Place {
	from := e.f.at[x.s.Start]
	text := e.f.text[from:e.f.at[x.s.End]]
	var found [][]int
	if mayName(text) {
		found = enUnknown().FindAllStringSubmatchIndex(text, -1)
	}
	if containsAny(text, quarterWords()) {
		found = append(found, enQuarter().FindAllStringSubmatchIndex(text, -1)...)
	}
	for _, m := range found {
		at := Span{from + m[2], from + m[3]}
		words := strings.Fields(strings.ToLower(text[m[2]:m[3]]))
		if x.taken.has(at) || enStarts()[words[0]] || little()[words[0]] || e.people[words[0]] || at.End-at.Start <= 3 || afterTitle(words[0]+" ") || len(words) > 4 {
			continue
		}
		x.taken.add(at)
		dst = append(dst, Place{Span: at})
	}
	return dst
}

// ofAKind appends the names that end with a word for a kind of place: Laurel County, College Street.
func (e *enPlaces) ofAKind(x *placesOfSentence, dst []Place) []Place {
	from := e.f.at[x.s.Start]
	text := e.f.text[from:e.f.at[x.s.End]]
	if !containsAny(text, kindWords()) {
		return dst
	}
	for _, m := range enKind().FindAllStringIndex(text, -1) {
		if i := strings.LastIndex(text[m[0]:m[1]], "'s "); i >= 0 { // Cairo's Abbasiya District
			m[0] += i + len("'s ")
		}
		if i := strings.LastIndex(text[m[0]:m[1]], "’s "); i >= 0 {
			m[0] += i + len("’s ")
		}
		at := Span{from + m[0], from + m[1]}
		if !strings.Contains(text[m[0]:m[1]], " ") {
			continue
		}
		if startsUpper(nextWord(text[m[1]:])) && !placeOffice().MatchString(strings.ToLower(text[m[1]:])[1:]) {
			continue
		}
		if w, rest, _ := strings.Cut(text[m[0]:m[1]], " "); little()[strings.ToLower(w)] { // The Hudson River
			at.Start += len(w) + 1
			if !strings.Contains(rest, " ") {
				continue
			}
		}
		if x.taken.has(at) {
			continue
		}
		x.taken.add(at)
		p := Place{Span: at}
		for k := range x.names { // the river or island of that name, if the gazetteer has it
			if n := &x.names[k]; e.f.span(n.Span) == at {
				p.At, p.Within = n.at, n.in
			}
		}
		dst = append(dst, p)
	}
	return dst
}
