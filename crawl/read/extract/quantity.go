package extract

import (
	"fmt"
	"slices"
	"strings"
)

// Kind says what a quantity measures or counts.
type Kind string

// The kinds.
const (
	Wind      Kind = "wind"      // speed of sustained wind or of gusts
	WindForce Kind = "windforce" // on the Beaufort scale as China extends it, 0 to 18 (GB/T 28591-2012)
	Pressure  Kind = "pressure"  // of the air, at the centre of a storm
	Rain      Kind = "rain"      // depth of rain
	Height    Kind = "height"    // of waves, surge or water
	Movement  Kind = "movement"  // speed at which a storm moves
	Dead      Kind = "dead"
	Missing   Kind = "missing"
	Injured   Kind = "injured"
	Displaced Kind = "displaced" // evacuated, moved, homeless
	Affected  Kind = "affected"
	Loss      Kind = "loss" // money

	Quake      Kind = "magnitude"  // of an earthquake, on whatever scale the text means
	Aftershock Kind = "aftershock" // magnitude of one
	Depth      Kind = "depth"      // of the source of an earthquake
)

// Units, by the names of QUDT 2.1 (http://qudt.org/vocab/unit/), of ISO 4217 for money, and
// people, level and magnitude for counts of people, for wind force and for earthquakes.
const (
	metrePerSecond   = "M-PER-SEC"
	kilometrePerHour = "KiloM-PER-HR"
	milePerHour      = "MI-PER-HR"
	knot             = "KN"
	hectoPascal      = "HectoPA"
	millimetre       = "MilliM"
	centimetre       = "CentiM"
	inch             = "IN"
	metre            = "M"
	foot             = "FT"
	kilometre        = "KiloM"
	mile             = "MI"
	People           = "people"
	level            = "level"
	magnitude        = "magnitude"
)

// Quantity is a number with its unit.
type Quantity struct {
	Span
	Kind  Kind
	Value float64
	Unit  string
	// About says that the text gives no exact number: 约, at least, more than.
	About bool
	Bound string // ">=" (at least, 超过), "<=" (up to, 不足) or "~" (about, 余); "" if the number is exact
	Part  bool   // it is a part of a number before it: 其中18人重伤
	// Doubt says why the quantity cannot be meant: its unit does not fit, or its value is
	// impossible. Such a quantity is no statement. It is "" otherwise.
	Doubt string
}

// kinds are all kinds.
func kinds() []Kind {
	return []Kind{Wind, WindForce, Pressure, Rain, Height, Movement, Dead, Missing, Injured, Displaced, Affected, Loss, Quake, Aftershock, Depth}
}

// OfQuake reports a kind that only earthquakes have.
func (k Kind) OfQuake() bool { return k == Quake || k == Aftershock || k == Depth }

// OfWhole reports a kind of which an event has one value, wherever it is told of: one magnitude, one pressure at the centre.
func (k Kind) OfWhole() bool { return k == Quake || k == Depth || k == Pressure || k == Movement }

// bounds are the least and greatest value of a kind, in the unit of its first row. They are
// wider than what was ever observed (WMO, World Weather and Climate Extremes Archive): 870 hPa,
// 113 m/s in a gust, 6,400 mm of rain in a month at one place; an earthquake of 9.5 (Valdivia, 1960), and
// one at 735 km (USGS); 100 million dead (influenza of 1918, the highest estimate).
func bounds(k Kind) (least, most float64) {
	switch k {
	case Wind, Movement:
		return 0, 140 // m/s
	case WindForce:
		return 0, 18
	case Pressure:
		return 850, 1090 // hPa
	case Rain:
		return 0, 10_000 // mm
	case Height:
		return 0, 60 // m
	case Loss:
		return 0, 1e15
	case Quake, Aftershock:
		return 0, 10
	case Depth:
		return 0, 750 // km
	case Dead, Missing, Injured:
		return 0, 1e8
	}
	return 0, 2e9 // people
}

// base is the factor from unit to the unit of bounds.
func base(unit string) float64 {
	switch unit {
	case kilometrePerHour:
		return 1 / 3.6
	case milePerHour:
		return 0.44704
	case knot:
		return 0.514444
	case centimetre:
		return 10
	case inch:
		return 25.4
	case foot:
		return 0.3048
	case mile:
		return 1.609344
	}
	return 1
}

// check sets the doubt of q.
func (q *Quantity) check() {
	if q.Doubt != "" {
		return
	}
	least, most := bounds(q.Kind)
	if v := q.Value * base(q.Unit); v < least || v > most {
		q.Doubt = fmt.Sprintf("%s of %g %s is not between %g and %g", q.Kind, q.Value, q.Unit, least, most) // not translated: stands in the graph, in English
	}
}

// The beginnings of numbers: Chinese ones, and the English words of wordEn.
var (
	numbersZh = [...]string{"一", "二", "两", "三", "四", "五", "六", "七", "八", "九", "十", "百", "千"}
	numbersEn = [...]string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fifteen",
		"twenty", "thirty", "forty", "fifty", "hundred", "thousand", "million", "billion", "dozen"}
)

// hasNumber finds a digit or a word that begins a number.
func hasNumber(s string) bool {
	for i := range len(s) {
		if isDigit(s[i]) {
			return true
		}
		if strings.IndexByte("otfsenhmbd", s[i]) >= 0 && (i == 0 || !isWord(s[i-1])) &&
			slices.ContainsFunc(numbersEn[:], func(w string) bool { return strings.HasPrefix(s[i:], w) }) {
			return true
		}
	}
	return containsAny(s, numbersZh[:])
}

// quantities appends the quantities of sentence s. Of two of one kind that overlap the first
// rule's counts.
func (f *folded) quantities(s Span, dst []Quantity) []Quantity {
	dst = f.nobody(s, dst)
	from := len(dst)
	if !hasNumber(f.s[s.Start:s.End]) {
		return dst
	}
	for _, r := range rules() {
		dst = r.find(f, s, dst, from)
	}
	slices.SortStableFunc(dst[from:], func(a, b Quantity) int { return bySpan(a.Span, b.Span) })
	return dst
}

// Base is value in the unit that its kind is bounded in: m/s, hPa, mm of rain, m of water, km of depth. People,
// magnitudes and money stay as they are.
func Base(value float64, unit string) float64 { return value * base(unit) }
