package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
)

// docPages returns the pages for people: both READMEs and all of docs in both languages. Records of
// decisions and the changelog tell what was, so they are left out.
func docPages(t *testing.T) []string {
	t.Helper()
	root := filepath.Join("..", "..")
	var pages []string
	for _, pattern := range []string{"README*.md", "docs/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	if len(pages) < 50 {
		t.Fatalf("only %d pages: this test looks at the wrong place", len(pages))
	}
	return pages
}

// TestDocsCommands: each command that a page shows, in a block or in a line, has verbs and flags that
// there are, and in a block as many arguments as it takes. A flag that is named alone belongs to some command.
func TestDocsCommands(t *testing.T) {
	t.Parallel()
	c := newCommandLines()
	for _, path := range docPages(t) {
		for _, shown := range commandsIn(string(read(path))) {
			if wrong := c.check(shown); wrong != "" {
				t.Errorf("%s shows %q: %s", filepath.Base(path), strings.Join(shown.words, " "), wrong)
			}
		}
	}
	if c.checked < 400 {
		t.Errorf("only %d commands were found", c.checked)
	}
}

// TestDocsCommandsFinds: the test above finds what it is for.
func TestDocsCommandsFinds(t *testing.T) {
	t.Parallel()
	c := newCommandLines()
	for page, want := range map[string]int{
		"```\nontocrawl crawl --topic typhoon --seeds s.txt \\\n   --max-pages 5   # now\n```\n": 0,
		"```\n$ ./ontocrawl crawl --topik typhoon\n```\n":                                        1,
		"```\nontocrawl job chek jobs.yaml && ontocrawl score a b | sort\n```\n":                 2,
		"```\nsudo ontocrawl score\n```\n":                                                       1,
		"`ontocrawl score` is `ontocrawl scor`; `--phi 0.4` is no `--fhi`":                       2,
		"```\nontocrawl-node run --data /d\nontocrawl-node crawl\n```\n":                         1,
		"`ontocrawl COMMAND`, `ontocrawl job …`, `ontocrawl.yaml`, `ontocrawl_pages`":            0,
	} {
		wrong := 0
		for _, shown := range commandsIn(page) {
			if c.check(shown) != "" {
				wrong++
			}
		}
		if wrong != want {
			t.Errorf("%d are wrong, want %d:\n%s", wrong, want, page)
		}
	}
}

