package notify

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"
)

// markup is how a service writes emphasis and links. The arguments of Bold and the text
// of Link are escaped already. Text is one line.
type markup struct {
	Escape func(text string) string
	Bold   func(escaped string) string
	Link   func(escaped, url string) string // url is an absolute http or https URL
}

// wide replaces what the markup of DingTalk and WeCom obeys by the full-width form. Their
// documents name no escape, so a backslash might be shown, or not obeyed.
var wide = strings.NewReplacer("<", "＜", ">", "＞", "[", "［", "]", "］", "*", "＊", "_", "＿", "`", "｀", "#", "＃", "~", "～", "\\", "＼", "|", "｜").Replace

// entities writes numbers of characters, as the text of a Feishu card asks for:
// https://open.feishu.cn/document/feishu-cards/card-components/content-components/rich-text
var entities = strings.NewReplacer("&", "&#38;", "<", "&#60;", ">", "&#62;", "~", "&#126;", "-", "&#45;", "!", "&#33;", "*", "&#42;", "\\", "&#92;",
	"[", "&#91;", "]", "&#93;", "(", "&#40;", ")", "&#41;", "#", "&#35;", ":", "&#58;", "+", "&#43;", "`", "&#96;", "$", "&#36;", "_", "&#95;").Replace

// backslashes escapes as CommonMark does (section 2.4), a subset of which Adaptive Cards
// read: https://learn.microsoft.com/en-us/adaptive-cards/authoring-cards/text-features
var backslashes = each("\\`*_[]()<>~#+-!|&", func(c byte) string { return `\` + string(rune(c)) })

// angles escapes the three characters that Slack asks for:
// https://docs.slack.dev/messaging/formatting-message-text
var angles = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace

func same(s string) string { return s }

// address percent-encodes the characters of a URL that could end it in a text.
var address = each("()<>[]\"'`|\\*_ {}^", func(c byte) string { return fmt.Sprintf("%%%02X", c) })

// each returns what replaces each of chars.
func each(chars string, by func(byte) string) func(string) string {
	var pairs []string
	for i := range len(chars) {
		pairs = append(pairs, chars[i:i+1], by(chars[i]))
	}
	return strings.NewReplacer(pairs...).Replace
}

// around returns what puts text between two marks; an empty text needs none.
func around(before, after string) func(string) string {
	return func(s string) string {
		if s == "" {
			return ""
		}
		return before + s + after
	}
}

// markdown is Markdown with another escape.
func markdown(escape func(string) string) markup {
	return markup{escape, around("**", "**"), func(s, url string) string { return "[" + s + "](" + address(url) + ")" }}
}

// htmlMarkup is the HTML of Telegram: https://core.telegram.org/bots/api#html-style
var htmlMarkup = markup{angles, around("<b>", "</b>"), func(s, url string) string {
	return `<a href="` + html.EscapeString(address(url)) + `">` + s + "</a>"
}}

// mrkdwn is the markup of Slack.
var mrkdwn = markup{angles, around("*", "*"), func(s, url string) string { return "<" + angles(address(url)) + "|" + s + ">" }}

// JSON is the inside of a string of JSON, for templates that write a whole JSON text.
func JSON() markup {
	inside := func(s string) string {
		text, err := json.Marshal(s)
		if err != nil { // a string is always written
			return ""
		}
		return string(text[1 : len(text)-1])
	}
	return markup{inside, same, func(s, url string) string { return strings.TrimSpace(s + " " + inside(url)) }}
}

// plain has no markup; a link is its text and, in a line of its own, its address.
var plain = markup{same, same, func(s, url string) string { return s + "\n" + url }}
