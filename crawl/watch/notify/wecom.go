package notify

import "time"

// wecom is a robot of a WeCom (企业微信) group. It takes 20 messages a minute, and a text of
// at most 4096 bytes: https://developer.work.weixin.qq.com/document/path/91770
//
// The codes: https://developer.work.weixin.qq.com/document/path/90313
func wecom() Service {
	return Service{
		Kind: "wecom", Markup: markdown(wide), Max: 4096, Size: bytesOfText,
		Post: func(to target, t *Text, _ time.Time) (*Post, error) {
			return post(to.URL, map[string]any{"msgtype": "markdown", "markdown": map[string]string{"content": t.Body}})
		},
		Judge: codes{
			refused: map[int]bool{40058: true, 44004: true, 45002: true}, // a wrong, empty or too long text
			wait:    map[int]time.Duration{45009: time.Minute, 45033: time.Minute},
		}.judgeErrcode,
	}
}
