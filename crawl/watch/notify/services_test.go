package notify

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"
)

var at = time.Unix(1_700_000_000, 0)

func named(t *testing.T, kind string) Service {
	t.Helper()
	for _, s := range services() {
		if s.Kind == kind {
			return s
		}
	}
	t.Fatalf("no service %s", kind)
	return Service{}
}

// The requests, as the documents of the services show them. The signatures were made with
// openssl and Python.
func TestPosts(t *testing.T) {
	to := target{URL: "https://chat.example/hook?key=k", Token: "12:tok", Room: "room"}
	text := &Text{Title: "A & B", Body: "**one**\ntwo", Link: "https://a.example/", Urgent: true}
	for kind, want := range map[string]string{
		"dingtalk": `{"markdown":{"text":"**one**  \ntwo","title":"A & B"},"msgtype":"markdown"}`,
		"feishu": `{"card":{"config":{"wide_screen_mode":true},"elements":[{"content":"**one**\ntwo","tag":"markdown"}],` +
			`"header":{"template":"red","title":{"content":"A & B","tag":"plain_text"}}},"msg_type":"interactive"}`,
		"wecom": `{"markdown":{"content":"**one**\ntwo"},"msgtype":"markdown"}`,
		"slack": `{"text":"**one**\ntwo","unfurl_links":false,"unfurl_media":false}`,
		"telegram": `{"chat_id":"room","disable_notification":false,"link_preview_options":{"is_disabled":true},` +
			`"parse_mode":"HTML","text":"**one**\ntwo"}`,
		"ntfy": `{"click":"https://a.example/","message":"**one**\ntwo","priority":5,"title":"A & B","topic":"room"}`,
	} {
		s := named(t, kind)
		p, err := s.Post(to, text, at)
		if err != nil || string(p.Body) != want {
			t.Errorf("%s: %v\n%s\n%s", kind, err, p.Body, want)
		}
	}
	teams := named(t, "teams")
	p, err := teams.Post(to, text, at)
	if err != nil || !strings.Contains(string(p.Body), `"text":"A \\& B"`) || strings.Count(string(p.Body), "TextBlock") != 3 {
		t.Errorf("teams: %v %s", err, p.Body)
	}
	telegram := named(t, "telegram")
	if p, _ := telegram.Post(target{URL: "https://api.telegram.org/", Token: "12:tok"}, text, at); p.URL != "https://api.telegram.org/bot12:tok/sendMessage" {
		t.Errorf("telegram: %s", p.URL)
	}
	ntfy := named(t, "ntfy")
	if p, _ := ntfy.Post(to, text, at); p.Header.Get("Authorization") != "Bearer 12:tok" {
		t.Errorf("ntfy: %v", p.Header)
	}
}

func TestSignatures(t *testing.T) {
	s := named(t, "dingtalk")
	p, err := s.Post(target{URL: "https://oapi.example/robot/send?access_token=x", Secret: "SECabc"}, &Text{}, at)
	if err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse(p.URL)
	if q := u.Query(); q.Get("access_token") != "x" || q.Get("timestamp") != "1700000000000" || q.Get("sign") != "jcUpW0QmtKduN03n4JqQ0PBosVjqnM8gU7fIIvsDmCM=" {
		t.Errorf("dingtalk: %s", p.URL)
	}
	s = named(t, "feishu")
	p, err = s.Post(target{URL: "https://open.example/hook", Secret: "abc"}, &Text{}, at)
	if err != nil {
		t.Fatal(err)
	}
	var m struct{ Timestamp, Sign string }
	if err := json.Unmarshal(p.Body, &m); err != nil || m.Timestamp != "1700000000" || m.Sign != "VIS10b0EBvzzSdFnuk4tznEmK5wHaruvf/WnViv2yR4=" {
		t.Errorf("feishu: %v %+v", err, m)
	}
}

