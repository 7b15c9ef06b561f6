package extract

import (
	"strings"
	"sync"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// enReader reads one time in English: words that lead to it, and its parts in any order.
type enReader struct {
	f    *folded
	s    string // f.s up to the end of the sentence
	from int    // the beginning of the sentence
	lead string // the words before the time that belong to it
	p    *parts
}

var (
	// enLead are words before a time that belong to it if one follows.
	enLead = lazyre.Compile(`^(?:(since|as of|by|until|till|up to|from|in|on|at|around|about|before|after|following|of|shortly|just|during|within|between|through|over|for|to|earlier|early|later|late|mid|(?:the )?(?:end|beginning|start|middle|rest) of|rest)[ -])*`)
	// enJoin stands between the parts of a time.
	enJoin = lazyre.Compile(`^(?: \(\d{1,2}:?\d{2} ?(?:utc|gmt)\))?,? ?(?:local time,? ?)?(?:(?:on|of|at|in|around|about|for|the|early|late)[ -])*`)
	// enFromNow follows "from now" if it begins a period, and is not behind a length of time.
	enFromNow = lazyre.Compile(`^ ?(?:on|to|until|till|through|-)\b`)
	enVague   = lazyre.Compile(`^(?:at the same time|recently|in recent (?:days|years|weeks))\b`)
	enLater   = lazyre.Compile(`\b(?:will|expected|forecast|may|set|due|likely)\b[^.;]{0,60}$`)
	// enAhead ends before a length of time that lies ahead: will resume in three days.
	enAhead = lazyre.Compile(`\b(?:will|shall|would|expected to|due|going to|'ll|set to)\b[^.;]{0,60}$`)
)

// enStarts are the words with which a time or its lead begins.
var enStarts = sync.OnceValue(func() map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(`since as by until till up from in on at around about before after of shortly just during within between through over for to
 early earlier late later mid end beginning start middle rest the a an my this that last next past previous coming upcoming current following
 yesterday today tomorrow tonight overnight noon midnight recently now then day
 monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
 january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
 one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
 first second third fourth fifth few several couple half week weekend quarter q1 q2 q3 q4 h1 h2`) {
		set[w] = true
	}
	return set
})

// enTime reads a time in English at i into p, and returns its end; i if there is none.
func (f *folded) enTime(i int, s Span, p *parts) int {
	r := &enReader{f: f, s: f.s[:s.End], from: s.Start, p: p}
	rest := r.s[i:]
	if m := enVague().FindString(rest); m != "" {
		p.vague = true
		return i + len(m)
	}
	r.lead = enLead().FindString(rest)
	p.until = strings.HasPrefix(r.lead, "as of") || strings.HasPrefix(r.lead, "by ") || strings.HasPrefix(r.lead, "until")
	p.setLead(r.lead)
	j, found := i+len(r.lead), false
	for {
		k := j
		if found {
			join := enJoin().FindString(r.s[j:])
			p.setLead(join)
			k += len(join)
		}
		n := r.piece(k, found)
		if n <= k {
			break
		}
		j, found = n, true
	}
	if !found {
		return i
	}
	p.future = p.future || p.weekday >= 0 && !p.strict && enLater().MatchString(f.s[s.Start:i])
	return j
}

// setLead takes the section that words before a time name.
func (p *parts) setLead(words string) {
	switch {
	case strings.Contains(words, "later "):
		p.section = rest
	case strings.Contains(words, "earlier "):
		p.section = before
	case strings.Contains(words, "late ") || strings.Contains(words, "late-") || strings.Contains(words, "end of"):
		p.section = late
	case strings.Contains(words, "early ") || strings.Contains(words, "early-") || strings.Contains(words, "beginning") || strings.Contains(words, "start of"):
		p.section = early
	case strings.Contains(words, "mid-") || strings.Contains(words, "mid ") || strings.Contains(words, "middle"):
		p.section = middle
	case strings.HasPrefix(words, "rest") || strings.HasPrefix(words, "the rest"):
		p.section = rest
	}
}

// piece reads one part of a time at i, which may be the first, and returns its end.
func (r *enReader) piece(i int, found bool) int {
	if i >= len(r.s) {
		return i
	}
	p := r.p
	if p.hour < 0 {
		if n := r.clock(i); n > i {
			return n
		}
	}
	if found {
		if n := r.dayPart(i); n > i {
			return n
		}
	} else if m := enPartOf().FindStringSubmatch(r.s[i:]); m != nil && r.p.part == "" { // the night of 3 September
		r.p.setPartEn(m[1])
		r.p.setLead(m[0])
		if n := r.piece(i+len(m[0]), false); n > i+len(m[0]) {
			return n
		}
		r.p.part = ""
		return i
	}
	if !p.dated() {
		for _, read := range []func(int) int{r.numbers, r.yearFirst, r.namedDay, r.countedDays, r.monthDay, r.ordinal, r.weekdays, r.relative, r.length, r.era, r.years} {
			if n := read(i); n > i {
				return n
			}
		}
		return i
	}
	switch {
	case p.month >= 0 && p.year < 0 && p.when == nil && found:
		if y, n := r.year(i); n > i {
			p.year = y
			return n
		}
		if off, e := r.unitWord(i); e > i && p.yearOff == none {
			if u, _, n := r.unitAt(e); u == years {
				p.yearOff = off
				return n
			}
		}
	case p.weekday >= 0 && p.day < 0 && p.weekOff == none && p.when == nil:
		return r.afterWeekday(i)
	case p.weekOff != none && p.weekday < 0:
		if d, n := r.weekday(r.skip(i)); n > r.skip(i) {
			p.weekday = d
			return n
		}
	}
	return i
}

