package notify

import (
	"strings"
	"time"
)

// slack is an incoming webhook of Slack:
// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
//
// Slack cuts a text of more than 40,000 characters, and asks for at most 4,000:
// https://docs.slack.dev/reference/methods/chat.postMessage
func slack() Service {
	return Service{
		Kind: "slack", Markup: mrkdwn, Max: 4000, Size: unitsOfText,
		Post: func(to target, t *Text, _ time.Time) (*Post, error) {
			return post(to.URL, map[string]any{"text": t.Body, "unfurl_links": false, "unfurl_media": false})
		},
		Judge: func(status int, answer []byte) error {
			said := strings.TrimSpace(string(answer))
			switch {
			case status == archived:
				return &problem{Text: "HTTP status 410: " + said}
			case ok(status) && said == "ok":
				return nil
			case ok(status) && isWord(said):
				return &problem{Text: said} // no_service, ...
			}
			return errForeign
		},
	}
}

// isWord reports whether s is an error of Slack, such as invalid_payload.
func isWord(s string) bool {
	return s != "" && len(s) <= 64 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz_") == ""
}