// What answers mean: "" accepted, "refused", "wait", "failed", "foreign".
func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		kind   string
		status int
		answer string
		want   string
	}{
		{"dingtalk", 200, `{"errcode":0,"errmsg":"ok"}`, ""},
		{"dingtalk", 200, `{"errcode":310000,"errmsg":"keywords not in content"}`, "failed"},
		{"dingtalk", 200, `{"errcode":130101,"errmsg":"send too fast"}`, "wait"},
		{"dingtalk", 200, `{"errcode":460101,"errmsg":"message too long"}`, "refused"},
		{"dingtalk", 200, `{"errcode":-1,"errmsg":"busy"}`, "failed"},
		{"dingtalk", 200, `{}`, "foreign"},
		{"dingtalk", 200, `<html>log in</html>`, "foreign"},
		{"dingtalk", 200, ``, "foreign"},
		{"dingtalk", 502, `{"errcode":0}`, "foreign"},
		{"feishu", 200, `{"code":0,"msg":"success","data":{}}`, ""},
		{"feishu", 200, `{"code":19001,"msg":"param invalid: incoming webhook access token invalid"}`, "failed"},
		{"feishu", 200, `{"code":19021,"msg":"sign match fail or timestamp is not within one hour from current time"}`, "failed"},
		{"feishu", 200, `{"code":11232,"msg":"frequency limited"}`, "wait"},
		{"feishu", 400, `{"code":9499,"msg":"Bad Request"}`, "refused"},
		{"feishu", 200, `[]`, "foreign"},
		{"wecom", 200, `{"errcode":0,"errmsg":"ok"}`, ""},
		{"wecom", 200, `{"errcode":93000,"errmsg":"invalid webhook url"}`, "failed"},
		{"wecom", 200, `{"errcode":45009,"errmsg":"api freq out of limit"}`, "wait"},
		{"wecom", 200, `{"errcode":40058,"errmsg":"markdown.content exceed max length 4096"}`, "refused"},
		{"slack", 200, "ok", ""},
		{"slack", 200, "no_service", "failed"},
		{"slack", 410, "channel_is_archived", "failed"},
		{"slack", 200, "<html>", "foreign"},
		{"slack", 200, "", "foreign"},
		{"slack", 400, "invalid_payload", "foreign"}, // the status says it
		{"teams", 202, "", ""},
		{"teams", 200, "1", ""},
		{"teams", 200, "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x", "wait"},
		{"teams", 200, "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with ContextId x", "refused"},
		{"teams", 200, "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 403", "failed"},
		{"teams", 200, "<!DOCTYPE html><title>Sign in</title>", "foreign"},
		{"teams", 500, "", "foreign"},
		{"telegram", 200, `{"ok":true,"result":{}}`, ""},
		{"telegram", 429, `{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 34","parameters":{"retry_after":34}}`, "wait"},
		{"telegram", 400, `{"ok":false,"error_code":400,"description":"Bad Request: can't parse entities: Unsupported start tag"}`, "refused"},
		{"telegram", 400, `{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}`, "failed"},
		{"telegram", 200, `{"ok":false,"error_code":401,"description":"Unauthorized"}`, "failed"},
		{"telegram", 200, `{"result":1}`, "foreign"},
		{"ntfy", 200, `{"id":"x","event":"message","topic":"t"}`, ""},
		{"ntfy", 200, `{}`, "foreign"},
		{"ntfy", 200, `{"error":"topic invalid"}`, "failed"},
		{"ntfy", 429, `{"code":42908,"http":429,"error":"limit reached: too many messages"}`, "wait"},
		{"ntfy", 429, `{"code":42901,"http":429,"error":"limit reached: too many requests"}`, "foreign"},
	} {
		s := named(t, tt.kind)
		err := s.Judge(tt.status, []byte(tt.answer))
		got := "failed"
		var p *problem
		switch {
		case err == nil:
			got = ""
		case errors.Is(err, errForeign):
			got = "foreign"
		case errors.As(err, &p) && p.Refused:
			got = "refused"
		case errors.As(err, &p) && p.Wait > 0:
			got = "wait"
		}
		if got != tt.want {
			t.Errorf("%s answers %d %s: %q (%v), want %q", tt.kind, tt.status, tt.answer, got, err, tt.want)
		}
	}
}