// dated reports whether p names a day, week, month, year or other period.
func (p *parts) dated() bool {
	return p.day >= 0 || p.month >= 0 || p.year >= 0 || p.dayOff != none || p.weekday >= 0 || p.weekOff != none || p.monthOff != none || p.yearOff != none || p.sameDay || p.shift != nil || p.when != nil
}

// numbers reads a date in digits. Two numbers are one only after a word that calls for a date.
func (r *enReader) numbers(i int) int {
	led := strings.HasSuffix(r.lead, "on ") || strings.HasSuffix(r.lead, "from ") || strings.HasSuffix(r.lead, "since ") || strings.HasSuffix(r.lead, "until ") || strings.HasSuffix(r.lead, "by ") || strings.HasSuffix(r.f.s[:i], " to ")
	return i + r.p.numeric(r.s[i:], false, led)
}

// enDays are the phrases that name a day or a part of one.
var enDays = []struct {
	words string
	off   int
	part  string
}{
	{"the day before yesterday", -2, ""}, {"day before yesterday", -2, ""}, {"the day after tomorrow", 2, ""}, {"day after tomorrow", 2, ""},
	{"yesterday", -1, ""}, {"today", 0, ""}, {"tomorrow", 1, ""}, {"tonight", 0, "NI"}, {"overnight", -1, "NI"}, {"last night", -1, "NI"},
	{"this morning", 0, "MO"}, {"this afternoon", 0, "AF"}, {"this evening", 0, "EV"}, {"the same day", none, ""}, {"that day", none, ""}, {"the current day", 0, ""}, {"current day", 0, ""}, {"now", 0, ""},
	{"later today", 0, ""}, {"earlier today", 0, ""}, {"the day", 0, ""}, {"day", 0, ""},
}

// namedDay reads a word for a day. The day alone is one only after its rest or end.
func (r *enReader) namedDay(i int) int {
	for _, d := range enDays {
		n := r.phrase(i, d.words)
		if n == i || d.words == "now" && r.lead != "between " && !(r.lead == "from " && enFromNow().MatchString(r.s[n:])) {
			continue
		}
		if (d.words == "day" || d.words == "the day") && !strings.HasPrefix(r.lead, "rest") && !strings.HasPrefix(r.lead, "the rest") {
			continue
		}
		r.p.part = d.part
		if r.p.dayOff = d.off; d.off == none {
			r.p.sameDay = true
		}
		return n
	}
	return i
}

// weekdays reads a day of the week, with the week it is in.
func (r *enReader) weekdays(i int) int {
	p, j, word := r.p, i, ""
	for k := r.the(i); ; { // this past Friday
		w, n := r.word(k)
		if w != "last" && w != "next" && w != "this" && w != "previous" && w != "past" && w != "coming" {
			break
		}
		k = r.skip(n)
		j, word = k, w
	}
	d, n := r.weekday(j)
	if n == j || word == "" && r.counted(i) || n < len(r.s) && r.s[n] == 's' {
		return i
	}
	p.weekday = d
	switch word {
	case "last", "previous", "past":
		p.strict = true
	case "this":
		p.weekOff = 0
	case "next":
		p.weekOff = 1
	case "coming":
		p.future = true
	}
	return n
}

// afterWeekday reads what follows a day of the week: its week, its number in the month, or its
// date.
func (r *enReader) afterWeekday(i int) int {
	start := i
	if i < len(r.s) && r.s[i] == '(' { // Tuesday (May 5)
		if n := max(r.monthDay(i+1), r.numbers(i+1)); n > i+1 && n < len(r.s) && r.s[n] == ')' {
			return n + 1
		}
		return i
	}
	if n := r.phrase(i, "of"); n > i {
		i = r.skip(n)
	}
	if w, n := r.word(i); w == "this" || w == "next" || w == "last" {
		if n = r.phrase(r.skip(n), "week"); n > 0 && r.s[n-1] == 'k' {
			r.p.weekOff = map[string]int{"last": -1, "next": 1}[w]
			return n
		}
	}
	if n := r.numbers(i); n > i {
		return n
	}
	if n := r.monthDay(i); n > i {
		return n
	}
	if d, n, ordinal := r.number(i); ordinal && d >= 1 && d <= 31 {
		r.p.day = d
		return n
	}
	return start
}

// counted reports whether a number stands before i (two Mondays later, the second Sunday), or a word
// that makes another day of it: every Monday, Easter Monday.
func (r *enReader) counted(i int) bool {
	head := strings.TrimRight(r.f.s[r.from:i], " ")
	w := head[strings.LastIndexByte(head, ' ')+1:]
	switch w {
	case "every", "each", "easter", "whit", "good", "ash", "maundy", "shrove", "palm", "black", "cyber", "super", "bloody":
		return true
	}
	n, _ := numeral(w)
	return n >= 0
}
