package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// englishOnly are the pages of docs that have no Chinese version, and why. All others are
// for users, and have one.
var englishOnly = map[string]string{
	"commands.md":     "made from the code; ontocrawl help says the same in Chinese",
	"adding.md":       "for who changes the program",
	"packages.md":     "for who changes the program",
	"architecture.md": "for who changes the program; its names are those of the code",
	"benchmarks.md":   "a record of measurements, each with the command that repeats it",
	"dependencies.md": "for who changes the program",
	"findings.md":     "for researchers, beside papers in English",
	"glossary.md":     "one page holds both languages",
	"library.md":      "for programmers in Go, whose package documents are in English",
	"methods.md":      "for researchers, beside papers in English",
}

// TestDocsInChinese: each page for users has a Chinese version that is in step with it. Both
// have the same headings by level, lists, tables by rows, and blocks of code but for their
// comments; they name the same things in `code` and the same figures; and their links lead
// to the same places, of the reader's language where there is a version of it.
func TestDocsInChinese(t *testing.T) {
	t.Parallel()
	dir := filepath.Join("..", "..", "docs")
	pages, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, filepath.Join("..", "..", "README.md"))
	pairs := 0
	for _, path := range pages {
		page := filepath.Base(path)
		if english, ok := strings.CutSuffix(page, ".zh-CN.md"); ok {
			if !exists(filepath.Join(dir, english+".md")) || englishOnly[english+".md"] != "" {
				t.Errorf("%s is the version of no page for users", page)
			}
			continue
		}
		if englishOnly[page] != "" {
			continue
		}
		if !exists(chineseOf(path)) {
			t.Errorf("%s has no Chinese version", page)
			continue
		}
		pairs++
		for _, difference := range outOfStep(outlineOf(t, path), outlineOf(t, chineseOf(path))) {
			t.Errorf("%s and its Chinese version: %s", page, difference)
		}
	}
	if pairs < 15 {
		t.Errorf("only %d pages have a Chinese version: this test looks at the wrong place", pairs)
	}
}

func chineseOf(path string) string { return strings.TrimSuffix(path, ".md") + ".zh-CN.md" }

// outline holds what both versions of a page share.
type outline struct {
	headings []string // their levels, as in ##
	tables   []string // the number of rows of each
	items    []string // the number of items under each heading
	blocks   []string // of code, without comments
	links    []string // in alphabetic order, without versions of a language
	codes    []string // in backticks, in alphabetic order, each once
	figures  []string // likewise
}

var (
	docFence   = regexp.MustCompile("(?ms)^```(.*?)\n(.*?)^```$")
	docComment = regexp.MustCompile(`(?m)(^|\s+)(#|//) .*$|\s+$`)
	docLink    = regexp.MustCompile(`\]\(([^)]+)\)`)
	docCode    = regexp.MustCompile("`([^`]+)`")
	docFigure  = regexp.MustCompile(`\d+(?:\.\d+)?`)
	docName    = regexp.MustCompile(`[A-Za-z]`)
	docPlace   = regexp.MustCompile(`(^|[ :_-])[A-Z]+([^A-Za-z]|$)`) // in place of a name, such as FILE: a version may say it in its language
	docMonth   = regexp.MustCompile(`\d+ ?月`)
	docHan     = regexp.MustCompile(`\p{Han}`)
	docItem    = regexp.MustCompile(`^\s*(?:[-*]|\d{1,2}\.) `)
	docLine    = regexp.MustCompile(`\A(# .*\n\n)\[(?:中文|English)\]\(([^)]+)\)\n`)
)

// outlineOf reads a page. It also holds it to what holds for one version alone.
func outlineOf(t *testing.T, path string) *outline {
	t.Helper()
	text := string(read(path))
	top := docLine.FindStringSubmatch(text)
	if other := strings.Replace(chineseOf(path), ".zh-CN.zh-CN.md", ".md", 1); top == nil || top[2] != filepath.Base(other) {
		t.Errorf("%s does not begin with a link to %s", filepath.Base(path), filepath.Base(other))
	}
	text = docLine.ReplaceAllString(text, "$1")
	o := new(outline)
	for _, m := range docFence.FindAllStringSubmatch(text, -1) {
		o.blocks = append(o.blocks, m[1]+"\n"+sharedCode(m[1], m[2]))
	}
	text = docFence.ReplaceAllString(text, "")
	rows, items := 0, 0
	for line := range strings.Lines(text + "\n") {
		switch {
		case strings.HasPrefix(line, "|"):
			rows++
			continue
		case strings.HasPrefix(line, "#"):
			level, _, _ := strings.Cut(line, " ")
			o.headings, o.items = append(o.headings, level), append(o.items, fmt.Sprint(items))
			items = 0
		case docItem.MatchString(line):
			items++
		}
		if rows > 0 {
			o.tables, rows = append(o.tables, fmt.Sprint(rows)), 0
		}
	}
	o.items = append(o.items, fmt.Sprint(items))
	for _, m := range docLink.FindAllStringSubmatch(text, -1) {
		o.links = append(o.links, target(t, path, m[1]))
	}
	slices.Sort(o.links)
	text = docLink.ReplaceAllString(text, "]")
	codes, figures := map[string]bool{}, map[string]bool{}
	for _, m := range docCode.FindAllStringSubmatch(text, -1) {
		if docName.MatchString(m[1]) && !docHan.MatchString(m[1]) && !docPlace.MatchString(m[1]) {
			codes[strings.Join(strings.Fields(m[1]), " ")] = true
		}
	}
	for _, figure := range docFigure.FindAllString(docMonth.ReplaceAllString(docCode.ReplaceAllString(text, ""), ""), -1) {
		figures[figure] = true
	}
	o.codes, o.figures = slices.Sorted(maps.Keys(codes)), slices.Sorted(maps.Keys(figures))
	return o
}

