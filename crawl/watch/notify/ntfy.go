package notify

import (
	"net/http"
	"time"
)

// ntfy is a topic of an ntfy server. A message longer than 4096 bytes becomes an
// attachment: https://docs.ntfy.sh/publish/#publish-as-json, #limitations
func ntfy() Service {
	return Service{
		Kind: "ntfy", Markup: plain, Titled: true, Server: "https://ntfy.sh", Token: optional, Room: "topic", Max: 4096, Size: bytesOfText,
		Post: func(to target, t *Text, _ time.Time) (*Post, error) {
			m := map[string]any{"topic": to.Room, "title": t.Title, "message": t.Body}
			if t.Link != "" {
				m["click"] = t.Link
			}
			if t.Urgent {
				m["priority"] = 5 // of 1 to 5
			}
			p, err := post(to.URL, m)
			if err == nil && to.Token != "" {
				p.Header.Set("Authorization", "Bearer "+to.Token)
			}
			return p, err
		},
		Judge: judgeNtfy,
	}
}

// judgeNtfy: an accepted message comes back with its ID. An error has a number, of which
// 42901 and 42908 are too many messages: server/errors.go of github.com/binwiederhier/ntfy
func judgeNtfy(status int, answer []byte) error {
	var a struct {
		ID   string `json:"id"`
		Code int    `json:"code"`
		Said string `json:"error"`
	}
	switch {
	case !read(answer, &a):
		return errForeign
	case ok(status) && a.ID != "" && a.Code == 0:
		return nil
	case ok(status) && a.Said != "":
		return &problem{Text: a.Said}
	case a.Code/100 == http.StatusTooManyRequests && a.Code != 42901:
		return &problem{Text: a.Said, Wait: 15 * time.Minute} // the count of a day
	}
	return errForeign
}
