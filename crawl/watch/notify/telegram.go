package notify

import (
	"fmt"
	"strings"
	"time"
)

// telegram is a bot of Telegram. A text has at most 4096 characters, after its tags were
// read: https://core.telegram.org/bots/api#sendmessage
func telegram() Service {
	return Service{
		Kind: "telegram", Markup: htmlMarkup, Server: "https://api.telegram.org", Token: always, Room: "chat", Max: 4096, Size: unitsOfText,
		Post: func(to target, t *Text, _ time.Time) (*Post, error) {
			return post(strings.TrimSuffix(to.URL, "/")+"/bot"+to.Token+"/sendMessage", map[string]any{
				"chat_id": to.Room, "text": t.Body, "parse_mode": "HTML",
				"link_preview_options": map[string]bool{"is_disabled": true}, "disable_notification": !t.Urgent,
			})
		},
		Judge: judgeTelegram,
	}
}

// judgeTelegram reads https://core.telegram.org/bots/api#making-requests and
// #responseparameters. The status of an error is in the answer too, so it does not count.
func judgeTelegram(_ int, answer []byte) error {
	var a struct {
		OK         *bool  `json:"ok"`
		Code       int    `json:"error_code"`
		Said       string `json:"description"`
		Parameters struct {
			RetryAfter int   `json:"retry_after"`
			MovedTo    int64 `json:"migrate_to_chat_id"`
		} `json:"parameters"`
	}
	switch {
	case !read(answer, &a) || a.OK == nil:
		return errForeign
	case *a.OK:
		return nil
	}
	p := &problem{Text: fmt.Sprintf("error %d: %s", a.Code, a.Said)}
	if a.Parameters.RetryAfter > 0 {
		p.Wait = time.Duration(min(a.Parameters.RetryAfter, 1<<20)) * time.Second
	}
	if a.Parameters.MovedTo != 0 {
		p.Text += fmt.Sprintf("; the chat is now %d", a.Parameters.MovedTo) // not translated: with what the service says
	}
	// A 400 may also be a wrong chat, which a person repairs.
	for _, wrong := range []string{"can't parse entities", "message is too long", "message text is empty"} {
		p.Refused = p.Refused || strings.Contains(a.Said, wrong)
	}
	return p
}
