package extract

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

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
var cues = sync.OnceValue(func() *phrases[Modality] {
	p := new(phrases[Modality])
	for _, row := range []struct {
		m      Modality
		zh, en string
	}{
		{Hypothetical, "如果 假如 倘若 假设 万一 一旦 演练 演习 模拟 设想", "if, would, could, hypothetical, hypothetically, scenario, scenarios, drill, drills"},
		{Forecast, "预计 预报 预测 预期 料将 或将 将会 仍将 还将 也将 即将 可能 有望 今后 将于 将在 将有 将出 将达 将把 将受 将遭 将登 将影 将持 将继 将从 将向 将以 将进 将逐 将自 将迎 将是 将导 将造 将转为 将减弱 将加强 将增强 将发生 " +
			"未来一 未来二 未来两 未来三 未来四 未来五 未来六 未来七 未来几 未来1 未来2 未来3 未来4 未来5 未来6 未来7 未来8 未来9",
			"will, may, might, expected, forecast, forecasts, forecasters, forecasting, likely, predict, predicts, predicted, prediction, is due to, are due to"},
		{Warned, "谨防 严防 防范 警惕 注意防御 提醒", "warn, warned, warns, warning of, warnings of"},
		{Normal, "常年 历年 多年平均 平均值 正常值", "on average, normally, usual, usually"},
		{Denied, "未造成 没有造成 并未 尚未 没有接到 未接到 暂无 尚无 否认 不会 网传 网上流传 谣传", "denied, no report of, no reports of, did not, rumours, rumors, rumoured, rumored"},
		{Observed, "已经 已有 已致 已造成 造成 导致 截至 截止 目前 累计 共有 监测到 实测 录得 监测显示 发生了 官方 通报 证实", "has, have, so far, as of, recorded, killed, confirmed"},
	} {
		for _, w := range append(strings.Fields(row.zh), strings.Split(row.en, ", ")...) {
			p.add(w, row.m)
		}
	}
	p.seal()
	return p
})

var (
	// behindForecast and behindCase stand behind what is no observation: 的可能, "is likely", "would make it".
	behindForecast = lazyre.Compile(`^[^,。;]{0,10}(?:的可能|可能性|的概率|的几率|的风险)|^[^.;,]{0,16} (?:is|are) (?:\w+ )?(?:likely|possible|expected|forecast|predicted)\b`)
	behindCase     = lazyre.Compile(`^[^.;,]{0,24} (?:would|could)\b`)
	// behindRumour stands behind the number that it denies: 死亡3人，官方称不实; six metres … was fake.
	behindRumour = lazyre.Compile(`^[^。;\d一二两三四五六七八九十百千万]{0,40}(?:不实|谣言|谣传|辟谣|误传)|^[^.;\d]{0,60}\b(?:fake|false|untrue|not true|a hoax|a rumou?r)\b`)
	// instead stands before what is not so, replaced before an old value that behindOld replaces: 由17人核减为16人; from 14 to 12.
	instead   = lazyre.Compile(`(?:而非|不是|并非|\bnot|\binstead of|\brather than) ?$`)
	replaced  = lazyre.Compile(`(?:由|从|自|\bfrom) ?(?:原来的|此前的|原先的|an earlier |the earlier )?$`)
	behindOld = lazyre.Compile(`^[^,。;]{0,6}(?:核减|更正|修正|修订|订正|调整|下调|上调|增至|增加|升至|上升|降至|下降|减至|减少|改|变)(?:为|到|至)?|^ ?(?:\w+ ){0,2}to (?:\w+ )?\d`)
	// general begins a sentence about any event of a kind.
	general = lazyre.Compile(`^(?:an?|any|every) (?:\w+ )?(?:hurricane|typhoon|storm|cyclone|tornado|earthquake|quake|flood)\b[^.;]*? (?:does|do|can|causes|is|are|has) `)
)

// Moods are the modalities of a sentence.
type Moods struct {
	f       *folded
	cues    []cue
	general bool
}

// cue is where a modality begins.
type cue struct {
	at int // byte of the text
	m  Modality
}

// MoodsOf reads the cues of a sentence.
func MoodsOf(text string) *Moods {
	m := &Moods{f: fold(text)}
	m.general = general().MatchString(m.f.s)
	for i := 0; i < len(m.f.s); {
		if mode, end, ok := cues().longest(m.f.s, i, len(m.f.s)); ok {
			m.cues = append(m.cues, cue{m.f.at[i], mode})
			i = end
			continue
		}
		_, n := utf8.DecodeRuneInString(m.f.s[i:])
		i += n
	}
	return m
}

// At is the modality of what stands at the bytes of s, by the last cue before it. What no cue stands before was
// observed.
func (m *Moods) At(s Span) Modality {
	mode := Observed
	for _, c := range m.cues {
		if c.at >= s.Start {
			break
		}
		mode = c.m
	}
	to, _ := slices.BinarySearch(m.f.at, s.End)
	behind := m.f.s[min(to, len(m.f.s)):]
	from, _ := slices.BinarySearch(m.f.at, s.Start)
	before := m.f.s[:min(from, len(m.f.s))]
	switch {
	case instead().MatchString(before), replaced().MatchString(before) && behindOld().MatchString(behind), behindRumour().MatchString(behind):
		return Denied
	case mode != Observed:
	case behindForecast().MatchString(behind):
		return Forecast
	case m.general, behindCase().MatchString(behind):
		return Hypothetical
	}
	return mode
}

// IsReal reports whether m says that something is so.
func (m Modality) IsReal() bool { return m == Observed || m == "" }
