package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// This part knows chat services: what a message to each looks like on the wire, how long it may be,
// how text is escaped for its markup, and what its answers mean. Many of them answer HTTP 200 to a
// message that they refuse.
//
// The package sends nothing and knows no jobs. Package notify fills templates, sends what Service.Post
// returns, and gives the answer to Service.Judge.

// dingtalk is a custom robot of a DingTalk group:
// https://open.dingtalk.com/document/orgapp/custom-robot-access
//
// A robot sends at most 20 messages a minute, and is then stopped for ten minutes. That
// page names no largest message; ours is far below what was seen to be refused.
func dingtalk() Service {
	return Service{
		Kind: "dingtalk", Markup: markdown(wide), Titled: false, Signs: true, Max: 15_000, Size: bytesOfBody,
		Post: func(to target, t *Text, now time.Time) (*Post, error) {
			address, err := signDingTalk(to, now)
			if err != nil {
				return nil, err
			}
			// The title is shown in the list of chats only. Its Markdown joins lines that do
			// not end with two spaces.
			return post(address, map[string]any{"msgtype": "markdown", "markdown": map[string]string{
				"title": t.Title, "text": strings.ReplaceAll(t.Body, "\n", "  \n")}})
		},
		Judge: codes{
			refused: map[int]bool{40035: true, 460101: true}, // a wrong parameter; too long
			wait:    map[int]time.Duration{130101: 10 * time.Minute, 90030: 10 * time.Minute, 410100: 10 * time.Minute},
			// 310000 is the security setting of the robot: keyword, signature or address. -1 is a
			// busy service. Both are tried again.
		}.judgeErrcode,
	}
}

// signDingTalk adds time and signature to the address:
// https://open.dingtalk.com/document/robots/customize-robot-security-settings
func signDingTalk(to target, now time.Time) (string, error) {
	if to.Secret == "" {
		return to.URL, nil
	}
	u, err := url.Parse(to.URL)
	if err != nil {
		return "", err
	}
	at := strconv.FormatInt(now.UnixMilli(), 10)
	q := u.Query()
	q.Set("timestamp", at)
	q.Set("sign", mac(to.Secret, at+"\n"+to.Secret))
	u.RawQuery = q.Encode()
	return u.String(), nil
}

// mac returns the base64 of HMAC-SHA256.
func mac(key, text string) string {
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(text)) //nolint:errcheck // never fails
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}
