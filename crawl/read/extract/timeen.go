package extract

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"regexp"
	"strings"
)

const (
	monthEn = `(jan(?:uary|\.)?|feb(?:ruary|\.)?|mar(?:ch|\.)?|apr(?:il|\.)?|may|june?\.?|july?\.?|aug(?:ust|\.)?|sept?(?:ember)?\.?|oct(?:ober|\.)?|nov(?:ember|\.)?|dec(?:ember|\.)?)`
	dayEn   = `(mon|tues|wednes|thurs|fri|satur|sun)day`
	partEn  = `(early |late )?(?:in the )?(morning|afternoon|evening|night)\b`
)

var (
	// enLead are words before a time that belong to it if one follows.
	enLead = lazyre.Compile(`^(?:(since|as of|by|until|up to|from|in|on|at|around|about|before|after|of|shortly|just|early|late|mid)[ -])*`)
	// enJoin stands between the parts of a time.
	enJoin = lazyre.Compile(`^,? ?(?:local time,? ?)?(?:(?:on|of|at|in|around|about|the|early|late) )*`)

	enClock = lazyre.Compile(`^(?:(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.?m\b\.?|(noon|midnight)\b|(\d{1,2}):(\d{2})\b|(\d{2})(\d{2}) (?:utc|gmt|hrs|hours|local time)\b)(?: (?:utc|gmt|local time|[ecmp][sd]t|hkt|jst)\b)?`)
	enDay   = lazyre.Compile(`^(?:(yesterday|today|tomorrow|tonight|overnight|last night|this morning|this afternoon|this evening|the same day|that day)\b)`)
	enWeek  = lazyre.Compile(`^(?:(last|next|this|the previous) )?` + dayEn + `\b`)
	enMonth = lazyre.Compile(`^` + monthEn + ` (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4})\b)?`)
	enDate  = lazyre.Compile(`^(\d{1,2})(?:st|nd|rd|th)?(?: of)? ` + monthEn + `\b(?:,? (\d{4})\b)?`)
	enOnly  = lazyre.Compile(`^(early |late |mid-)?` + monthEn + `(?:,? (\d{4}))?\b`)
	enYear  = lazyre.Compile(`^(19\d\d|20\d\d)\b`)
	enPart  = lazyre.Compile(`^` + partEn)
	enRel   = lazyre.Compile(`^(last|this|next|the past|past) (week|month|year|weekend)\b`)
	enAgo   = lazyre.Compile(`^(?:(\d+|an?|` + wordEn + `) (minute|hour|day|week|month|year)s? (ago|later|earlier))\b`)
	enVague = lazyre.Compile(`^(?:at the same time|recently|in recent (?:days|years|weeks))\b`)
	enLater = lazyre.Compile(`\b(?:will|expected|forecast|may|set|due|likely)\b[^.;]{0,60}$`)
)

// enTime reads a time in English at i into p, and returns its end; i if there is none.
func (f *folded) enTime(i int, s Span, p *parts) int {
	rest := f.s[i:s.End]
	if m := enVague().FindString(rest); m != "" {
		p.vague = true
		return i + len(m)
	}
	lead := enLead().FindString(rest)
	j := len(lead)
	p.until = strings.HasPrefix(lead, "as of") || strings.HasPrefix(lead, "by ") || strings.HasPrefix(lead, "until")
	p.setLead(lead)
	found := false
	for {
		k := j
		if found {
			join := enJoin().FindString(rest[j:])
			p.setLead(join)
			k += len(join)
		}
		n := p.enPiece(f, i, rest, k, lead, found)
		if n == 0 {
			break
		}
		j, found = k+n, true
	}
	if !found {
		return i
	}
	p.future = p.future || p.weekday >= 0 && !p.strict && enLater().MatchString(f.s[s.Start:i])
	return i + j
}

// setLead takes early and late as parts of the day.
func (p *parts) setLead(words string) {
	switch {
	case strings.Contains(words, "late "):
		p.part = "EV"
	case strings.Contains(words, "early "):
		p.part = "MO"
	}
}

// enPiece reads one part of a time at rest[k:], which may be the first, and returns its length.
func (p *parts) enPiece(f *folded, i int, rest string, k int, lead string, found bool) int {
	s := rest[k:]
	if m := enClock().FindStringSubmatch(s); m != nil && p.hour < 0 && p.enSetClock(m) {
		return len(m[0])
	}
	if m := enPart().FindStringSubmatch(s); m != nil && found && (p.hour < 0 || strings.Contains(m[0], "in the")) {
		p.enSetPart(m[2])
		return len(m[0])
	}
	if p.dated() {
		if m := enYear().FindStringSubmatch(s); m != nil && found && p.month >= 0 && p.year < 0 {
			p.year = small(m[1])
			return len(m[0])
		}
		return 0
	}
	for _, piece := range []struct {
		re  func() *regexp.Regexp
		set func([]string) bool
	}{{enDay, p.enSetDay}, {enWeek, p.enSetWeek}, {enMonth, p.enSetMonth}, {enDate, p.enSetDate}, {enRel, p.enSetRel}, {enAgo, p.enSetAgo}} {
		if m := piece.re().FindStringSubmatch(s); m != nil && piece.set(m) {
			return len(m[0])
		}
	}
	return p.enMonthOrYear(f, i+k, s, lead)
}

// dated reports whether p names a day, week, month or year.
func (p *parts) dated() bool {
	return p.day >= 0 || p.month >= 0 || p.year >= 0 || p.dayOff != none || p.weekday >= 0 || p.weekOff != none || p.monthOff != none || p.yearOff != none || p.sameDay || p.agoDays != none || p.agoMonths != none || p.agoMinutes != none
}

// enMonthOrYear reads a month or year without a day. Both need a preposition or a year, or
// they could be any word or number.
func (p *parts) enMonthOrYear(f *folded, at int, s, lead string) int {
	prep := strings.Contains(lead, "in ") || strings.Contains(lead, "since ") || strings.Contains(lead, "of ") || strings.Contains(lead, "from ")
	if m := enOnly().FindStringSubmatch(s); m != nil && (prep || m[3] != "") {
		if first := f.text[f.at[at+len(m[1])]]; 'A' <= first && first <= 'Z' || prep && !strings.HasPrefix(m[2], "may") && !strings.HasPrefix(m[2], "mar") {
			p.month = monthNumber(m[2])
			if m[3] != "" {
				p.year = small(m[3])
			}
			return len(m[0])
		}
	}
	if m := enYear().FindStringSubmatch(s); m != nil && prep {
		p.year = small(m[1])
		return len(m[0])
	}
	return 0
}
