package dateline

import "regexp"

const (
	months = `(?i:(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?))`
	// week is a day of the week, or what else may stand between a date and a
	// time.
	week = `(?:at\b|on\b|星期[一二三四五六日天]|[周週][一二三四五六日天]|(?i:mon|tue|wed|thu|fri|sat|sun)[a-z]*)?`
	gap  = `[\sT,，、()（）|·]{0,4}`
	half = `(凌晨|清晨|早上|早晨|上午|午前|中午|下午|午后|午後|傍晚|晚上|晚间|夜间|深夜|오전|오후)?`
	// zone is an offset, after UTC or not, or a name.
	zone = `(?:[\s(（]{0,2}(?:(?:UTC|GMT)?([+-]\d{1,2}):?(\d{2})?\b|(Z|[A-Z]{2,4}|北京时间|北京時間)(?:\b|[)）]|$)))?`
)

// forms of dates: the year first, last, or missing.
var (
	formCJK   = regexp.MustCompile(`(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]?`)
	formISO   = regexp.MustCompile(`(\d{4})([-/.])(\d{1,2})[-/.](\d{1,2})`)
	formDay   = regexp.MustCompile(`(\d{1,2})(?:st|nd|rd|th)?[\s.-]{0,2}(?:of )?` + months + `[\s.,-]{0,2}(\d{4})`)
	formMonth = regexp.MustCompile(`\b` + months + `\.?\s{0,2}(\d{1,2})(?:st|nd|rd|th)?,?\s{0,2}(\d{4})`)
	// formSolid is a whole value: 20260725, 20260725T080000Z, 202607250800.
	formSolid = regexp.MustCompile(`^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d)?(?:\.\d+)?` + zone + `)?$`)
	formEpoch = regexp.MustCompile(`^(\d{10})(\d{3})?$`)
	// formShort has no year, as in warnings: 7月25日08时. 25日08时 is too little.
	formShort = regexp.MustCompile(`(?:^|[^年\d])(\d{1,2})月(\d{1,2})日` + gap + half + `\s?(\d{1,2})[时時点點:](\d{2})?`)

	// The text after a date, and before one.
	formTime   = regexp.MustCompile(`^` + gap + week + gap + half + `\s?(\d{1,2})\s?(?:[:h]\s?(\d{2})(?::\s?(\d{2})(?:[.,]\d+)?)?|[时時点點시]\s?(?:(半)|(\d{1,2})\s?[分분]?(?:\s?(\d{1,2})\s?秒)?)?)\s?([AaPp]\.?[Mm]\.?)?` + zone)
	formHour   = regexp.MustCompile(`^` + gap + week + gap + `(\d{1,2})\s?([AaPp]\.?[Mm]\b\.?)` + zone)
	formBefore = regexp.MustCompile(`(\d{1,2}):?(\d{2})\s?([AaPp]\.?[Mm]\.?)?` + zone + `[\s,|-]{0,3}` + week + `[\s,]{0,2}$`)

	// formPath is a date in an address: /2026/07/25/, /2026-07/25/, /t20260725_1.html.
	formPath = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2]|[1-9](?:[-/_.]))[-/_.]?(0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?(?:\D|$)`)

	// formLabel is the label of a publication date.
	formLabel = regexp.MustCompile(`(?:发布|发表|发稿|刊发|公布|播发|成文|发文|印发|發佈|發布|發表|公開|掲載|配信)(?:于|於|时间|日期|時間|日)?\s?[:：]?\s?|(?i:\b(?:first published|date published|publication date|published|posted|issued|released)\b(?: (?:on|at|date))?\s?[:：]?\s?)`)
)
