package kinds

import "strings"

// The forms in which engines want a language.
const (
	langTag     = "tag"     // as it is: zh-Hans
	langLower   = "lower"   // zh-hans
	langPrimary = "primary" // zh
	langRegion  = "region"  // zh-CN, zh-TW, else the primary tag
	langPrefix  = "lang_"   // lang_zh
)

// lang returns a language tag (BCP 47) in the form of an engine; "" stays.
func lang(tag, form string) string {
	primary, rest, _ := strings.Cut(tag, "-")
	primary = strings.ToLower(primary)
	switch form {
	case langLower:
		return strings.ToLower(tag)
	case langPrimary:
		return primary
	case langRegion:
		if primary == "zh" {
			return chineseRegion(strings.ToLower(rest))
		}
		return primary
	case langPrefix:
		if primary == "" {
			return ""
		}
		return langPrefix + primary
	}
	return tag
}

// chineseRegion names the region whose script is meant.
func chineseRegion(rest string) string {
	switch {
	case rest == "":
		return "zh"
	case strings.HasPrefix(rest, "hant"), strings.HasPrefix(rest, "tw"), strings.HasPrefix(rest, "hk"), strings.HasPrefix(rest, "mo"):
		return "zh-TW"
	}
	return "zh-CN"
}
