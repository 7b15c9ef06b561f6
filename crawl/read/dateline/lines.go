package dateline

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

const (
	maxLine   = 200 // bytes of a block that may be a dateline
	nearAbove = 3   // blocks before the headline,
	nearBelow = 8   // and after it
	maxDated  = 4   // lines with dates near the headline; with more the page is a list
	maxLabels = 100 // lines that are searched for a label; a page has one or two
)

// lines reads the blocks of the page: lines with a label of publication anywhere, and dates that
// stand in no sentence: near the headline, or of a thread in its first post, wherever that stands.
func (x *finder) lines(p *crawl.Page) {
	head := headline(p)
	thread := p.About.Kind == crawl.KindThread
	dated := 0
	var near []written
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Title || b.Region == crawl.RegionNav {
			continue
		}
		aside := b.Region == crawl.RegionFooter || b.Region == crawl.RegionAside
		isNear := !aside && head-nearAbove <= i && i <= head+nearBelow
		if len(b.Text) > maxLine {
			if isNear {
				x.short(b.Text)
				x.agency(b.Text)
			}
			continue
		}
		if isNear {
			x.wire(clip(b.Text, 120))
		}
		if !mayHold(b.Text) {
			continue
		}
		text := plain(b.Text)
		if !(thread && ofWriter(text)) && x.labelled(text) || aside {
			continue
		}
		if isNear {
			x.short(text)
		}
		if !isNear && !(thread && len(near) == 0) {
			continue
		}
		if w, ok := findDate(text, x.here); ok {
			dated++
			if !inSentence(text, w.from, w.to, 5) && !(thread && ofAuthor(text[:w.from])) {
				near = append(near, w)
			}
		}
	}
	if dated <= maxDated || thread {
		for i := range near {
			x.stamp(rankLine, "text", &near[i].stamp)
		}
	}
}

// ofWriter reports a line such as "Join date: 3 May 2001": the word before "date" says of what.
func ofWriter(text string) bool {
	label, _, ok := strings.Cut(text, ":")
	fields := strings.Fields(strings.ToLower(label))
	return ok && len(fields) == 2 && slices.Contains([]string{"date", "data", "datum"}, fields[1]) && !containsAny(fields[0], "post", "publ")
}

// ofAuthor reports that what stands before a date names a trait of who wrote a post, such as the day
// they joined: it ends with a colon. What names the day of the post so was a label.
func ofAuthor(before string) bool {
	before = strings.TrimRight(before, " ")
	return strings.HasSuffix(before, ":") && wordsIn(before) > 0
}

// agency reads the dateline of an agency, which begins a paragraph: 新华社海口8月17日电.
func (x *finder) agency(s string) {
	s = clip(s, 120)
	if x.wire(s) {
		return
	}
	if !containsAny(s, agencyMarks[:]...) {
		return
	}
	text := plain(s)
	if w, ok := findDate(text, x.here); ok && byAgency(text[w.to:]) {
		x.stamp(rankLine, "text", &w.stamp)
	}
}

// wire reads the dateline of an agency without a year, or in letters: 本报北京8月8日电; HAIKOU, Aug 8
// (Xinhua) --; -- Reuters, Aug 8; TAIPEI (CNA) 2026/08/08.
func (x *finder) wire(s string) bool {
	if !containsAny(s, "--", "—", "–", "(", "电", "電", "讯", "訊") {
		return false
	}
	st := stamp{hour: -1}
	if m := formWire().FindStringSubmatch(s); m != nil {
		st.month, st.day = monthOf(m[1]+m[4]), num(m[2]+m[5])
		if year := m[3] + m[6]; year != "" {
			st.year = num(year)
		}
	} else if m := formWireNumbers().FindStringSubmatch(s); m != nil {
		st.year, st.month, st.day = num(m[1]), num(m[2]), num(m[3])
	} else if m := formWireCJK().FindStringSubmatch(s); m != nil {
		st.month, st.day = num(m[1]), num(m[2])
	}
	switch {
	case st.month == 0:
		return false
	case st.year != 0:
		return x.stamp(rankLine, "text", &st)
	}
	x.yearless(rankShort, st)
	return true
}

var (
	formWire        = lazyre.Compile(`^(?:[A-Z][\p{Lu} .,'-]{2,40}, ([A-Z][a-z]{2,8})\.? (\d{1,2})(?:, (\d{4}))? ?(?:\([\w/ ]{2,20}\) ?)?(?:--|—|–|-)|(?:[^.]{0,60})?(?:--|—) ?[A-Z]\w{1,20}, ([A-Z][a-z]{2,8})\.? (\d{1,2})(?:, (\d{4}))?)`)
	formWireNumbers = lazyre.Compile(`^[^.]{0,40}\([A-Z][\w/ ]{1,20}\),? ?(\d{4})/(\d{1,2})/(\d{1,2})`)
	formWireCJK     = lazyre.Compile(`^[^。，,0-9]{2,24}?(\d{1,2})月(\d{1,2})日(?:\p{Han}{0,2})?[电電讯訊]`)
)

// agencyMarks stand behind the date of an agency: "by wire", "news".
var agencyMarks = [...]string{"电", "電", "讯", "訊"}

