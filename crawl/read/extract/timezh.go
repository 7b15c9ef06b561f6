package extract

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

// times appends the times of sentence s. It returns the day that the text last spoke of, which
// was day before the sentence.
func (f *folded) times(s Span, ref, day time.Time, dst []TimeMention) ([]TimeMention, time.Time) {
	week, weekEnd := none, s.Start // the week that was named last
	for i := s.Start; i < s.End; {
		r, n := utf8.DecodeRuneInString(f.s[i:s.End])
		if !f.startsTime(r, i, s) {
			i += n
			continue
		}
		p, end := f.timeAt(r, i, s)
		if end <= i {
			i += n
			continue
		}
		if p.weekday >= 0 && p.weekOff == none && p.day < 0 && week != none && ofWeek().MatchString(f.s[weekEnd:i]) {
			p.weekOff = week
		}
		t, named := p.resolve(ref, day)
		if !named.IsZero() {
			day = named
		}
		m := TimeMention{Span{i, end}, t, p.until, p.vague}
		if last := f.rangeEnd(p, i, end, s, ref, &day, &m.Time); last > end {
			m.End = last
		}
		i, m.Span = m.End, f.span(m.Span)
		week, weekEnd = p.weekOff, i
		dst = append(dst, m)
	}
	return dst, day
}

// startsTime reports whether a time may begin with rune r at i: with a digit that is not the rest of a
// longer number, a Chinese sign, or one of the words that times in English begin with.
func (f *folded) startsTime(r rune, i int, s Span) bool {
	switch {
	case i > s.Start && isDigit(f.s[i-1]) && r <= '9':
		return false
	case 'a' <= r && r <= 'z':
		w, _ := (&enReader{s: f.s[:s.End]}).word(i)
		return (i == s.Start || !joins(lastRune(f.s[:i]))) && enStarts()[strings.TrimSuffix(w, "'s")]
	}
	return '0' <= r && r <= '9' || r >= utf8.RuneSelf && strings.ContainsRune(startsZh, r)
}

// timeAt reads the time that begins with rune r at i; end is i if there is none.
func (f *folded) timeAt(r rune, i int, s Span) (p parts, end int) {
	if p = newParts(); !f.startsTime(r, i, s) {
		return p, i
	}
	switch {
	case strings.ContainsRune(startsZh, r) || '0' <= r && r <= '9':
		if end = f.zhTime(i, s, &p); r > '9' {
			return p, end
		}
		q, other := f.timeEnAt(i, s)
		if other > end {
			return q, other
		}
		return p, end
	case 'a' <= r && r <= 'z':
		return f.timeEnAt(i, s)
	}
	return p, i
}

// timeEnAt reads a time in English at i, which is no word's inside.
func (f *folded) timeEnAt(i int, s Span) (p parts, end int) {
	if p = newParts(); i > s.Start && joins(lastRune(f.s[:i])) {
		return p, i
	}
	if i > s.Start+1 && isDigit(f.s[i]) && (f.s[i-1] == '.' || f.s[i-1] == '/') && isDigit(f.s[i-2]) { // 2.5 years, 2 1/2 years
		return p, i
	}
	end = f.enTime(i, s, &p)
	return p, end
}

// ofWeek stands between a week and a day of it: next week, from Monday to Wednesday.
var ofWeek = lazyre.Compile(`^(?:, ?| |, and | and )?$`)

func lastRune(s string) rune { r, _ := utf8.DecodeLastRuneInString(s); return r }

