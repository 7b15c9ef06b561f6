package shift

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/message"
)

// kindWord is the word for a kind of facts.
func kindWord(p *message.Printer, kind string) string {
	return cmp.Or(map[string]string{
		"dead": p.Text("Dead"), "missing": p.Text("Missing"), "injured": p.Text("Injured"), "displaced": p.Text("Evacuated"), "affected": p.Text("Affected"), "loss": p.Text("Loss"),
		"wind": p.Text("Wind speed"), "windforce": p.Text("Wind force"), "pressure": p.Text("Central pressure"), "rain": p.Text("Rainfall"), "height": p.Text("Water height"),
		"movement": p.Text("Movement"), "magnitude": p.Text("Magnitude"), "aftershock": p.Text("Magnitude of an aftershock"), "depth": p.Text("Depth of the source"),
		"warning": p.Text("Warning"), "landfall": p.Text("Landfall"),
	}[kind], kind)
}

// eventWord is the word for a kind of events.
func eventWord(p *message.Printer, kind string) string {
	return cmp.Or(map[string]string{
		"storm": p.Text("Storm"), "flood": p.Text("Flood"), "landslide": p.Text("Landslide"), "earthquake": p.Text("Earthquake"), "tsunami": p.Text("Tsunami"), "drought": p.Text("Drought"),
		"volcano": p.Text("Volcano"), "wildfire": p.Text("Wildfire"), "fire": p.Text("Fire"), "explosion": p.Text("Explosion"), "attack": p.Text("Attack"), "poisoning": p.Text("Poisoning"),
		"pollution": p.Text("Pollution"), "collapse": p.Text("Collapse"), "traffic-accident": p.Text("Traffic accident"),
	}[kind], kind)
}

// unitWord is a unit as people write it.
func unitWord(p *message.Printer, unit string) string {
	return cmp.Or(map[string]string{
		"M-PER-SEC": p.Text("m/s"), "KiloM-PER-HR": p.Text("km/h"), "MI-PER-HR": p.Text("mph"), "KN": p.Text("kn"), "HectoPA": p.Text("hPa"), "MilliM": p.Text("mm"), "CentiM": p.Text("cm"),
		"IN": p.Text("in"), "M": p.Text("m"), "FT": p.Text("ft"), "KiloM": p.Text("km"), "MI": p.Text("mi"), "people": p.Text("people"), "level": p.Text("Beaufort"), "magnitude": p.Text("(magnitude)"),
	}[unit], unit)
}

// warningWord is a colour, or what a warning warns of.
func warningWord(p *message.Printer, name string) string {
	return cmp.Or(map[string]string{
		"red": p.Text("red"), "orange": p.Text("orange"), "yellow": p.Text("yellow"), "blue": p.Text("blue"), "typhoon": p.Text("typhoon"), "rainstorm": p.Text("rainstorm"), "waves": p.Text("waves"),
		"flood": p.Text("flood"), "landslide": p.Text("landslide"), "gale": p.Text("gale"), "storm surge": p.Text("storm surge"),
	}[name], name)
}

// eventName has the kind and the names of an event, in the language of p if a page calls it so.
func eventName(p *message.Printer, e *Event) string {
	var own, other []string
	for _, n := range e.Names {
		if strings.HasPrefix(n.Lang, p.Lang()) {
			own = append(own, n.Text)
		} else {
			other = append(other, n.Text)
		}
	}
	var names []string
	for _, n := range append(own, other...) {
		if len(names) < 3 && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		names = append(names, e.Begin)
	}
	return strings.TrimSpace(eventWord(p, e.Kind) + " " + strings.Join(names, " · "))
}

// amount is a value with its unit, without its kind.
func amount(p *message.Printer, v *Value) string {
	switch {
	case v.Kind == "warning":
		words := []string{warningWord(p, v.Colour), warningWord(p, v.Warns)}
		if v.Lifted {
			words = append(words, p.Text("lifted"))
		}
		return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), " · ")
	case v.Unit == "":
		return ""
	}
	bound := map[string]string{">=": "≥ ", "<=": "≤ ", "~": "≈ "}[v.Bound]
	return bound + grouped(v.Value) + " " + unitWord(p, v.Unit)
}

// grouped writes a number with a comma between thousands.
func grouped(x float64) string {
	whole, rest, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		whole += "." + rest
	}
	return sign + whole
}
