package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
)

// Words that are stored in English and shown in the reader's language are in the catalogue: no call
// in the source names them, so TestEveryTextIsTranslated does not see them.
func TestStoredWordsAreTranslated(t *testing.T) {
	t.Parallel()
	have := catalogue(t)
	var all []string
	for k := range crawl.FailureKind(255) {
		all = append(all, k.String())
	}
	for k := search.Unavailable; k <= search.Unsupported; k++ {
		all = append(all, k.String())
	}
	for _, k := range kinds.All() {
		for _, o := range k.Options {
			if o.Required {
				all = append(all, o.Help)
			}
		}
		if k.URL != "" {
			all = append(all, k.URL)
		}
	}
	for _, o := range []monitor.Outcome{monitor.Running, monitor.Done, monitor.TimeUp, monitor.Failed, monitor.Interrupted, monitor.Skipped, monitor.Postponed} {
		all = append(all, string(o))
	}
	for _, k := range []monitor.Kind{monitor.New, monitor.Changed, monitor.Gone, monitor.Gained, monitor.Lost, monitor.SourceFound, monitor.Notice, monitor.Test} {
		all = append(all, string(k))
	}
	for p := monitor.Calm; p <= monitor.Recovery; p++ {
		all = append(all, p.String())
	}
	for _, c := range notify.Channels() {
		all = append(all, "a receiver of kind "+c.Kind)
	}
	all = append(all, search.WayOut, strategy.RuleSite, strategy.RulePattern, string(monitor.ByEdit), string(monitor.ByModel),
		string(monitor.Scheduled), string(monitor.CaughtUp), string(monitor.ByHand), "a job", "a receiver")
	for _, k := range config.Keys() {
		if k.Machine != "" {
			all = append(all, string(k.Machine))
		}
	}
	all = append(all, "it names a folder of the machine", "it names an address or a folder; give the source a name in the settings (--config)")
	for _, word := range all {
		if have[word] == "" {
			t.Errorf("no Chinese for %q", word)
		}
	}
}

// What is wrong with a run folder, a crawl, a search source or a file of jobs is said in Chinese, and the
// JSON of it in English.
func TestChineseFaults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"run/summary.json": "x", "run/pages.jsonl": "", "run/run.yaml": "format: 5\nversion: x\n", "newer/run.yaml": "format: 99\nversion: 9.0.0\n",
		"jobs.yaml": "folder: .\njobs:\n- name: one\n  sched: x\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ args, want string }{
		{"verify " + dir + "/run", "已损坏  state: 状态不在\n  损失：等待的链接、学得模型的内存和留存文本\n"},
		{"verify " + dir, " 不是运行目录：其中没有 run.yaml、pages.jsonl 和 state/\n"},
		{"verify " + dir + "/newer", fmt.Sprintf("的运行目录格式为 99，而本程序可读格式 1 至 %d；请使用 ontocrawl \"9.0.0\" 或更高版本\n", crawl.RunFormat)},
		{"verify " + dir + "/run --json", "\"what\": \"the state is missing\""},
		{"repair --dry-run " + dir + "/newer", "请使用 ontocrawl \"9.0.0\" 或更高版本\n"},
		{"crawl --topic typhoon --search nosuch --out " + dir + "/x", "没有搜索源 \"nosuch\"；请给出 KIND=URL"},
		{"crawl --topic typhoon --search searxng=ftp://x --out " + dir + "/x", "url 应为 http 或 https 网址：实例的网址，如 "},
		{"job check " + dir + "/jobs.yaml", ":4: 任务 one：任务 没有键 \"sched\"；"},
	} {
		out, errs, _ := speak(t, "LANG=zh_CN.UTF-8", strings.Fields(tt.args)...)
		if !strings.Contains(out+errs, tt.want) {
			t.Errorf("%s: wrote\n%s\n%s\nwant\n%s", tt.args, out, errs, tt.want)
		}
	}
}
