package jobfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

const oneJob = `
jobs:
  - {name: typhoon, seeds: [https://a.example/], schedule: "@every 1h", budget: {pages: 5}, lang: zh, zone: Asia/Shanghai}
`

func TestChatReceivers(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"duty.tmpl", "feishu.url"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{{.Headline}}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	options := options
	options.LookupEnv = func(string) (string, bool) { return "x", true }
	f, err := jobfile.Parse(filepath.Join(dir, "jobs.yaml"), []byte(`receivers:
  - {name: a, kind: dingtalk, url-env: U, secret-env: S, template-file: duty.tmpl}
  - {name: b, kind: feishu, url-file: feishu.url}
  - {name: c, kind: telegram, token-env: T, chat: "-100", url: "http://127.0.0.1:8081"}
  - {name: d, kind: ntfy, topic-env: T}
  - {name: e, kind: webhook, url: "https://a.example/", template: '{"text": "{{.Headline}}"}'}
`+oneJob), options)
	if err != nil {
		t.Fatal(err)
	}
	a, b, c := f.Receivers[0].Config.(notify.Config).Settings.(*notify.Chat), f.Receivers[1].Config.(notify.Config).Settings.(*notify.Chat), f.Receivers[2].Config.(notify.Config).Settings.(*notify.Chat)
	if a.Template != "{{.Headline}}" || a.Hook.Env != "U" || a.Secret.Env != "S" || b.Hook.File != filepath.Join(dir, "feishu.url") || c.Room != "-100" || c.Server != "http://127.0.0.1:8081" {
		t.Errorf("%+v %+v %+v", a, b, c)
	}
	if j := f.Jobs[0]; j.Lang != "zh" || j.Zone.String() != "Asia/Shanghai" {
		t.Errorf("lang %s, zone %v", j.Lang, j.Zone)
	}
}

func TestChatFaults(t *testing.T) {
	for receiver, want := range map[string]string{
		`kind: slack, url: "https://hooks.slack.com/services/hush"`: "the URL of a slack hook is a secret: url-env names",
		`kind: slack`:                                                   "needs url-env or url-file",
		`kind: slack, url-env: A, url-file: b`:                          "takes one of url-env, url-file",
		`kind: slack, url-env: A, secret-env: B`:                        `has no key "secret-env"`,
		`kind: telegram, token-env: A`:                                  "needs chat or chat-env or chat-file",
		`kind: telegram, chat: "1"`:                                     "needs token-env or token-file",
		`kind: ntfy, topic: a, url: "https://u:p@a.b/"`:                 "a user and a password in it are refused",
		`kind: wecom, url-env: A, template: "{{.Nope}}"`:                "field Nope",
		`kind: wecom, url-env: A, template-file: none`:                  "no such file",
		`kind: webhook, url: "https://a.b/", template: "{{.Headline}}"`: "no JSON",
		`kind: dingtlak, url-env: A`:                                    `did you mean "dingtalk"?`,
	} {
		_, err := jobfile.Parse("jobs.yaml", []byte("receivers: [{name: a, "+receiver+"}]\n"+oneJob), options)
		var e *yamlread.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v; want %q", receiver, err, want)
		}
	}
}