// sharedCode returns what both versions share of a block: of a session in a terminal
// the commands (TestTutorial holds what they print), else all but comments.
func sharedCode(kind, body string) string {
	if !strings.HasPrefix(kind, "console") {
		return docComment.ReplaceAllString(body, "")
	}
	var commands strings.Builder
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, "$ ") {
			commands.WriteString(line)
		}
	}
	return commands.String()
}

// target says where a link leads, whatever the language: its anchor, which is made of the
// words of a heading, must be there; and a Chinese page links to Chinese pages and shows Chinese pictures.
func target(t *testing.T, path, link string) string {
	t.Helper()
	if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
		return strings.TrimSuffix(strings.Replace(link, "/lang/zh-CN/", "/", 1), "/")
	}
	file, anchor, anchored := strings.Cut(link, "#")
	to := filepath.Join(filepath.Dir(path), filepath.FromSlash(file))
	if file == "" {
		to = path
	}
	if _, err := os.Stat(to); err != nil {
		t.Errorf("%s links to %s, which is not there", filepath.Base(path), link)
		return link
	}
	kind := filepath.Ext(file)
	chinese := strings.TrimSuffix(to, kind) + ".zh-CN" + kind
	if strings.HasSuffix(path, ".zh-CN.md") && kind != "" && !strings.HasSuffix(to, ".zh-CN"+kind) && exists(chinese) {
		t.Errorf("%s links to %s, which has a Chinese version", filepath.Base(path), link)
	}
	if anchored && !slices.Contains(anchors(string(read(to))), anchor) {
		t.Errorf("%s links to %s, but there is no such heading", filepath.Base(path), link)
	}
	file = strings.Replace(file, ".zh-CN"+kind, kind, 1)
	if anchored {
		file += "#"
	}
	return file
}

// anchors returns those that GitHub gives to the headings of a page.
func anchors(page string) (names []string) {
	page = docFence.ReplaceAllString(page, "")
	drop := regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		names = append(names, strings.ReplaceAll(drop.ReplaceAllString(strings.ToLower(docLink.ReplaceAllString(m[1], "")), ""), " ", "-"))
	}
	return names
}

// outOfStep says where two versions of a page differ.
func outOfStep(en, zh *outline) (differences []string) {
	for _, part := range []struct {
		name   string
		en, zh []string
	}{
		{"heading", en.headings, zh.headings}, {"number of items under heading", en.items, zh.items}, {"rows of table", en.tables, zh.tables},
		{"block of code", en.blocks, zh.blocks},
	} {
		if d := firstStep(part.name, part.en, part.zh); d != "" {
			differences = append(differences, d)
		}
	}
	for _, part := range []struct {
		name   string
		en, zh []string
	}{{"links", en.links, zh.links}, {"code", en.codes, zh.codes}, {"figures", en.figures, zh.figures}} {
		if only := without(part.en, part.zh); len(only) > 0 {
			differences = append(differences, fmt.Sprintf("%s only in English: %q", part.name, only))
		}
		if only := without(part.zh, part.en); len(only) > 0 {
			differences = append(differences, fmt.Sprintf("%s only in Chinese: %q", part.name, only))
		}
	}
	return differences
}

func firstStep(name string, en, zh []string) string {
	for i := range max(len(en), len(zh)) {
		var a, b string
		if i < len(en) {
			a = en[i]
		}
		if i < len(zh) {
			b = zh[i]
		}
		if a != b {
			return fmt.Sprintf("%s %d is\n%s\nin English, and in Chinese\n%s", name, i+1, a, b)
		}
	}
	return ""
}

// without returns what a has more often than b.
func without(a, b []string) (more []string) {
	b = slices.Clone(b)
	for _, s := range a {
		if i := slices.Index(b, s); i >= 0 {
			b = slices.Delete(b, i, i+1)
		} else {
			more = append(more, s)
		}
	}
	return more
}

// The test finds what it is for.
func TestOutOfStep(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	en := "# A\n\n[中文](a.zh-CN.md)\n\nSee `key` in 3 s.\n\n## B\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nrun x   # now\n```\n\n[more](a.md#b)\n"
	zh := strings.NewReplacer("[中文](a.zh-CN.md)", "[English](a.md)", "# now", "# 现在", "(a.md#b)", "(a.zh-CN.md#乙)", "## B", "## 乙").Replace(en)
	path := write(t, dir, "a.md", en)
	for i, change := range []string{
		"", "## 乙=### 乙", "- one=- one\n- two", "| 1 | 2 |=| 1 | 2 |\n| 3 | 3 |", "run x=run y", "`key`=`keys`", "3 s=30 s", "[more]=[more](a.md) [more]",
	} {
		old, put, _ := strings.Cut(change, "=")
		write(t, dir, "a.zh-CN.md", strings.Replace(zh, old, put, min(i, 1)))
		if i == 7 {
			write(t, dir, "a.zh-CN.md", strings.Replace(zh, "[more]", "[more](https://a.example) [more]", 1))
		}
		if d := outOfStep(outlineOf(t, path), outlineOf(t, chineseOf(path))); len(d) > 0 != (i > 0) {
			t.Errorf("%q: %q", change, d)
		}
	}
}