// rangeEnd reads a second time after 至, to or a dash, and makes t the interval up to it, where t
// is the time p from i to end. What only one of them says holds for both.
func (f *folded) rangeEnd(p parts, i, end int, s Span, ref time.Time, day *time.Time, t *Time) int {
	m := rangeSign().FindString(f.s[end:s.End])
	if m == "" && (strings.HasPrefix(f.s[i:end], "between") || strings.HasSuffix(f.s[s.Start:i], "在") || strings.HasPrefix(f.s[i:], "在")) {
		m = pairSign().FindString(f.s[end:s.End])
	}
	if m == "" && strings.HasPrefix(f.s[end:s.End], "至今") || m == "至" && strings.HasPrefix(f.s[end:s.End], "至今") {
		if t.Resolved() && ref.After(t.From) {
			t.To = days.start(ref).AddDate(0, 0, 1)
		}
		return end + len("至今")
	}
	if m == "" || p.vague || p.when != nil && p.absolute && m == "-" {
		return end
	}
	j := end + len(m)
	r, _ := utf8.DecodeRuneInString(f.s[j:s.End])
	q, last := f.timeAt(r, j, s)
	if n := f.lastDay(j, s, &p); n > last {
		*t, _ = p.resolve(ref, *day)
		return n
	}
	if last <= j || q.vague {
		return end
	}
	q.follow(&p)
	if p.share(&q) {
		if again, named := p.resolve(ref, *day); again.Resolved() {
			if *t = again; !named.IsZero() {
				*day = named
			}
		}
	}
	u, named := q.resolve(ref, *day)
	if !named.IsZero() {
		*day = named
	}
	if t.Resolved() && u.Resolved() && !u.To.After(t.From) && q.month >= 0 && q.relative() { // 8 October to 4 April
		u.To = u.To.AddDate(1, 0, 0)
	}
	if t.Resolved() && u.Resolved() && u.To.After(t.From) {
		t.To = u.To
	}
	return last
}

// share gives p, the beginning of a period, the parts that only its end q names: 3pm to 4pm
// tomorrow, 1 February to March 2019. It reports whether p changed.
func (p *parts) share(q *parts) bool {
	switch {
	case p.weekday >= 0 && p.weekOff == none && q.weekday >= 0 && q.weekOff != none && p.day < 0: // Monday to Wednesday next week
		p.weekOff = q.weekOff
		return true
	case !p.dated() && p.hour >= 0 && q.dated():
		hour, minute, second, part := p.hour, p.minute, p.second, p.part
		*p = *q
		p.hour, p.minute, p.second = hour, minute, second
		if part != "" {
			p.part = part
		}
		return true
	case p.month >= 0 && p.year < 0 && p.yearOff == none && q.year >= 0 && q.month >= 0:
		if p.year = q.year; p.month > q.month {
			p.year--
		}
		return true
	case p.day >= 0 && p.month < 0 && p.monthOff == none && q.month >= 0:
		p.month, p.year = q.month, q.year
		return true
	}
	return false
}

// follow gives q, the end of a period, the year and month of its beginning p, if it names none.
func (q *parts) follow(p *parts) {
	if q.year >= 0 || q.yearOff != none || q.monthOff != none || q.dayOff != none || q.shift != nil || q.when != nil {
		return
	}
	switch {
	case q.weekday >= 0 && p.weekday >= 0 && q.weekOff == none && p.weekOff != none && (q.weekday+6)%7 > (p.weekday+6)%7:
		q.weekOff = p.weekOff
	case q.month >= 0 && p.month >= 0 && q.month >= p.month:
		q.year, q.yearOff = p.year, p.yearOff
	case q.day > p.day && q.month < 0 && p.day >= 0 && p.when == nil:
		q.year, q.yearOff, q.month, q.monthOff = p.year, p.yearOff, p.month, p.monthOff
	}
}

// lastDay reads at j the number of a day up to which p, a date, goes: November 19-20, 2016. It
// returns the end, j if there is none.
func (f *folded) lastDay(j int, s Span, p *parts) int {
	m := lastDayNumber().FindStringSubmatch(f.s[j:s.End])
	if m == nil || p.day < 0 || p.month < 0 || p.hour >= 0 {
		return j
	}
	d := small(m[1])
	if d <= p.day || d > 31 {
		return j
	}
	if p.lastDay = d; m[2] != "" && p.year < 0 {
		p.year = small(m[3])
	}
	return j + len(m[1]) + len(m[2])
}

