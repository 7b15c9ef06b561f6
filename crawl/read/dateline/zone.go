package dateline

import (
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// placeOf guesses what dates mean on p. A day stands first in the languages of Europe, but for
// English of some countries; in Chinese, Japanese and Korean the year does, so either may follow.
func placeOf(p *crawl.Page) place {
	host, _, _ := strings.Cut(p.Host, ":")
	language, region, _ := strings.Cut(strings.ToLower(p.Lang), "-")
	first := false
	switch language {
	case "", "zh", "ja", "ko":
	case "en":
		first = region != "" && region != "us" && region != "ca" && region != "ph"
	default:
		first = true
	}
	switch host[strings.LastIndexByte(host, '.')+1:] {
	case "uk", "au", "nz", "ie", "in", "za", "eu", "de", "at", "ch", "fr", "es", "it", "pt", "br", "nl", "be", "pl", "ru", "ro", "cz", "gr", "tr":
		first = true
	case "us", "gov", "mil", "edu":
		first = false
	}
	return place{zone: Zone(p.Host, p.Lang), dayFirst: first}
}

// Zone guesses the zone of a time without one: by the country of the host, if
// that country has one zone and no summer time, else by the language, else UTC.
func Zone(host, lang string) *time.Location {
	host, _, _ = strings.Cut(host, ":")
	hours := 0.0
	switch host[strings.LastIndexByte(host, '.')+1:] {
	case "cn", "hk", "mo", "tw", "sg", "my", "ph", "xn--fiqs8s", "xn--fiqz9s", "xn--j6w193g", "xn--kpry57d", "xn--kprw13d":
		hours = 8
	case "jp", "kr":
		hours = 9
	case "th", "vn":
		hours = 7
	case "in":
		hours = 5.5
	default:
		primary, _, _ := strings.Cut(strings.ToLower(lang), "-")
		switch primary {
		case "zh":
			hours = 8
		case "ja", "ko":
			hours = 9
		default:
			return time.UTC
		}
	}
	return time.FixedZone("", int(hours*3600))
}

// offset returns the seconds east of UTC of a zone by its abbreviation. CST is
// China's if here is China's zone, else Chicago's. Ambiguous (IST, BST in Asia)
// and unknown abbreviations are refused.
func offset(name string, here *time.Location) (int, bool) {
	hours := map[string]int{
		"Z": 0, "UTC": 0, "GMT": 0, "UT": 0, "WET": 0, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
		"HKT": 8, "SGT": 8, "PHT": 8, "PHST": 8, "AWST": 8, "BJT": 8, "北京时间": 8, "北京時間": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
		"AST": -4, "ADT": -3, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10,
	}
	if _, east := time.Unix(0, 0).In(here).Zone(); name == "CST" && east == 8*3600 {
		return east, true
	}
	h, ok := hours[name]
	return h * 3600, ok
}
