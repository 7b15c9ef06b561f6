package extract

import "regexp"

// Words of rules in English, folded to lower case.
const (
	// peopleEn counts people.
	peopleEn = `(?: (?:more|other|others|still|local|filipino|chinese))?(?: (?:people|persons|person|residents|men|man|women|woman|children|crew members|crew|villagers|passengers|fishermen|others|workers|sailors|homes' residents))?`
	hedgeEn  = `(?:at least |about |around |more than |nearly |almost |over |some |up to |as many as |another |an estimated )?`
	beEn     = `(?: (?:were|was|are|is|have been|had been|has been|have|had|has|still|remain|remained|remains|reported|confirmed|being|also|been))*`
	movedEn  = `(?:evacuated|displaced|relocated|moved|homeless|told to evacuate|forced to evacuate|ordered to evacuate|to evacuate|evacuate|to flee|fled|to leave their homes|from their homes|sheltered|in shelters)`
	windUnit = `(?P<u>km/h|kph|kmh|kilomet(?:er|re)s (?:an|per) hour|mph|miles (?:an|per) hour|m/s|met(?:er|re)s per second|met(?:er|re)s a second|knots|kts|kt)\b`
)

// speedUnits are the units of windUnit.
func speedUnits() map[string]string {
	u := map[string]string{"km/h": kilometrePerHour, "kph": kilometrePerHour, "kmh": kilometrePerHour, "mph": milePerHour, "m/s": metrePerSecond, "knots": knot, "kts": knot, "kt": knot,
		"miles an hour": milePerHour, "miles per hour": milePerHour}
	for _, m := range []string{"meters", "metres"} {
		u[m+" per second"], u[m+" a second"] = metrePerSecond, metrePerSecond
		for _, per := range []string{" an hour", " per hour"} {
			u["kilo"+m+per] = kilometrePerHour
		}
	}
	return u
}

