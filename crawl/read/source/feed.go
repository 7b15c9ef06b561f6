package source

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/mmcdole/gofeed"
	"golang.org/x/net/html"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// maxNesting is the limit of a feed's open elements. The parser recurses into
// the elements of an extension, and a feed may contain the markup of an
// article.
const maxNesting = 256

// feed reads RSS, Atom or JSON Feed.
func (b *builder) feed(r io.Reader) error {
	body, err := io.ReadAll(io.LimitReader(r, maxFeed))
	if err != nil && len(body) == 0 {
		return err
	}
	body, err = checkFeed(body)
	if err != nil {
		return err
	}
	f, err := gofeed.NewParser().Parse(bytes.NewReader(body))
	if err != nil {
		return err
	}
	b.page.Title, b.page.Lang = oneLine(text(f.Title)), oneLine(f.Language)
	for i, item := range f.Items {
		if i == maxItems {
			break
		}
		b.item(item)
	}
	return nil
}

// PlainText is the visible text of s, which may hold markup, as one line of at most 300
// characters.
func PlainText(s string) string { return oneLine(text(s)) }

func (b *builder) item(item *gofeed.Item) {
	e := entry{href: item.Link, title: text(item.Title), summary: text(item.Description), kind: crawl.LinkPage, path: pathFeed}
	if e.href == "" && isAddress(item.GUID) { // RSS 2.0: a guid is a permanent link unless it says otherwise
		e.href = item.GUID
	}
	if e.summary == "" {
		e.summary = text(item.Content)
	}
	e.published = b.dated(item.Published, item.PublishedParsed)
	e.modified = e.published.Time
	if t := item.UpdatedParsed; t != nil {
		e.modified = *t
	}
	b.add(&e)
}

func isAddress(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}

// text is the visible text of a title or summary, which may contain markup.
func text(s string) string {
	if len(s) > 64*maxText {
		s = strings.ToValidUTF8(s[:64*maxText], "")
	}
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	for skip := 0; ; {
		switch t := z.Next(); t {
		case html.ErrorToken:
			return out.String()
		case html.TextToken:
			if skip == 0 {
				out.Write(z.Text())
			}
		case html.StartTagToken, html.EndTagToken:
			name, _ := z.TagName()
			if n := string(name); n == "script" || n == "style" {
				skip = max(0, skip+map[bool]int{true: 1, false: -1}[t == html.StartTagToken])
			}
			out.WriteByte(' ')
		}
	}
}

// checkFeed checks what gofeed assumes: bounded nesting and no declared
// entities. Of a truncated or broken feed it returns the part up to the last
// whole item, with its elements closed; of a longer one the first maxItems items.
func checkFeed(body []byte) ([]byte, error) {
	if isJSON(body) {
		return body, nil // encoding/json bounds the depth
	}
	d := decoder(bytes.NewReader(body))
	var open []string
	var end int64 // of the last whole item
	items := 0
	var inside []string
	for {
		t, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF) && len(open) == 0:
			return body, nil
		case err != nil && end > 0:
			return closeTags(body[:end], inside), nil
		case err != nil:
			return body, nil // gofeed may succeed, or gives the reason
		}
		switch t := t.(type) {
		case xml.Directive:
			if bytes.Contains(bytes.ToUpper(t), []byte("<!ENTITY")) {
				return nil, errEntities
			}
		case xml.StartElement:
			if open = append(open, qualifiedName(t.Name)); len(open) > maxNesting {
				return nil, english.Errorf("%w: %d elements", errDeep, len(open))
			}
		case xml.EndElement:
			open = closeElement(open, qualifiedName(t.Name))
			if n := strings.ToLower(t.Name.Local); (n == "item" || n == "entry") && len(open) > 0 && len(open) <= 2 {
				end, inside = d.InputOffset(), append(inside[:0], open...)
				if items++; items == maxItems {
					return closeTags(body[:end], inside), nil
				}
			}
		}
	}
}

func qualifiedName(n xml.Name) string {
	if n.Space != "" {
		return n.Space + ":" + n.Local
	}
	return n.Local
}

// closeElement closes the innermost open element of a name. Without one the end
// tag is ignored.
func closeElement(open []string, name string) []string {
	for i, o := range slices.Backward(open) {
		if o == name {
			return open[:i]
		}
	}
	return open
}

// closeTags appends the end tags of the open elements.
func closeTags(body []byte, open []string) []byte {
	out := bytes.Clone(body)
	for _, name := range slices.Backward(open) {
		out = append(out, "</"+name+">"...)
	}
	return out
}