// TestDocsLinks: each link of a page leads to a file, and to a heading of it if it names one. TestDocsInChinese
// holds links of both languages against each other.
func TestDocsLinks(t *testing.T) {
	t.Parallel()
	adrs, err := filepath.Glob(filepath.Join("..", "..", "docs", "adr", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(docPages(t), append(adrs, filepath.Join("..", "..", "CHANGELOG.md"))...) {
		for _, m := range docLink.FindAllStringSubmatch(docFence.ReplaceAllString(string(read(path)), ""), -1) {
			other := strings.Replace(chineseOf(path), ".zh-CN.zh-CN.md", ".md", 1)
			if m[1] != filepath.Base(other) { // the same page in the other language
				target(t, path, m[1])
			} else if !exists(other) {
				t.Errorf("%s links to %s, which is not there", filepath.Base(path), m[1])
			}
		}
	}
}

// shownCommand is a command line that a page shows, or flags alone if it begins with one.
type shownCommand struct {
	words []string
	whole bool // all its arguments are there
}

var (
	shownEnd   = regexp.MustCompile(`\s#\s|&&|\|\||[|;>]|\s<\s`)
	shownSpan  = regexp.MustCompile("`((?:ontocrawl(?:-node)? |--[a-z])[^`]*)`")
	shownWords = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)
	shownFirst = regexp.MustCompile(`^(?:\$ )?(?:sudo )?(?:[A-Z_]+=\S+ )*(?:\./|go run \./cmd/)?(ontocrawl(?:-node)?(?: .*)?)$`)
)

// commandsIn returns the commands of a page.
func commandsIn(page string) (all []shownCommand) {
	for _, m := range docFence.FindAllStringSubmatch(page, -1) {
		if m[1] == "text" { // usage lines of docs/commands.md, which is made from the commands, and files
			continue
		}
		for line := range strings.Lines(strings.ReplaceAll(m[2], "\\\n", " ")) {
			for _, part := range shownEnd.Split(line, -1) {
				if m := shownFirst.FindStringSubmatch(strings.TrimSpace(part)); m != nil {
					words := shownWords.FindAllString(m[1], -1)
					all = append(all, shownCommand{words, !strings.ContainsAny(part, "…[")})
				}
			}
		}
	}
	for _, m := range shownSpan.FindAllStringSubmatch(docFence.ReplaceAllString(page, ""), -1) {
		all = append(all, shownCommand{words: shownWords.FindAllString(m[1], -1)})
	}
	return all
}

// commandLines knows the commands of both programs.
type commandLines struct {
	roots   map[string]*cobra.Command
	flags   map[string]bool // of any command
	checked int
}

func newCommandLines() *commandLines {
	c := &commandLines{flags: map[string]bool{}, roots: map[string]*cobra.Command{
		"ontocrawl": program.Ontocrawl(&cli.App{}), "ontocrawl-node": program.Node(host.Start)(&cli.App{}),
	}}
	for _, root := range c.roots {
		root.InitDefaultVersionFlag()
		c.collect(root)
	}
	return c
}

func (c *commandLines) collect(cmd *cobra.Command) {
	cmd.InitDefaultHelpFlag()
	cmd.Flags().VisitAll(func(f *pflag.Flag) { c.flags[f.Name] = true })
	cmd.PersistentFlags().VisitAll(func(f *pflag.Flag) { c.flags[f.Name] = true })
	for _, sub := range cmd.Commands() {
		c.collect(sub)
	}
}

// check says what is wrong with a command; "" if nothing is.
func (c *commandLines) check(shown shownCommand) string {
	c.checked++
	root := c.roots[shown.words[0]]
	if root == nil { // flags alone
		for _, w := range shown.words {
			if name, ok := flagName(w); ok && !c.flags[name] {
				return "no command has the flag --" + name
			}
		}
		return ""
	}
	words := shown.words[1:]
	if len(words) > 0 && words[0] == "help" {
		words = words[1:]
	}
	cmd, rest, err := root.Find(words)
	if err != nil {
		return err.Error()
	}
	args, wrong := positional(cmd, rest)
	switch {
	case wrong != "":
		return wrong
	case cmd.HasSubCommands() && len(args) > 0 && !placeholder(args[0]):
		return "there is no such command"
	case shown.whole && cmd.Args != nil && !cmd.HasSubCommands() && !slices.Contains(rest, "--help"):
		if err := cmd.Args(cmd, args); err != nil {
			return err.Error()
		}
	}
	return ""
}

// positional returns the words of a command that are no flags and no values of flags.
func positional(cmd *cobra.Command, words []string) (args []string, wrong string) {
	for i := 0; i < len(words); i++ {
		name, long := flagName(words[i])
		var f *pflag.Flag
		switch {
		case long:
			f = cmd.Flag(name)
		case len(words[i]) == 2 && words[i][0] == '-':
			f = cmd.Flags().ShorthandLookup(words[i][1:])
		default:
			args = append(args, words[i])
			continue
		}
		if f == nil {
			return nil, "it has no flag " + words[i]
		}
		if f.NoOptDefVal == "" && !strings.Contains(words[i], "=") {
			i++ // its value
		}
	}
	return args, ""
}

// flagName returns the name of a flag, as of --name=value.
func flagName(word string) (name string, ok bool) {
	name, ok = strings.CutPrefix(word, "--")
	name, _, _ = strings.Cut(strings.TrimRight(name, "`,.;:）)]"), "=")
	return name, ok && name != ""
}

// placeholder reports a word that stands for others, as COMMAND does.
func placeholder(word string) bool {
	return strings.ContainsAny(word, "…<[") || strings.ToUpper(word) == word
}
