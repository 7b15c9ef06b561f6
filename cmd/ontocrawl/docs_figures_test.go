package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocsFigures: each table of figures says what made them and when: its section, or the beginning of a
// section around it, names a command and a day.
func TestDocsFigures(t *testing.T) {
	t.Parallel()
	tables := 0
	for _, path := range docPages(t) {
		for _, table := range figureTables(string(read(path))) {
			tables++
			if why := chosenFigures[filepath.Base(path)+": "+table.head]; why != "" {
				continue
			}
			if !figureCommand.MatchString(table.around) {
				t.Errorf("%s: no command made the figures below %q", filepath.Base(path), table.head)
			}
			if !figureDay.MatchString(table.around) {
				t.Errorf("%s: no day is named for the figures below %q", filepath.Base(path), table.head)
			}
		}
	}
	if tables < 120 {
		t.Errorf("only %d tables of figures were found", tables)
	}
}

// chosenFigures are the tables whose figures are chosen, not measured, and by what.
var chosenFigures = map[string]string{
	"methods.md: | setting | w_ct | w_tl | d | threshold |":      "the papers",
	"ontologies.md: | relation | meaning | weight of the edge |": "the paper",
	"ontologies.zh-CN.md: | 关系 | 含义 | 边的权值 |":                    "the paper",
	"politeness.md: | limit | value |":                           "the program",
	"politeness.zh-CN.md: | 限制 | 数值 |":                           "the program",
}

// figureTable is a table most of whose cells are figures.
type figureTable struct {
	head   string
	around string // its section, and the beginning of each section around it
}

var (
	figureHeading = regexp.MustCompile(`^(#+) `)
	figureRule    = regexp.MustCompile(`^\|[-| :]+\|?$`)
	figureCell    = regexp.MustCompile(`^[*~<>≤]*[-−+]?[\d.,]+([ /(;,*%].*)?$`)
	figureCommand = regexp.MustCompile("(go test|go run|ontocrawl |crawl --|bench/|/tools/|\\.ci/|-run )[^`]|benchmarks\\.md#")
	figureDay     = regexp.MustCompile(`2026-1[012]-\d\d|\d (November|October) 2026|2026 年 1[012] 月 \d`)
)

func figureTables(page string) []figureTable {
	lines := strings.Split(page, "\n")
	var tables []figureTable
	open := map[int]string{} // by depth of heading: the lines below it so far
	depth := 0
	for i := 0; i < len(lines); i++ {
		if m := figureHeading.FindStringSubmatch(lines[i]); m != nil {
			depth = len(m[1])
			for d := range open {
				if d >= depth {
					delete(open, d)
				}
			}
		}
		if !strings.HasPrefix(lines[i], "|") || i+1 == len(lines) || !figureRule.MatchString(lines[i+1]) {
			open[depth] += lines[i] + "\n"
			continue
		}
		head := lines[i]
		var rows []string
		for i += 2; i < len(lines) && strings.HasPrefix(lines[i], "|"); i++ {
			rows = append(rows, lines[i])
		}
		i--
		if mostlyFigures(rows) {
			tables = append(tables, figureTable{head, head + "\n" + strings.Join(rows, "\n") + section(lines[i:]) + joined(open)})
		}
	}
	return tables
}

// section returns the lines up to the next heading.
func section(lines []string) string {
	for i, line := range lines {
		if figureHeading.MatchString(line) {
			return strings.Join(lines[:i], "\n")
		}
	}
	return strings.Join(lines, "\n")
}

func joined(parts map[int]string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(part)
	}
	return b.String()
}

// mostlyFigures: two cells of five are figures, names of rows left out, and three at least.
func mostlyFigures(rows []string) bool {
	cells, figures := 0, 0
	for _, row := range rows {
		for _, cell := range strings.Split(strings.Trim(row, "|"), "|")[1:] {
			cells++
			if figureCell.MatchString(strings.TrimSpace(cell)) {
				figures++
			}
		}
	}
	return figures >= 3 && 5*figures >= 2*cells
}

// TestDocsFiguresFinds: the test above finds what it is for.
func TestDocsFiguresFinds(t *testing.T) {
	t.Parallel()
	const table = "| a | b |\n|---|---|\n| x | .5 |\n| y | 7 ms |\n| z | 1,200 |\n"
	for page, want := range map[string][2]bool{
		"# A\n" + table: {false, false},
		"# A\nBy `go test ./x`, 2026-11-20.\n## B\n" + table:               {true, true},
		"# A\n## C\nBy `go test ./x`, 2026-11-20.\n## B\n" + table:         {false, false},
		"# A\n## B\n" + table + "\nOn 2 November 2026.\n## C\n`go test .`": {false, true},
	} {
		got := figureTables(page)
		if len(got) != 1 {
			t.Errorf("%d tables in %q", len(got), page)
			continue
		}
		if c, d := figureCommand.MatchString(got[0].around), figureDay.MatchString(got[0].around); c != want[0] || d != want[1] {
			t.Errorf("command %v, day %v, want %v: %q", c, d, want, page)
		}
	}
	if got := figureTables("| a | b |\n|---|---|\n| x | word |\n| y | 2 |\n"); len(got) != 0 {
		t.Errorf("a table of words is one of figures: %v", got)
	}
}