func rulesEn() []rule {
	rain := map[string]string{"cm": centimetre, "centimeters": centimetre, "centimetres": centimetre, "inches": inch, "inch": inch}
	length := map[string]string{"feet": foot, "foot": foot, "ft": foot}
	money := map[string]string{"yuan": "CNY", "dollars": "USD", "us dollars": "USD", "u.s. dollars": "USD", "pesos": "PHP", "yen": "JPY", "won": "KRW", "euros": "EUR", "rupees": "INR"}
	moving := regexp.MustCompile(`(?:moving|moved|heading|tracking|travell?ing|movement|drifting)[^.;,]{0,60}$`)
	population := regexp.MustCompile(`population(?: of| is)?(?: about| around| some| nearly)?[ ]?$`)
	return []rule{
		{kind: Pressure, unit: hectoPascal, doubt: "the unit is none of pressure", any: []string{"pressure"}, re: pattern(`pressure[^.;,\d]{0,12}<E> ?(?:mm|millimet(?:er|re)s?|metres|meters|km/h|mph|knots|degrees)\b`), after: regexp.MustCompile(`^ (?:of mercury|hg)`)},
		{kind: Movement, units: speedUnits(), any: []string{"mov", "head", "track", "travel", "drift"}, re: pattern(`(?:moving|moved|heading|tracking|travell?ing|drifting|movement)[^.;\d]{0,60}? (?:at )?<E>[ -]?` + windUnit)},
		{kind: Wind, units: speedUnits(), any: []string{"wind", "gust"}, re: pattern(`(?:sustained |maximum )*(?:winds?|gusts)[^.;,\d]{0,24} <E>[ -]?` + windUnit)},
		{kind: Wind, units: speedUnits(), before: moving, any: []string{"km/h", "kph", "kmh", "mph", "m/s", " hour", "second", "knot", "kt"}, re: pattern(`<E>[ -]?` + windUnit)},
		{kind: Pressure, unit: hectoPascal, any: []string{"hpa", "hecto", "mbar", "milli"}, re: pattern(`(?:pressure of )?<E> ?(?:hpa|hectopascals?|mbar|millibars?)\b`)},
		// Without a word for pressure MB are megabytes; advisories are in capitals.
		{kind: Pressure, unit: hectoPascal, any: []string{"mb"}, need: []string{"pressure", "baromet", "mb hurricane", "mb typhoon", "mb cyclone", "mb storm", "mb low"}, re: pattern(`(?:pressure of )?<E> ?mb\b`)},
		{kind: Rain, unit: millimetre, any: []string{"mm", "milli"}, need: []string{"rain", "fell", "flood", "storm", "precip"}, re: pattern(`(?:up to )?<E> ?(?:mm|millimet(?:er|re)s?)\b(?: of (?:rain(?:fall)?|precipitation))?`), before: regexp.MustCompile(`pressure[^.;,]{0,12}$`)},
		{kind: Rain, units: rain, any: []string{"rain"}, re: pattern(`<E> ?(?P<u>cm|centimet(?:er|re)s|inch(?:es)?)\b of (?:rain|rainfall)`)},
		{kind: Height, unit: metre, units: length, any: []string{"wave", "surge", "swell", "seas", "tide"}, re: pattern(`(?:waves?|surges?|swells?|tides?|seas)[^.;\d]{0,25}? ?<E>[ -]?(?P<u>m|met(?:er|re)s?|feet|foot|ft)\b`), after: regexp.MustCompile(`^(?:/| per| a second)`)},
		{kind: Height, unit: metre, units: length, any: []string{"wave", "surge", "swell", "seas"}, re: pattern(`<E>[ -]?(?P<u>m|met(?:er|re)s?|feet|foot|ft)\b(?: high| of)? (?:storm )?(?:waves?|surge|swells?|seas)`)},
		{kind: Dead, unit: People, any: []string{"kill", "claim", "lives"}, re: pattern(`(?:killed|killing|kills|claimed|claiming)(?: the lives of)? ` + hedgeEn + `<E>` + peopleEn)},
		{kind: Dead, unit: People, any: []string{"dead", "kill", "die", "death", "fatal", "bodies"}, re: pattern(hedgeEn + `<E>` + peopleEn + beEn + ` (?:dead|killed|died|deaths?|fatalities|bodies)\b`)},
		{kind: Dead, unit: People, any: []string{"toll"}, re: pattern(`(?:toll)[^.;\d]{0,60}? (?:at|to|passed|reached|hit|is|stands at|of) ` + hedgeEn + `<E>`), after: regexp.MustCompile(`^(?: ?(?:p\.?m|a\.?m|percent)|/)`)},
		{kind: Dead, unit: People, any: []string{"bodies"}, re: pattern(`(?:found|recovered) <E> bodies`)},
		{kind: Missing, unit: People, any: []string{"missing", "unaccounted"}, re: pattern(hedgeEn + `<E>` + peopleEn + beEn + ` (?:missing|unaccounted)\b`)},
		{kind: Injured, unit: People, any: []string{"injur", "hurt", "wound"}, re: pattern(hedgeEn + `<E>` + peopleEn + beEn + ` (?:injured|hurt|wounded|injuries)\b`)},
		{kind: Injured, unit: People, any: []string{"injur", "wound"}, re: pattern(`(?:injured|injuring|wounded|wounding) ` + hedgeEn + `<E>` + peopleEn), after: regexp.MustCompile(`^(?: ?(?:km|mph|houses|homes)|/)`)},
		{kind: Displaced, unit: People, any: []string{"evacuat", "displac", "relocat", "moved", "homeless", "flee", "fled", "their homes", "shelter"}, re: pattern(`<E> (?:people|residents|villagers)(?: in [^,.;]{1,40})?, (?:which|who|where)[^.;]{1,80}?,` + beEn + ` ` + movedEn + `\b`)},
		{kind: Displaced, unit: People, before: population, any: []string{"evacuat", "displac", "relocat", "moved", "homeless", "flee", "fled", "their homes", "shelter"}, re: pattern(hedgeEn + `<E>` + peopleEn + beEn + `(?: in \w+)?(?: told| forced| ordered| asked| left)? ` + movedEn + `\b`)},
		{kind: Displaced, unit: People, any: []string{"evacuat", "displac", "relocat", "moved", "forc", "driv"}, re: pattern(`(?:evacuated|evacuating|evacuation of|displaced|displacing|relocated|relocating|moved|driving|forced|forcing) ` + hedgeEn + `<E>` + peopleEn), after: regexp.MustCompile(`^(?: ?(?:km|kilomet|miles|mph|flights|houses|homes|schools)|/)`)},
		{kind: Affected, unit: People, any: []string{"affected"}, re: pattern(`<E> (?:people|residents)` + beEn + ` affected`)},
		{kind: Loss, unit: "USD", any: []string{"$"}, need: []string{"loss", "damage", "cost", "destr"}, re: pattern(`(?:us)?\$ ?<E>`)},
		{kind: Loss, units: money, any: []string{"loss", "damage", "cost"}, re: pattern(`<E> (?P<u>yuan|us dollars|u\.s\. dollars|dollars|pesos|yen|won|euros|rupees)\b`)},
	}
}
