package extract

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"regexp"
	"strings"
)

// Warning is a warning of an authority.
type Warning struct {
	Span
	Colour string // "red", "orange", "yellow", "blue"; "" if the text names none
	About  string // "typhoon", "rainstorm", "waves", "flood", "landslide", "gale", "storm surge"; "" if it is not said
	Signal int    // number of a signal of Hong Kong or Macau, 1 to 10; 0 if none
	Lifted bool   // the text says that it is over
}

var (
	warnZh   = lazyre.Compile(`(台风|暴雨|大风|海浪|风暴潮|洪水|山洪|地质灾害|雷电|高温|大雾|寒潮|沙尘暴|冰雹|强对流)?(?:灾害)?(?:气象风险|气象)?(?:i{1,3}级|iv级|[一二三四]级)?\(?(红|橙|黄|蓝)色?\)?(?:级)?(?:预警信号|预警|警报|警戒)`)
	signalZh = lazyre.Compile(`([一三八九十]|1|3|8|9|10)号(?:烈风或暴风|热带气旋警告|台风|飓风|风球|强风|戒备)?(?:信号|风球|警告)`)
	warnEn   = lazyre.Compile(`\b(red|orange|yellow|blue|amber) (?:(typhoon|rainstorm|rain|flood|wave|storm surge|landslide|gale|wind|weather) )?(?:alert|warning|signal)s?\b`)
	warnEn2  = lazyre.Compile(`\b(?:(typhoon|rainstorm|rain|flood|wave|storm surge|landslide|gale|wind|sea|hurricane|tropical storm) )(?:warning|alert)s?\b`)
	signalEn = lazyre.Compile(`\b(?:typhoon )?signal (?:no\.? ?|number )?(10|[1389]|ten|eight|nine|three|one)\b|\b(?:no\.? ?)(10|[1389]) (?:typhoon )?(?:warning )?signal\b`)
	lifted   = lazyre.Compile(`^[^,。;]{0,12}(?:解除|取消|撤销)|^[^.;]{0,30}(?:lifted|cancelled|downgraded)`)
)

// abouts are the subjects of warnings by their words.
func abouts(word string) string {
	switch word {
	case "台风", "typhoon", "hurricane", "tropical storm":
		return "typhoon"
	case "暴雨", "rainstorm", "rain", "强对流":
		return "rainstorm"
	case "海浪", "wave", "sea":
		return "waves"
	case "洪水", "山洪", "flood":
		return "flood"
	case "地质灾害", "landslide":
		return "landslide"
	case "大风", "gale", "wind":
		return "gale"
	case "风暴潮", "storm surge":
		return "storm surge"
	}
	return ""
}

// warnings appends the warnings of sentence s, and takes their words.
func (f *folded) warnings(s Span, dst []Warning, t *taken) []Warning {
	text := f.s[s.Start:s.End]
	if !containsAny(text, []string{"警", "信号", "风球", "alert", "warning", "signal"}) {
		return dst
	}
	for _, re := range []*regexp.Regexp{warnZh(), signalZh(), warnEn(), signalEn(), warnEn2()} {
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			w := Warning{Span: f.span(Span{s.Start + m[0], s.Start + m[1]}), Lifted: lifted().MatchString(text[m[1]:])}
			if t.has(w.Span) {
				continue
			}
			group := func(i int) string {
				if 2*i+1 >= len(m) || m[2*i] < 0 {
					return ""
				}
				return text[m[2*i]:m[2*i+1]]
			}
			w.fill(re, group(1), group(2))
			t.add(w.Span)
			dst = append(dst, w)
		}
	}
	return dst
}

// fill takes the groups of the pattern that matched.
func (w *Warning) fill(re *regexp.Regexp, a, b string) {
	switch re {
	case warnZh():
		w.About = abouts(a)
		w.Colour = map[string]string{"红": "red", "橙": "orange", "黄": "yellow", "蓝": "blue"}[b]
	case warnEn():
		w.Colour, w.About = strings.Replace(a, "amber", "yellow", 1), abouts(b)
	case warnEn2():
		w.About = abouts(a)
	default:
		w.About, w.Signal = "typhoon", small(a+b)
	}
}