// lastDayNumber is such a number, not the beginning of a longer one, a time or another date.
var lastDayNumber = lazyre.Compile(`^(\d{1,2})(?:st|nd|rd|th)?(?:(,? (\d{4})\b)|[,.;!?)]|$| (?:and|in|at|when|with|for|by|as|the)\b)`)

// startsZh are the characters with which a time begins in Chinese.
const startsZh = "一二三四五六七八九十两零半今昨前明后大当本这上下周星礼月凌清早中午傍晚深夜去次翌同截到至从自约近目日此随每最迄事在过未接不年第民宣光咸道嘉乾雍康顺昭平令"

var (
	rangeSign = lazyre.Compile(`^ ?(?:至|到|-|~|,?to |until |till |through |thru ) ?`)
	// pairSign joins the ends of a period only after 在 or between.
	pairSign = lazyre.Compile(`^ ?(?:和|与|and ) ?`)

	zhBefore = lazyre.Compile(`^(?:(截至到|截至|截止到|截止|到|至)|从|自)?(?:约|大约|大概)?(?:北京时间|当地时间|当地)?`)
	zhVague  = lazyre.Compile(`^(?:截至目前|截止目前|到目前为止|迄今为止|迄今|目前|近日|日前|近期|近来|近年来|最近|此时|事发时|当即|每年|这几天|近两天|一夜|彻夜|不久|早年|长期|前不久|去冬今春|今冬明春|此前)`)
	zhAge    = lazyre.Compile(`^今年\d+岁`)
	// zhSpan is a length of time, with what says from when.
	zhSpan = lazyre.Compile(`^(最近|过去的?|未来的?|今后|接下来的?|上一?|下一?|在|近|约|大约|不到)?` + `(\d+|半|[一二两三四五六七八九十]+|数)?` + `(余|多|几)?(个)?(多|半)?(小时|钟头|分钟|秒钟?|天|日|年|月|周|星期|礼拜|季度|世纪)(时间|多|半)?(之?前|以前|之?后|以后|过后|之内|以内|内|以来|里|左右)?`)

	zhYear = lazyre.Compile(`^(?:(\d{4}|[零一二三四五六七八九]{2,4}|[一两二]千[零一二三四五六七八九十百]*|\d{2}) ?年|(大前年|今年|去年|前年|明年|大后年|后年|本年)|(` + reignNames + `)(元|\d{1,3}|[一二三四五六七八九十百零]+)年)的?`)
	// zhYearPart is a part of a year, alone or behind it.
	zhYearPart = lazyre.Compile(`^(?:年?(初|中|底|末)|(上|下)半年|第?([一二三四1-4])个?季度)`)
	// zhEra is a decade or a century.
	zhEra    = lazyre.Compile(`^(?:(本|上个?|下个?|\d{1,2}|[一二三四五六七八九十]{1,3})世纪)?(?:([1-9]0|[二三四五六七八九]?十|零零)年代)?(初期|中期|后期|末期|初|中叶|中|末)?`)
	zhMonth  = lazyre.Compile(`^(?:(\d{1,2}|十[一二]?|[一二三四五六七八九])月份?|(本|这个?|当|[上下]+个?|)月)(上旬|中旬|下旬|初|底|末)?`)
	zhNth    = lazyre.Compile(`^的?(?:第(\d{1,2}|[一二三四五六七八九十]{1,3})|(最后一))个?(?:周|星期|礼拜)([一二三四五六日天])?`)
	zhDay    = lazyre.Compile(`^(?:(\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(日|号|)(?:当天|当日)?|([今昨明前])(?:\(\d+\)日|[日天]?\((?:\d+月)?\d+日?\))|(大*前天|前日|昨天|昨日|今天|今日|明天|明日|大*后天|当天|当日|次日|翌日|同日)|(今|昨|前|明|当)(晨|早|晚|夜))`)
	zhWeek   = lazyre.Compile(`^(?:\()?(上+|下+|本|这)?个?(?:周|星期|礼拜)([一二三四五六日天末])?(?:\))?`)
	zhPart   = lazyre.Compile(`^(?:的)?(凌晨|清晨|早晨|早上|早间|上午|中午|正午|午间|午后|下午|傍晚|晚上|晚间|夜间|夜里|深夜|午夜|夜晚|晚|早|晨|夜)`)
	zhClock  = lazyre.Compile(`^(?:约|大约)?(?:(\d{1,2}|[一二两三四五六七八九]?十?[零一二三四五六七八九]?)(?:时|点)(?:(半)|零?(\d{1,2}|[一二三四五]?十?[一二三四五六七八九]?)分|(\d{2})|([一三])刻|整)?|(\d{1,2}):(\d{2}))(?:多钟|多|钟)?`)
	zhSecond = lazyre.Compile(`^(?::(\d{2})|零?(\d{1,2}|[一二三四五]?十?[一二三四五六七八九]?)秒)`)
	zhAfter  = lazyre.Compile(`^(?:许|左右|前后|起|以来)`)
)

