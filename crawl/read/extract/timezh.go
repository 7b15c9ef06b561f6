package extract

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// times appends the times of sentence s. It returns the day that the text last spoke of, which
// was day before the sentence.
func (f *folded) times(s Span, ref, day time.Time, dst []TimeMention) ([]TimeMention, time.Time) {
	for i := s.Start; i < s.End; {
		r, n := utf8.DecodeRuneInString(f.s[i:s.End])
		p, end := f.timeAt(r, i, s)
		if end <= i {
			i += n
			continue
		}
		t, named := p.resolve(ref, day)
		if !named.IsZero() {
			day = named
		}
		m := TimeMention{Span{i, end}, t, p.until, p.vague}
		if last := f.rangeEnd(end, s, ref, &day, &m.Time); last > end {
			m.End = last
		}
		i, m.Span = m.End, f.span(m.Span)
		dst = append(dst, m)
	}
	return dst, day
}

// timeAt reads the time that begins with rune r at i; end is i if there is none.
func (f *folded) timeAt(r rune, i int, s Span) (p parts, end int) {
	p = newParts()
	if i > s.Start && isDigit(f.s[i-1]) && r <= '9' { // the rest of a longer number
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
	end = f.enTime(i, s, &p)
	return p, end
}

func lastRune(s string) rune { r, _ := utf8.DecodeLastRuneInString(s); return r }

// rangeEnd reads a second time after 至, to or a dash, and makes t the interval up to it.
func (f *folded) rangeEnd(i int, s Span, ref time.Time, day *time.Time, t *Time) int {
	m := rangeSign().FindString(f.s[i:s.End])
	if m == "" {
		return i
	}
	j := i + len(m)
	r, _ := utf8.DecodeRuneInString(f.s[j:s.End])
	p, end := f.timeAt(r, j, s)
	if end <= j || p.vague {
		return i
	}
	u, named := p.resolve(ref, *day)
	if !named.IsZero() {
		*day = named
	}
	if t.Resolved() && u.Resolved() && u.To.After(t.From) {
		t.To = u.To
	}
	return end
}

// startsZh are the characters with which a time begins in Chinese.
const startsZh = "一二三四五六七八九十两零今昨前明后大当本上下周星礼凌清早中午傍晚深夜去次翌同截到至从自约近目日此随每最迄事在过未不"

var (
	rangeSign = lazyre.Compile(`^(?:至|到|-|~| to )`)

	zhBefore = lazyre.Compile(`^(?:(截至到|截至|截止到|截止|到|至)|从|自)?(?:约|大约|大概)?(?:北京时间|当地时间|当地)?`)
	zhVague  = lazyre.Compile(`^(?:截至目前|截止目前|到目前为止|迄今为止|迄今|目前|近日|日前|近期|近来|近年来|最近|此时|事发时|当即|每年|这几天|近两天|一夜|彻夜|不久|早年|长期|前不久|去冬今春|今冬明春|此前)`)
	zhAge    = lazyre.Compile(`^今年\d+岁`)
	// zhSpan is a length of time, with what says from when.
	zhSpan = lazyre.Compile(`^(?:最近|过去的?|未来|在|近|约|大约|不到)?` + `(\d+|半|[一二两三四五六七八九十]+|数)` + `(?:余|多|几)?(个)?(?:多|半)?(小时|分钟|秒钟?|天|年|月|周|星期)(?:时间|多|半)?(前|后|之内|以内|内|以来|里|左右)?`)

	zhYear  = lazyre.Compile(`^(?:(\d{4}|[零一二三四五六七八九]{4})年|(今年|去年|前年|明年|后年|本年))的?`)
	zhMonth = lazyre.Compile(`^(?:(\d{1,2}|十[一二]?|[一二三四五六七八九])月份?(上旬|中旬|下旬|初|底|末)?|(本月|上个?月|下个?月|当月))`)
	zhDay   = lazyre.Compile(`^(?:(\d{1,2}|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(日|号)(?:当天|当日)?|([今昨明前])(?:\(\d+\)日|[日天]?\((?:\d+月)?\d+日?\))|(大前天|前天|前日|昨天|昨日|今天|今日|明天|明日|大后天|后天|当天|当日|次日|翌日|同日)|(今|昨|前|明|当)(晨|早|晚|夜))`)
	zhWeek  = lazyre.Compile(`^(?:\()?(上上|上|本|这|下)?个?(?:周|星期|礼拜)([一二三四五六日天末])?(?:\))?`)
	zhPart  = lazyre.Compile(`^(?:的)?(凌晨|清晨|早晨|早上|早间|上午|中午|正午|午间|午后|下午|傍晚|晚上|晚间|夜间|夜里|深夜|午夜|夜晚|晚|早|晨|夜)`)
	zhClock = lazyre.Compile(`^(?:约|大约)?(?:(\d{1,2}|[一二两三四五六七八九]?十?[零一二三四五六七八九]?)(?:时|点)(?:(半)|零?(\d{1,2}|[一二三四五]?十?[一二三四五六七八九]?)分|(\d{2})|([一三])刻|整)?|(\d{1,2}):(\d{2}))(?:多钟|多|钟)?`)
	zhAfter = lazyre.Compile(`^(?:许|左右|前后|起|以来)`)
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
	j := zhSet(s, zhYear, p.setYear)
	month := zhSet(s[j:], zhMonth, p.setMonth)
	j += month
	day := zhSet(s[j:], zhDay, func(m []string) bool {
		return p.setDay(m, month > 0, strings.HasSuffix(f.s[:i], "第") || strings.HasSuffix(f.s[:i], "月"), s[j:])
	})
	j += day
	if p.dayOff == none && !p.sameDay && !p.nextDay || day > 0 {
		j += zhSet(s[j:], zhWeek, p.setWeek)
		if day == 0 && p.weekday >= 0 && strings.HasPrefix(s[j:], "(") { // 周四(17日)
			if n := zhSet(s[j+1:], zhDay, func(m []string) bool { return p.setDay(m, true, false, "") }); n > 0 && strings.HasPrefix(s[j+1+n:], ")") {
				j += n + 2
			}
		}
	}
	dated := j > 0
	j += zhSet(s[j:], zhPart, func(m []string) bool { return p.setPart(m[1], dated) })
	j += zhSet(s[j:], zhClock, func(m []string) bool { return p.setClock(m, j > 0) })
	return j
}

// zhSet matches re at the beginning of s. It returns the length of the match, 0 if set refuses it.
func zhSet(s string, re func() *regexp.Regexp, set func([]string) bool) int {
	m := re().FindStringSubmatch(s)
	if m == nil || m[0] == "" || !set(m) {
		return 0
	}
	return len(m[0])
}

// zhLength reads a length of time: 3小时后, 两天前, 近50年.
func (f *folded) zhLength(s string, p *parts) int {
	m := zhSpan().FindStringSubmatch(s)
	if m == nil || m[3] == "月" && m[2] == "" {
		return 0
	}
	if m[3] == "年" && len(m[1]) == 4 { // a year
		return 0
	}
	n := small(m[1])
	if m[1] == "半" {
		n = 0
	}
	sign := map[string]int{"前": -1, "后": 1}[m[4]]
	if p.vague = sign == 0 || n < 0; p.vague {
		return len(m[0])
	}
	switch m[3] {
	case "天":
		p.agoDays = sign * n
	case "周", "星期":
		p.agoDays = sign * n * 7
	case "月":
		p.agoMonths = sign * n
	case "年":
		p.yearOff = sign * n
	case "小时":
		p.agoMinutes = sign * n * 60
	case "分钟":
		p.agoMinutes = sign * n
	default:
		p.vague = true
	}
	return len(m[0])
}
