package extract

import (
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// Modality says in which way a text holds something: that it was so, that it will or may be, and so on.
type Modality string

// The modalities.
const (
	Observed     Modality = "observed"
	Forecast     Modality = "forecast"
	Warned       Modality = "warned"
	Hypothetical Modality = "hypothetical"
	Normal       Modality = "normal" // a usual value, with which another is compared
	Denied       Modality = "denied"
)

// cues are words that set the modality of what stands behind them in their sentence, up to the next cue.
var cues = lazyre.Compile(`(?P<h>如果|假如|倘若|假设|万一|一旦|演练|演习|模拟|设想|\bif\b|\bwould\b|\bcould\b|\bhypothetical|\bscenario|\bdrill\b)` +
	`|(?P<f>预计|预报|预测|预期|料将|或将|将会|仍将|还将|也将|即将|可能|有望|未来[一二三四五六七八九十\d几两]|今后|将(?:[于在有出达把受遭登影持继从向以进逐自迎是导造]|转为|减弱|加强|增强|发生)|\bwill\b|\bmay\b|\bmight\b|\bexpected\b|\bforecast|\blikely\b|\bpredict|\bis due to\b)` +
	`|(?P<w>谨防|严防|防范|警惕|注意防御|提醒|\bwarned?\b|\bwarnings? of\b)` +
	`|(?P<n>常年|历年|多年平均|平均值|正常值|\bon average\b|\bnormally\b|\busual(?:ly)?\b)` +
	`|(?P<d>未造成|没有造成|并未|尚未|没有接到|未接到|暂无|尚无|否认|不会|\bdenied\b|\bno reports? of\b|\bdid not\b)` +
	`|(?P<o>已经|已有|已致|已造成|造成|导致|截至|截止|目前|累计|共有|监测到|实测|录得|监测显示|发生了|\bhas\b|\bhave\b|\bso far\b|\bas of\b|\brecorded\b|\bkilled\b)`)

var (
	// behindForecast and behindCase stand behind what is no observation: 的可能, "is likely", "would make it".
	behindForecast = lazyre.Compile(`^[^,。;]{0,10}(?:的可能|可能性|的概率|的几率|的风险)|^[^.;,]{0,16} (?:is|are) (?:\w+ )?(?:likely|possible|expected|forecast|predicted)\b`)
	behindCase     = lazyre.Compile(`^[^.;,]{0,24} (?:would|could)\b`)
	// general begins a sentence about any event of a kind.
	general = lazyre.Compile(`^(?:an?|any|every) (?:\w+ )?(?:hurricane|typhoon|storm|cyclone|tornado|earthquake|quake|flood)\b[^.;]*? (?:does|do|can|causes|is|are|has) `)
)

// ModalityAt is the modality of what stands at the bytes of s in the sentence text, by the last cue before
// it. What no cue stands before was observed.
func ModalityAt(text string, s Span) Modality {
	f := fold(text)
	from, to := s.Start, min(s.End, len(text))
	m := Observed
	names := cues().SubexpNames()
	for _, g := range cues().FindAllStringSubmatchIndex(f.s, -1) {
		if f.at[g[0]] >= from {
			break
		}
		for i := 1; i < len(names); i++ {
			if g[2*i] >= 0 {
				m = modalityOf(names[i])
			}
		}
	}
	behind := fold(text[to:]).s
	switch {
	case m != Observed:
	case behindForecast().MatchString(behind):
		return Forecast
	case behindCase().MatchString(behind), general().MatchString(f.s):
		return Hypothetical
	}
	return m
}

func modalityOf(cue string) Modality {
	switch cue {
	case "h":
		return Hypothetical
	case "f":
		return Forecast
	case "w":
		return Warned
	case "n":
		return Normal
	case "d":
		return Denied
	}
	return Observed
}

// IsReal reports whether m says that something is so.
func (m Modality) IsReal() bool { return m == Observed || m == "" }
