package extract

import (
	"strconv"
	"strings"
	"sync"
)

// Patterns of numbers in folded text.
const (
	// numZh is a number in Chinese text: 26.64万, 21万7千, 3千余, 十五, 200余万.
	numZh = `(\d[\d,]*(?:\.\d+)?(?:(?:余|多|几)?(?:[千百十]?[万亿]+(?:\d+[千百])?|[千百])(?:余|多)?)?|[一二两三四五六七八九十百千零]+(?:余|多|几)?[万亿]*)`
	// numEn is a number in English text: 1.5 million, two hundred, 35,000.
	numEn = `(\d[\d,]*(?:\.\d+)?(?:[ -]?(?:hundred|thousand|million|billion|trillion)\b)?|` + wordEn + `(?:[ -]` + wordEn + `)*\b)`
	// wordEn is one word of a number.
	wordEn = `(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen)`
)

// number reads what numZh or numEn matched.
func number(s string) (float64, bool) {
	s = strings.ReplaceAll(s, ",", "")
	if s == "" {
		return 0, false
	}
	if c := s[0]; '0' <= c && c <= '9' {
		return tidy(mixed(s))
	}
	if c := s[0]; 'a' <= c && c <= 'z' {
		return words(s)
	}
	return hanNumber(s)
}

// tidy takes away what is left of a multiplication: 4.15 times 1e8 is 4.15e8.
func tidy(x float64, ok bool) (float64, bool) {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 13, 64), 64)
	return y, ok && err == nil
}

// scaleOf returns the factor of a sign or word; 0 if it has none.
func scaleOf(s string) float64 {
	switch s {
	case "十":
		return 10
	case "百", "hundred":
		return 100
	case "千", "thousand":
		return 1000
	case "万":
		return 1e4
	case "million":
		return 1e6
	case "亿":
		return 1e8
	case "billion":
		return 1e9
	case "trillion":
		return 1e12
	case "dozen":
		return 12
	}
	return 0
}

// mixed reads digits with scales behind them: 26.64万, 21万7千, 1.5 million.
func mixed(s string) (float64, bool) {
	total, group := 0.0, 0.0
	for s != "" {
		n := 0
		for n < len(s) && (s[n] == '.' || '0' <= s[n] && s[n] <= '9') {
			n++
		}
		if n > 0 {
			x, err := strconv.ParseFloat(s[:n], 64)
			if err != nil {
				return 0, false
			}
			total, group, s = total+group, x, s[n:]
			continue
		}
		word := s
		if i := strings.IndexAny(s, " -"); s[0] >= 'a' && s[0] <= 'z' && i > 0 {
			word = s[:i]
		} else if s[0] >= 0x80 && len(s) >= 3 {
			word = s[:3]
		} else if s[0] == ' ' || s[0] == '-' {
			word = s[:1]
		}
		if by := scaleOf(word); by > 0 {
			group *= by
		}
		s = s[len(word):]
	}
	return total + group, true
}

// words reads a number in English words.
func words(s string) (float64, bool) {
	total, group := 0.0, 0.0
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' }) {
		by := scaleOf(w)
		switch {
		case by == 100 || by == 12:
			group = max(group, 1) * by
		case by > 0:
			total, group = total+max(group, 1)*by, 0
		default:
			i := indexOf(w)
			if i < 0 {
				return 0, false
			}
			group += float64(i)
		}
	}
	return total + group, true
}

// indexOf is the value of an English word below one hundred, -1 if it is none.
func indexOf(w string) int {
	if n, ok := numerals()[w]; ok && n < ordinals {
		return n
	}
	return -1
}

// ordinals is added in numerals to the value of an ordinal.
const ordinals = 1000

// numerals are the English words for numbers below one hundred.
var numerals = sync.OnceValue(func() map[string]int {
	m := make(map[string]int)
	for i, w := range strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen") {
		m[w] = i
	}
	for i, w := range strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety") {
		m[w] = 20 + 10*i
	}
	for i, w := range strings.Fields("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth") {
		m[w] = ordinals + i + 1
	}
	m["thirtieth"] = ordinals + 30
	return m
})

// hanNumber reads a number in Chinese characters: 二十五, 三百零二, 二零二六.
func hanNumber(s string) (float64, bool) {
	total, group, last, placed := 0.0, 0.0, 0.0, false
	for _, r := range s {
		switch by := scaleOf(string(r)); {
		case by >= 1e4:
			total, group, last = total+max(group+last, 1)*by, 0, 0
			placed = true
		case by > 0:
			if last == 0 {
				last = 1
			}
			group, last, placed = group+last*by, 0, true
		case r == '两':
			last = 2
		case strings.ContainsRune("零一二三四五六七八九", r):
			d := float64(strings.Index("零一二三四五六七八九", string(r)) / 3)
			if !placed {
				last = last*10 + d
			} else {
				last = d
			}
		}
	}
	return total + group + last, true
}

// small reads a number below 10,000 as a whole number; -1 if it is none.
func small(s string) int {
	x, ok := number(s)
	if !ok || x < 0 || x > 9999 || x != float64(int(x)) {
		return -1
	}
	return int(x)
}
