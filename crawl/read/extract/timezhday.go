package extract

import "strings"

// The set functions take the match of one part of a time in Chinese. They report whether it
// is such a part.

func (p *parts) setYear(m []string) bool {
	switch m[2] {
	case "今年", "本年":
		p.yearOff = 0
	case "去年":
		p.yearOff = -1
	case "前年":
		p.yearOff = -2
	case "明年":
		p.yearOff = 1
	case "后年":
		p.yearOff = 2
	default:
		p.year = small(m[1])
		return p.year > 0
	}
	return true
}

func (p *parts) setMonth(m []string) bool {
	switch strings.ReplaceAll(m[3], "个", "") {
	case "本月", "当月":
		p.monthOff = 0
	case "上月":
		p.monthOff = -1
	case "下月":
		p.monthOff = 1
	default:
		p.month, p.span = small(m[1]), m[2] != ""
		return p.month >= 1 && p.month <= 12
	}
	return true
}

// daysZh are offsets of words for days.
func daysZh(word string) (int, bool) {
	switch word {
	case "大前天":
		return -3, true
	case "前天", "前日", "前":
		return -2, true
	case "昨天", "昨日", "昨":
		return -1, true
	case "今天", "今日", "今":
		return 0, true
	case "明天", "明日", "明":
		return 1, true
	case "后天":
		return 2, true
	case "大后天":
		return 3, true
	}
	return 0, false
}

// setDay takes a day. A number with 号 is one only after a month or before a time of day, and
// never after 第.
func (p *parts) setDay(m []string, month, ordinal bool, s string) bool {
	if m[1] != "" {
		if d := small(m[1]); d >= 1 && d <= 31 && !ordinal {
			rest := s[min(len(s), len(m[0])):]
			if m[2] == "号" && !month && zhPart().FindString(rest) == "" && zhClock().FindString(rest) == "" {
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
	off := map[string]int{"上上": -2, "上": -1, "本": 0, "这": 0, "下": 1}
	if m[2] == "" && (m[1] == "" || strings.HasPrefix(m[0], "(")) {
		return false
	}
	if strings.HasPrefix(m[0], "(") != strings.HasSuffix(m[0], ")") {
		return false
	}
	if p.day >= 0 || p.dayOff != none { // it only repeats the date
		return true
	}
	if m[1] != "" {
		p.weekOff = off[m[1]]
	}
	switch m[2] {
	case "":
	case "末":
		p.weekday = 6
	default:
		p.weekday = strings.Index("日一二三四五六", strings.Replace(m[2], "天", "日", 1)) / 3
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
	case "中午", "正午", "午间", "午后", "下午":
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
	if p.part == "AF" && h == 11 || p.part == "AF" && h == 10 { // 中午11点半
		p.part = ""
	}
	return true
}
