package notify

import (
	"strconv"
	"time"
)

// feishu is a custom bot of a Feishu or Lark group. It takes 100 messages a minute and 5 a
// second, and a body of at most 20 KB:
// https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
func feishu() Service {
	return Service{
		Kind: "feishu", Markup: markdown(entities), Titled: true, Signs: true, Max: 19_000, Size: bytesOfBody,
		Post: func(to target, t *Text, now time.Time) (*Post, error) {
			color := "blue"
			if t.Urgent {
				color = "red"
			}
			m := map[string]any{"msg_type": "interactive", "card": map[string]any{
				"config":   map[string]any{"wide_screen_mode": true},
				"header":   map[string]any{"template": color, "title": map[string]string{"tag": "plain_text", "content": t.Title}},
				"elements": []any{map[string]string{"tag": "markdown", "content": t.Body}},
			}}
			if to.Secret != "" {
				// Unlike with DingTalk, the key holds the time, and nothing is signed with it.
				at := strconv.FormatInt(now.Unix(), 10)
				m["timestamp"], m["sign"] = at, mac(at+"\n"+to.Secret, "")
			}
			return post(to.URL, m)
		},
		Judge: judgeFeishu,
	}
}

func judgeFeishu(_ int, answer []byte) error {
	var a struct {
		Code *int   `json:"code"`
		Said string `json:"msg"`
	}
	if !read(answer, &a) {
		return errForeign
	}
	return codes{
		refused: map[int]bool{9499: true}, // the body is wrong or too long
		wait:    map[int]time.Duration{11232: time.Minute},
		// 19001, 19021, 19022 and 19024 are token, signature, address and keyword.
	}.judge(a.Code, a.Said)
}