// zhTime reads a time in Chinese at i into p, and returns its end; i if there is none.
func (f *folded) zhTime(i int, s Span, p *parts) int {
	rest := f.s[i:s.End]
	if m := zhVague().FindString(rest); m != "" {
		if m == "不久" && strings.HasSuffix(f.s[:i], "后") || m == "最近" && strings.HasPrefix(rest, "最近的") {
			return i // soon after a meal; the nearest reservoir
		}
		p.vague = true
		return i + len(m)
	}
	if i > 0 && f.s[i-1] == '.' && isDigit(rest[0]) || zhAge().MatchString(rest) {
		return i
	}
	pre := zhBefore().FindStringSubmatch(rest)
	p.until = pre[1] != "" && pre[1] != "到" && pre[1] != "至"
	j := len(pre[0])
	if n := f.zhDate(rest[j:], i, p); n > 0 {
		j += n
		return i + j + len(zhAfter().FindString(rest[j:]))
	}
	return i + f.zhLength(rest, p)
}

// zhDate reads what is a date or time of day at the beginning of s, which stands behind i.
func (f *folded) zhDate(s string, i int, p *parts) int {
	if n := p.numeric(s, hanNear(f.s, i), false); n > 0 {
		return n + f.zhHour(s[n:], p, true)
	}
	if n := zhSet(s, zhEra, p.setEra); n > 0 {
		return n
	}
	j := zhSet(s, zhYear, func(m []string) bool { return p.setYear(m, s) })
	if j > 0 && strings.HasPrefix(s[j:], " ") && zhMonth().MatchString(s[j+1:]) {
		j++
	}
	if n := zhSet(s[j:], zhYearPart, func(m []string) bool { return p.setYearPart(m, j > 0) }); n > 0 {
		return j + n
	}
	month := zhSet(s[j:], zhMonth, p.setMonth)
	j += month
	if j > 0 {
		if n := zhSet(s[j:], zhNth, p.setNth); n > 0 {
			return j + n
		}
	}
	day := zhSet(s[j:], zhDay, func(m []string) bool {
		return p.setDay(m, month > 0, strings.HasSuffix(f.s[:i], "第") || strings.HasSuffix(f.s[:i], "月"), s[j:])
	})
	j += day
	if every := j == 0 && strings.HasSuffix(f.s[:i], "每"); !every && (p.dayOff == none && !p.sameDay && !p.nextDay || day > 0) {
		j += zhSet(s[j:], zhWeek, p.setWeek)
		if day == 0 && p.weekday >= 0 && strings.HasPrefix(s[j:], "(") { // 周四(17日)
			if n := zhSet(s[j+1:], zhDay, func(m []string) bool { return p.setDay(m, true, false, "") }); n > 0 && strings.HasPrefix(s[j+1+n:], ")") {
				j += n + 2
			}
		}
	}
	return j + f.zhHour(s[j:], p, j > 0)
}

