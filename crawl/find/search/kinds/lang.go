package kinds

import "strings"

// The forms in which engines want a language.
const (
	LangTag     = "tag"     // as it is: zh-Hans
	LangLower   = "lower"   // zh-hans
	LangPrimary = "primary" // zh
	LangRegion  = "region"  // zh-CN, zh-TW, else the primary tag
	LangPrefix  = "lang_"   // lang_zh
)

// Lang returns a language tag (BCP 47) in the form of an engine; "" stays.
func Lang(tag, form string) string {
	primary, rest, _ := strings.Cut(tag, "-")
	primary = strings.ToLower(primary)
	switch form {
	case LangLower:
		return strings.ToLower(tag)
	case LangPrimary:
		return primary
	case LangRegion:
		if primary == "zh" {
			return chineseRegion(strings.ToLower(rest))
		}
		return primary
	case LangPrefix:
		if primary == "" {
			return ""
		}
		return LangPrefix + primary
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
