package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	nethtml "golang.org/x/net/html"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
)

func newConverter() *converter.Converter {
	return converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(commonmark.WithLinkEmptyContentBehavior(commonmark.LinkBehaviorSkip)),
		// To pad all cells of a column to the longest one would cost their product.
		table.NewTablePlugin(table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal), table.WithHeaderPromotion(true))))
}

// Text returns the main text of an answer that was read as p: of HTML with its links, lists and
// tables; of plain text, and of HTML that has too many elements for a tree or an empty one, by its blocks. It is "" if there is none.
func Text(r *crawl.Response, p *crawl.Page) (string, error) {
	if p.Document == "text" {
		return ofBlocks(p)
	}
	text, err := ofAnswer(r, p, p.Name())
	if text == "" && (err == nil || errors.Is(err, crawl.ErrNotPage)) {
		return ofBlocks(p)
	}
	return text, err
}

// ofAnswer is the main text of an HTML answer, which was read or kept as p; nil if nobody knows.
func ofAnswer(r *crawl.Response, p *crawl.Page, title string) (string, error) {
	n, err := page.Main(r, p)
	if err != nil {
		return "", err
	}
	return convert(n, title)
}

// ofBlocks is the main text of a page of which only the blocks are known: headings, items
// and paragraphs are paragraphs, but for what stands in a heading as a whole.
func ofBlocks(p *crawl.Page) (string, error) {
	var b strings.Builder
	for i := range p.Blocks {
		x := &p.Blocks[i]
		if x.Region != crawl.RegionMain || x.Title && x.Text == p.Title || x.Trail {
			continue
		}
		tag := "p"
		switch {
		case x.H1:
			tag = "h1"
		case x.Code:
			tag = "pre"
		case len(x.Spans) == 1 && x.Spans[0].Group == crawl.GroupHeading:
			tag = "h2"
		}
		b.WriteString("<" + tag + ">" + html.EscapeString(x.Text) + "</" + tag + ">\n")
	}
	n, err := nethtml.Parse(strings.NewReader(b.String()))
	if err != nil {
		return "", fmt.Errorf("crawl/read/markdown: %w", err)
	}
	return convert(n, p.Name())
}

// convert writes a tree as Markdown. Without a heading of the first rank, the title is
// one. A text without letters is none: the result is "".
func convert(n *nethtml.Node, title string) (_ string, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("crawl/read/markdown: %v", x)
		}
	}()
	out, err := newConverter().ConvertNode(n)
	if err != nil {
		return "", fmt.Errorf("crawl/read/markdown: %w", err)
	}
	body := strings.TrimSpace(harmless(string(out)))
	if !strings.ContainsFunc(body, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return "", nil
	}
	if !strings.HasPrefix(body, "# ") && !strings.Contains(body, "\n# ") && text(title) != "" {
		heading, err := inline("<h1>" + html.EscapeString(text(title)) + "</h1>")
		if err != nil {
			return "", err
		}
		body = heading + "\n\n" + body
	}
	return body + "\n", nil
}

// inline converts a piece of HTML of our own.
func inline(s string) (string, error) {
	out, err := newConverter().ConvertString(s)
	return strings.TrimSpace(harmless(out)), err
}

// harmless drops characters that show nothing and mean something to a terminal, and bytes
// that are not UTF-8.
func harmless(s string) string {
	return string(bytes.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || r == utf8.RuneError || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, []byte(s)))
}