// No service panics on, or accepts, what is not its answer.
func FuzzJudge(f *testing.F) {
	f.Add(200, `{"errcode":"0"}`)
	f.Add(200, `{"ok":false,"parameters":{"retry_after":99999999999}}`)
	f.Add(200, "HTTP error x")
	f.Fuzz(func(t *testing.T, status int, answer string) {
		for _, s := range services() {
			if err := s.Judge(status, []byte(answer)); err != nil && err.Error() == "" {
				t.Errorf("%s: an error without a word", s.Kind)
			}
		}
	})
}

// Text of a page is shown, and not obeyed.
func TestEscape(t *testing.T) {
	const hostile = "**a** [x](http://e.example) <@all> <at id=all></at> `c` # _d_ <!channel> &lt; | \\"
	for kind, want := range map[string]string{
		"dingtalk": "＊＊a＊＊ ［x］(http://e.example) ＜@all＞ ＜at id=all＞＜/at＞ ｀c｀ ＃ ＿d＿ ＜!channel＞ &lt; ｜ ＼",
		"feishu": "&#42;&#42;a&#42;&#42; &#91;x&#93;&#40;http&#58;//e.example&#41; &#60;@all&#62; &#60;at id=all&#62;&#60;/at&#62; &#96;c&#96; &#35; " +
			"&#95;d&#95; &#60;&#33;channel&#62; &#38;lt; | &#92;",
		"slack":    "**a** [x](http://e.example) &lt;@all&gt; &lt;at id=all&gt;&lt;/at&gt; `c` # _d_ &lt;!channel&gt; &amp;lt; | \\",
		"telegram": "**a** [x](http://e.example) &lt;@all&gt; &lt;at id=all&gt;&lt;/at&gt; `c` # _d_ &lt;!channel&gt; &amp;lt; | \\",
		"teams":    `\*\*a\*\* \[x\]\(http://e.example\) \<@all\> \<at id=all\>\</at\> ` + "\\`c\\`" + ` \# \_d\_ \<\!channel\> \&lt; \| \\`,
		"ntfy":     hostile,
	} {
		s := named(t, kind)
		if got := s.Markup.Escape(hostile); got != want {
			t.Errorf("%s: %s\nwant %s", kind, got, want)
		}
	}
	if named(t, "wecom").Markup.Escape(hostile) != named(t, "dingtalk").Markup.Escape(hostile) {
		t.Error("wecom escapes as dingtalk")
	}
}

func TestLinks(t *testing.T) {
	const hostile = `https://a.example/x)y"z<b>|c d`
	for kind, want := range map[string]string{
		"dingtalk": "[T](https://a.example/x%29y%22z%3Cb%3E%7Cc%20d)",
		"slack":    "<https://a.example/x%29y%22z%3Cb%3E%7Cc%20d|T>",
		"telegram": `<a href="https://a.example/x%29y%22z%3Cb%3E%7Cc%20d">T</a>`,
	} {
		s := named(t, kind)
		if got := s.Markup.Link("T", hostile); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
		if got := s.Markup.Bold(""); got != "" {
			t.Errorf("%s: bold nothing is %q", kind, got)
		}
	}
	if got := JSON().Escape("a\"b\n<"); got != `a\"b\n\u003c` {
		t.Errorf("JSON: %s", got)
	}
}

func TestSizes(t *testing.T) {
	text := &Text{Body: "台a😀"} // 3+1+4 bytes, 1+1+2 UTF-16 units
	if b, u := bytesOfText(text, nil), unitsOfText(text, nil); b != 8 || u != 4 {
		t.Errorf("%d bytes, %d units", b, u)
	}
}
