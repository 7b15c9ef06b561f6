package extract

import (
	"fmt"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// The set functions take the match of one part of a time in Chinese. They report whether it
// is such a part.

// reignNames are those that count years, from the Shunzhi emperor on.
const reignNames = `民国|宣统|光绪|同治|咸丰|道光|嘉庆|乾隆|雍正|康熙|顺治|明治|大正|昭和|平成|令和`

// reigns are the years before the first ones of reigns.
func reigns() map[string]int {
	return map[string]int{"民国": 1911, "宣统": 1908, "光绪": 1874, "同治": 1861, "咸丰": 1850, "道光": 1820, "嘉庆": 1795, "乾隆": 1735,
		"雍正": 1722, "康熙": 1661, "顺治": 1643, "明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
}

// setYear takes a year, with which s begins. Two digits are one if they begin with a zero or a
// month follows: 07年, 98年7月; else they are a length.
func (p *parts) setYear(m []string, s string) bool {
	switch m[2] {
	case "今年", "本年":
		p.yearOff = 0
	case "去年":
		p.yearOff = -1
	case "前年":
		p.yearOff = -2
	case "大前年":
		p.yearOff = -3
	case "明年":
		p.yearOff = 1
	case "后年":
		p.yearOff = 2
	case "大后年":
		p.yearOff = 3
	default:
		switch {
		case m[3] != "":
			if p.year = small(m[4]); m[4] == "元" {
				p.year = 1
			}
			p.year += reigns()[m[3]]
		case len(m[1]) == 2 || len(m[1]) == len("九八"):
			if m[1][0] != '0' && !strings.HasPrefix(m[1], "零") && !zhMonth().MatchString(strings.TrimPrefix(s[len(m[0]):], " ")) {
				return false
			}
			p.year = fullYear(fmt.Sprintf("%02d", small(m[1])))
		default:
			p.year = small(m[1])
		}
		return p.year > 0
	}
	return true
}

// setYearPart takes a part of a year, which stands behind the year if dated.
func (p *parts) setYearPart(m []string, dated bool) bool {
	if !dated && (!strings.HasPrefix(m[0], "年") && m[1] != "" || m[1] == "中") {
		return false
	}
	if !dated {
		p.yearOff = 0
	}
	switch {
	case m[1] != "":
		p.section = sectionZh(m[1])
	case m[2] == "上":
		p.slice(1, 6)
	case m[2] == "下":
		p.slice(2, 6)
	default:
		p.slice(small(m[3]), 3)
	}
	return true
}

// sectionZh is the section that a word names.
func sectionZh(w string) section {
	switch {
	case strings.HasPrefix(w, "初"):
		return early
	case strings.HasPrefix(w, "中"):
		return middle
	case w == "":
		return whole
	}
	return late
}

// setEra takes a century or decade. A decade without a century is of the last one.
func (p *parts) setEra(m []string) bool {
	if m[1] == "" && m[2] == "" {
		return false
	}
	century := small(m[1])
	switch m[1] {
	case "", "上", "上个":
		century = 20
	case "本":
		century = 21
	case "下", "下个":
		century = 22
	}
	if century < 1 || century > 30 {
		return false
	}
	if p.section = sectionZh(m[3]); m[2] == "" {
		p.inCentury(century)
		return true
	}
	decade := small(m[2])
	if m[1] == "" && (decade == 0 || decade == 10) {
		century = 21
	}
	p.inDecade(100*(century-1) + decade)
	return true
}

func (p *parts) setMonth(m []string) bool {
	p.section = sectionZh(strings.TrimSuffix(m[3], "旬"))
	if m[3] == "上旬" {
		p.section = early
	}
	if m[1] == "" && m[2] == "" {
		p.monthOff = 0
		return p.section != whole && !strings.HasSuffix(m[0], "旬")
	}
	if m[2] == "" {
		p.month = small(m[1])
		return p.month >= 1 && p.month <= 12
	}
	p.monthOff = strings.Count(m[2], "下") - strings.Count(m[2], "上")
	return true
}

// setNth takes a week or weekday of a month or year, counted: 十月的第一周, 八月最后一个星期天.
func (p *parts) setNth(m []string) bool {
	n, day := small(m[1]), -1
	if m[2] != "" {
		n = -1
	}
	if m[3] != "" {
		day = strings.Index("日一二三四五六", strings.Replace(m[3], "天", "日", 1)) / 3
	}
	p.nth(n, day)
	return n == -1 || n >= 1 && n <= 53
}

// daysZh are offsets of words for days.
func daysZh(word string) (int, bool) {
	more := strings.Count(word, "大")
	switch strings.TrimLeft(word, "大") {
	case "前天", "前日", "前":
		return -2 - more, true
	case "昨天", "昨日", "昨":
		return -1, true
	case "今天", "今日", "今":
		return 0, true
	case "明天", "明日", "明":
		return 1, true
	case "后天":
		return 2 + more, true
	}
	return 0, false
}

// bareDayEnd matches what follows a number that is a day though no 日 does: 一月二十三.
var bareDayEnd = lazyre.Compile(`^(?:$|[,。;!?、) ]|早|晚|上午|下午|中午|凌晨|到|至|和)`)

// afterDay matches what follows a day with 号 and no month: 12号离开. 12号线 and 12号楼 are none.
var afterDay = lazyre.Compile(`^(?:$|[,。;!?) ]|之?前|之?后|以[前后]|到|至|和|我|你|您|他|她|晚|早|的?会议?)`)

// setDay takes a day. A number with 号 is one only after a month or before a time of day, and
// never after 第.
func (p *parts) setDay(m []string, month, ordinal bool, s string) bool {
	if m[1] != "" {
		if d := small(m[1]); d >= 1 && d <= 31 && !ordinal {
			rest := s[min(len(s), len(m[0])):]
			switch {
			case m[2] == "" && (!month || len(m[1]) < len("十一") || m[1][0] < 0x80 || !bareDayEnd().MatchString(rest)):
				return false
			case m[2] == "号" && !month && zhPart().FindString(rest) == "" && zhClock().FindString(rest) == "" && !afterDay().MatchString(rest):
				return false
			}
			p.day = d
			return true
		}
		return false
	}
	word := m[3] + m[4] + m[5]
	switch word {
	case "当天", "当日", "同日", "当":
		p.sameDay = true
	case "次日", "翌日":
		p.nextDay = true
	default:
		off, ok := daysZh(word)
		if !ok {
			return false
		}
		p.dayOff = off
	}
	if m[6] != "" {
		p.setPart(m[6], true)
		if m[6] == "夜" {
			p.part = "NI"
		}
	}
	return true
}

// setWeek takes a day of the week, or a week: 上周.
func (p *parts) setWeek(m []string) bool {
	if m[2] == "" && (m[1] == "" || strings.HasPrefix(m[0], "(")) {
		return false
	}
	if strings.HasPrefix(m[0], "(") != strings.HasSuffix(m[0], ")") {
		return false
	}
	if p.day >= 0 || p.dayOff != none { // it only repeats the date
		return true
	}
	off := strings.Count(m[1], "下") - strings.Count(m[1], "上")
	switch {
	case m[2] == "末":
		p.inUnit(weekends, off)
	case m[2] != "":
		p.weekday = strings.Index("日一二三四五六", strings.Replace(m[2], "天", "日", 1)) / 3
	}
	if m[1] != "" && m[2] != "末" {
		p.weekOff = off
	}
	return true
}

// setPart takes a part of the day. One character is one only behind a date.
func (p *parts) setPart(word string, dated bool) bool {
	if len(word) == 3 && !dated {
		return false
	}
	switch word {
	case "凌晨":
		p.part, p.early = "NI", true
	case "清晨", "早晨", "早上", "早间", "上午", "早", "晨":
		p.part = "MO"
	case "中午", "正午", "午间":
		p.part = "NO"
	case "午后", "下午":
		p.part = "AF"
	case "傍晚", "晚上", "晚间", "晚":
		p.part = "EV"
	default:
		p.part = "NI"
	}
	return true
}

// setClock takes a time of day. A number in characters with 点 is one only behind a date or a
// part of the day: 三点建议 is none.
func (p *parts) setClock(m []string, dated bool) bool {
	hour := m[1] + m[6]
	if hour == "" || hour[0] >= 0x80 && !dated && hour != "零" {
		return false
	}
	h := small(hour)
	if hour == "零" {
		h = 0
	}
	if h < 0 || h > 24 {
		return false
	}
	p.hour = h
	switch {
	case m[2] != "":
		p.minute = 30
	case m[5] != "":
		p.minute = 15 * small(m[5])
	case m[3]+m[4]+m[7] != "":
		if p.minute = small(m[3] + m[4] + m[7]); p.minute > 59 {
			p.minute = -1
		}
	}
	switch {
	case p.part == "NO" && h < 4: // 中午1点
		p.part = "AF"
	case p.part == "NO", p.part == "AF" && (h == 10 || h == 11): // 中午11点半
		p.part = ""
	}
	return true
}