// zhHour reads a part of the day and an hour at the beginning of s, which a date stands before or
// not.
func (f *folded) zhHour(s string, p *parts, dated bool) int {
	space := 0
	if dated && strings.HasPrefix(s, " ") {
		space = 1
	}
	n := zhSet(s[space:], zhPart, func(m []string) bool { return p.setPart(m[1], dated) })
	clock := zhSet(s[space+n:], zhClock, func(m []string) bool { return p.setClock(m, dated || n > 0) })
	if n += clock; clock > 0 && p.minute >= 0 {
		n += zhSet(s[space+n:], zhSecond, func(m []string) bool { p.second = max(small(m[1]+m[2]), 0); return p.second < 60 })
	}
	if n == 0 {
		return 0
	}
	return space + n
}

// hanNear reports whether the text around i is Chinese, in which a day stands before its month.
func hanNear(s string, i int) bool {
	return strings.ContainsFunc(s[max(0, i-60):min(len(s), i+60)], script.Han)
}

// zhSet matches re at the beginning of s. It returns the length of the match, 0 if set refuses it.
func zhSet(s string, re func() *regexp.Regexp, set func([]string) bool) int {
	m := re().FindStringSubmatch(s)
	if m == nil || m[0] == "" || !set(m) {
		return 0
	}
	return len(m[0])
}

// zhLength reads a length of time: 3小时后, 两天前, 过去三周, 近50年.
func (f *folded) zhLength(s string, p *parts) int {
	m := zhSpan().FindStringSubmatch(s)
	if m == nil || m[6] == "月" && m[4] == "" {
		return 0
	}
	back := strings.HasPrefix(m[1], "上") || strings.HasPrefix(m[1], "过去") || m[1] == "最近"
	ahead := strings.HasPrefix(m[1], "下") || strings.HasPrefix(m[1], "未来") || m[1] == "今后" || strings.HasPrefix(m[1], "接下来")
	if (m[6] == "日" || m[6] == "世纪" && m[4] == "") && !back && !ahead {
		return 0
	}
	if m[2] == "" && m[3] == "" && !(m[4] != "" || strings.HasSuffix(m[1], "一")) || m[2] == "" && !back && !ahead {
		return 0
	}
	if m[6] == "年" && len(m[2]) == 4 { // a year
		return 0
	}
	n, u := small(m[2]), zhUnit(m[6])
	if m[2] == "" && m[3] == "" {
		n = 1
	}
	past, next := strings.HasSuffix(m[8], "前"), strings.HasSuffix(m[8], "后")
	switch {
	case m[2] == "半" && (past || next):
		p.shift = halfOf(u)
	case n < 0 || u == noUnit || m[3] != "" || m[5] != "" || m[7] == "半" || m[7] == "多":
	case past || next:
		p.shift = new(shift)
		p.shift.take(n, u)
	case m[8] == "左右":
	case back && m[2] == "" && u > hours: // 上一年, 上个季度
		p.inUnit(u, -1)
	case ahead && m[2] == "" && u > hours:
		p.inUnit(u, 1)
	case back:
		p.within(u, -n)
	case ahead:
		p.within(u, n)
	}
	if p.shift != nil {
		if p.shift.later = next; past {
			p.shift.turn()
		}
	}
	p.vague = !p.dated()
	return len(m[0])
}

// zhUnit is the unit of a word.
func zhUnit(w string) unit {
	switch w {
	case "分钟":
		return minutes
	case "小时", "钟头":
		return hours
	case "天", "日":
		return days
	case "周", "星期", "礼拜":
		return weeks
	case "月":
		return months
	case "季度":
		return quarters
	case "年":
		return years
	case "世纪":
		return centuries
	}
	return noUnit
}

// halfOf is half of a unit: 半小时, 半年; nil if nobody counts so.
func halfOf(u unit) *shift {
	s := new(shift)
	switch u {
	case hours:
		s.take(30, minutes)
	case days:
		s.take(12, hours)
	case months:
		s.take(15, days)
	case years:
		s.take(6, months)
	default:
		return nil
	}
	return s
}
