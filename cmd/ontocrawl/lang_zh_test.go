package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// speak runs a command line with an environment and returns what it wrote.
func speak(t *testing.T, env string, args ...string) (out, errs string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &o, Err: &e}, strings.Fields(env))
	return o.String(), e.String(), code
}

// A user with a Chinese locale is answered in Chinese, with the same exit codes.
func TestChinese(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	jobs := filepath.Join(dir, "jobs.yaml")
	if err := os.WriteFile(jobs, []byte("folder: .\njobs:\n- name: one\n  topic: typhoon\n  sched: x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	owl := filepath.Join(dir, "storm.ttl")
	if err := os.WriteFile(owl, []byte("@prefix : <http://x.example/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n:Storm a owl:Class ; rdfs:label \"storm\"@en , \"风暴\"@zh .\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(dir, "s.yaml")
	if err := os.WriteFile(settings, []byte("phi: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args      string
		out, errs string // what is among it
		code      int
	}{
		{"version", "\n可写本体：rdfxml, ", "", 0},
		{"help status", "\n示例：\n  ontocrawl status runs/typhoon\n", "", 0},
		{"help status", "\n  -h, --help                  status 的帮助\n      --json                  以 JSON 输出\n", "", 0},
		{"--help", "\n用法：\n  ontocrawl COMMAND\n", "", 0},
		{"crawl --help", "\n常用参数：\n", "", 0},
		{"crwl", "", "ontocrawl: ontocrawl 没有命令 \"crwl\"；最接近的是 \"crawl\"（ontocrawl --help 列出全部）\n", 2},
		{"crawl --nothing", "", "ontocrawl: 未知的参数：--nothing\n", 2},
		{"crawl --max-pages", "", "ontocrawl: 参数需要一个值：--max-pages\n", 2},
		{"repair", "", "ontocrawl: 0 个实参不合用；见 ontocrawl repair --help\n", 2},
		{"status", "", "ontocrawl: 请给出一个运行目录，或 --cluster\n", 2},
		{"status " + dir, "", " 中没有爬取：既没有 status.json 也没有 run.yaml\n", 2},
		{"config --phi 3", "", "ontocrawl: --phi：phi 为 3，但应为 0 至 1 之间\n", 2},
		{"config --config " + settings, "", "ontocrawl: " + settings + ":1：phi 为 3，但应为 0 至 1 之间\n", 2},
		{"topic nothing-like-it", "", " 中没有名为 \"nothing-like-it\" 的概念；最接近的名称：", 2},
		{"topic typhoon", "主题 typhoon：43 个概念，其中 22 个核心（*，由本体标记）\n\n名次    权重  核心  概念 ", "", 0},
		{"ontology validate " + owl + " --topic Storm --fix-hints", "  没有定义\n", "", 0},
		{"similarity 台风 风暴潮", "\n共同上级：热带气旋 (tropical cyclone)，深度 2；两者的深度：3 和 3；4 个上级中共有 2 个\n", "", 0},
		{"job check " + jobs, jobs + ":3: 任务 one：任务需要 budget.pages：一次运行可带来多少新网页\n", "", 2},
	} {
		out, errs, code := speak(t, "LANG=zh_CN.UTF-8", strings.Fields(tt.args)...)
		if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errs, tt.errs) {
			t.Errorf("%s: exit code %d, not %d; wrote\n%s\n%s\nwant\n%s\n%s", tt.args, code, tt.code, out, errs, tt.out, tt.errs)
		}
	}
}

// What programs read is the same in every language, and --lang en is English in a Chinese locale.
func TestLanguageIsNotForPrograms(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"version", "--json"}, {"similarity", "typhoon", "storm surge", "--json", "--lang", "en"},
		{"version", "--lang", "en"}, {"help", "crawl", "--lang", "en"}, {"crwl", "--lang", "en"},
	} {
		out, errs, code := speak(t, "LANG=C", args...)
		out2, errs2, code2 := speak(t, "LANG=zh_CN.UTF-8", args...)
		if out != out2 || errs != errs2 || code != code2 {
			t.Errorf("%v: in a Chinese locale\n%s%s(%d)\nelse\n%s%s(%d)", args, out2, errs2, code2, out, errs, code)
		}
	}
}

// Lines of Chinese help fit a terminal as lines of English help do.
func TestChineseHelpFits(t *testing.T) {
	t.Parallel()
	for _, c := range program.Ontocrawl(&cli.App{}).Commands() {
		out, _, _ := speak(t, "LANG=zh_CN.UTF-8", c.Name(), "--help")
		_, after, _ := strings.Cut(out, "\n常用参数：\n")
		before := strings.TrimSuffix(out, after)
		for line := range strings.Lines(before) {
			if n := term.Cells(strings.TrimRight(line, "\n")); n > 100 && !strings.Contains(line, "ontocrawl ") && !strings.Contains(line, "      --") {
				t.Errorf("%s: a line of %d columns: %s", c.Name(), n, line)
			}
		}
	}
}
