package extract

import (
	"sort"
	"strings"
)

// score counts what was found of what is there.
type score struct{ hit, found, gold int }

func (s score) precision() float64 { return float64(s.hit) / float64(max(s.found, 1)) }
func (s score) recall() float64    { return float64(s.hit) / float64(max(s.gold, 1)) }
func (s score) f1() float64        { return 2 * float64(s.hit) / float64(max(s.found+s.gold, 1)) }

func (s *score) add(o score) { s.hit, s.found, s.gold = s.hit+o.hit, s.found+o.found, s.gold+o.gold }

// match counts pairs of found and gold spans that share at least half of the characters of the
// longer one. Each span is in one pair.
func match(found, gold []Span, miss func(kind string, s Span)) score {
	s := score{found: len(found), gold: len(gold)}
	used := make([]bool, len(found))
	for _, g := range gold {
		ok := false
		for i, f := range found {
			if !used[i] && 2*shared(f, g) >= max(f.End-f.Start, g.End-g.Start) {
				used[i], ok = true, true
				s.hit++
				break
			}
		}
		if !ok {
			miss("missed", g)
		}
	}
	for i, f := range found {
		if !used[i] {
			miss("wrong", f)
		}
	}
	return s
}

func shared(a, b Span) int { return max(0, min(a.End, b.End)-max(a.Start, b.Start)) }

// characters counts bytes that are in found and gold spans.
func characters(text string, found, gold []Span) (s score) {
	in := func(spans []Span) []bool {
		on := make([]bool, len(text))
		for _, x := range spans {
			for i := x.Start; i < x.End; i++ {
				on[i] = true
			}
		}
		return on
	}
	f, g := in(found), in(gold)
	for i := range f {
		s.found += int(b2i(f[i]))
		s.gold += int(b2i(g[i]))
		s.hit += int(b2i(f[i] && g[i]))
	}
	return s
}

func b2i(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// dedup drops spans that repeat or lie in another.
func outer(spans []Span) []Span {
	sort.Slice(spans, func(i, j int) bool { return bySpan(spans[i], spans[j]) < 0 })
	var out []Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start < out[n-1].End {
			continue
		}
		out = append(out, s)
	}
	return out
}

// coarse is the class of a word as the sentences of our own name it.
func coarse(class string) string {
	_, name, _ := strings.Cut(class, "#")
	switch {
	case IsStorm(class):
		return "Typhoon"
	case strings.Contains(name, "Warning"):
		return "Warning"
	}
	if c, ok := map[string]string{"TyphoonLandfall": "Landfall", "StormSurge": "Surge", "HugeWaves": "Waves", "ReturnToHarbour": "Return",
		"ExtraordinaryRainstorm": "Rainstorm", "HeavyRainstorm": "Rainstorm", "LeveeBreach": "Flood", "FlashFlood": "Flood", "UrbanWaterlogging": "Flood",
		"DebrisFlow": "Landslide", "EvacuationAndResettlement": "Evacuation", "TrafficDisruption": "Traffic"}[name]; ok {
		return c
	}
	return name
}

func overlapsAny(s Span, all []Span) bool {
	for _, o := range all {
		if o.Overlaps(s) {
			return true
		}
	}
	return false
}

// measured are the kinds that the extractor has; the sentences mark some others, too.
func measured(k Kind) bool {
	return strings.Contains(" wind windforce pressure rain height movement dead missing injured displaced affected loss ", " "+string(k)+" ")
}

// unitOf is the short name of a unit in the sentences.
func unitOf(u string) string {
	if s, ok := map[string]string{metrePerSecond: "m/s", kilometrePerHour: "km/h", milePerHour: "mph", knot: "kt", hectoPascal: "hPa", millimetre: "mm", metre: "m", foot: "ft"}[u]; ok {
		return s
	}
	return u
}