func byAgency(after string) bool {
	return slices.ContainsFunc(agencyMarks[:], func(mark string) bool { return strings.HasPrefix(after, mark) })
}

// headline is the index of the headline's block: the first h1, or a block that
// begins the title, or the first block.
func headline(p *crawl.Page) int {
	guess := 0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.H1 {
			return i
		}
		if guess == 0 && !b.Title && b.Region != crawl.RegionNav && utf8.RuneCountInString(b.Text) >= 6 && strings.HasPrefix(p.Title, b.Text) {
			guess = i
		}
	}
	return guess
}

// mayHold quickly checks for a year, of four digits or behind two dots.
func mayHold(s string) bool {
	return strings.Contains(s, "20") || strings.Contains(s, "19") || strings.ContainsAny(s, "２年月") || dotted(s)
}

// dotted quickly checks for a day, a month and a year of two digits: 31.10.26.
func dotted(s string) bool {
	for i := 2; i+5 < len(s); i++ {
		if s[i] == '.' && s[i+3] == '.' && isDigit(s[i-2]) && isDigit(s[i-1]) && isDigit(s[i+1]) && isDigit(s[i+2]) && isDigit(s[i+4]) && isDigit(s[i+5]) {
			return true
		}
	}
	return false
}

// mayLabel quickly checks for formLabel, whose many alternatives take a hundred
// times as long.
func mayLabel(s string) bool {
	s = strings.ToLower(s)
	for i := range len(s) {
		for _, word := range labelWords[s[i]] {
			if strings.HasPrefix(s[i:], word) {
				return true
			}
		}
	}
	return false
}

// labelWords are words of which every label has one, by their first byte.
var labelWords = func() (by [256][]string) {
	for _, word := range [...]string{"发", "發", "刊", "公", "播", "成文", "印", "掲", "配", "publ", "posted", "posté", "issued", "released", "written", "submitted",
		"date", "data", "datum", "fecha", "veröff", "erstellt", "erschienen", "eingestellt", "geschrieben", "vom", "mis", "paru", "gepl", "dodano", "offent", "udgivet", "입력", "등록", "게시", "опубл"} {
		by[word[0]] = append(by[word[0]], word)
	}
	return by
}()

// labelled takes the date after a label of publication.
func (x *finder) labelled(s string) bool {
	if x.labels == maxLabels || !mayLabel(s) {
		return false
	}
	x.labels++
	if !mayStand(s) {
		return false
	}
	for at := 0; at < len(s); {
		m := formLabel().FindStringIndex(s[at:])
		if m == nil {
			return false
		}
		after := clip(s[at+m[1]:], 80)
		if w, ok := findDate(after, x.here); ok && wordsIn(after[:w.from]) <= 5 && !inSentence(after, w.from, w.to, 5) && wordsIn(part(s[:at+m[0]], true)) <= 6 {
			x.stamp(rankLabelled, "text", &w.stamp)
			return true
		}
		at += m[1]
	}
	return false
}

// short reads a date without a year, as in warnings: the last such day before
// the fetch, if it is not long ago.
func (x *finder) short(s string) {
	if x.fetched.IsZero() || !strings.Contains(s, "月") {
		return
	}
	m := formShort().FindStringSubmatch(plain(clip(s, 400)))
	if m == nil {
		return
	}
	st := stamp{month: num(m[1]), day: num(m[2]), hour: num(m[4]), min: num(m[5])}
	st.halfDay(m[3], "")
	x.yearless(rankShort, st)
}

// yearless takes the last such day before the fetch, if it is not long ago.
func (x *finder) yearless(rank int, st stamp) {
	if x.fetched.IsZero() {
		return
	}
	st.year = x.fetched.In(x.here.zone).Year()
	d, ok := st.at(x.here)
	if ok && d.After(x.fetched.Add(tolerance)) {
		st.year--
		d, ok = st.at(x.here)
	}
	if ok && x.fetched.Sub(d.Time) < recent {
		x.stamp(rank, "text", &st)
	}
}

// recent is the greatest age of a page whose date has no year.
const recent = 60 * 24 * time.Hour

// address reads a date from the path of a URL; in an archive, from the address of the page that it keeps.
func (x *finder) address(raw string) {
	u, err := url.Parse(inner(raw))
	if err != nil {
		return
	}
	path := clip(u.Path, 500)
	if !strings.Contains(path, "19") && !strings.Contains(path, "20") {
		return
	}
	for _, form := range [...]func() *regexp.Regexp{formEight, formPath, formMixed} {
		if m := form().FindStringSubmatch(path); m != nil && x.stamp(rankAddress, "url", &stamp{year: num(m[1]), month: num(m[2]), day: num(m[3]), hour: -1}) {
			return
		}
	}
	if m := formDayURL().FindStringSubmatch(path); m != nil {
		x.stamp(rankAddress, "url", &stamp{year: num(m[3]), month: num(m[2]), day: num(m[1]), hour: -1})
	}
}

// inner returns the address that stands in the address of an archive.
func inner(raw string) string {
	for _, scheme := range [...]string{"/http://", "/https://", "/http:/", "/https:/"} {
		if i := strings.LastIndex(raw, scheme); i > len("https:/") {
			return scheme[1:strings.IndexByte(scheme, ':')] + "://" + raw[i+len(scheme):]
		}
	}
	return raw
}
