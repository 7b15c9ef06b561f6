package document

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// placed collects what pdftotext -bbox-layout writes: elements page, block, line and
// word, with places in points from the upper left corner. It is XHTML, but a PDF may
// hold characters that XML may not, so it is read as HTML.
type placed struct {
	info  Info
	lines []line
	page  int
	block int
	bytes int
	now   string // the element whose text follows
}

func (p *placed) read(r io.Reader) error {
	z := html.NewTokenizer(r)
	z.SetMaxBuf(maxToken)
	for {
		switch z.Next() {
		case html.ErrorToken:
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return err
			}
			return nil
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			p.start(string(name), func() (k, v string, ok bool) {
				if !more {
					return "", "", false
				}
				var key, val []byte
				key, val, more = z.TagAttr()
				return string(key), string(val), true
			})
		case html.EndTagToken:
			p.now = ""
		case html.TextToken:
			p.text(string(z.Text()))
			if p.bytes > maxMarkup {
				return errFull
			}
		}
	}
}

func (p *placed) start(name string, attr func() (k, v string, ok bool)) {
	p.now = name
	switch name {
	case "page":
		p.page++
	case "block":
		p.block++
	case "line":
		p.lines = append(p.lines, line{page: p.page, block: p.block})
	case "word":
		p.word(attr)
	case "meta":
		p.meta(attr)
	}
}

// word takes the height of a word for the size of its font; a line has the size of its
// largest word.
func (p *placed) word(attr func() (k, v string, ok bool)) {
	var top, bottom float64
	for k, v, ok := attr(); ok; k, v, ok = attr() {
		switch k {
		case "ymin":
			top, _ = strconv.ParseFloat(v, 64)
		case "ymax":
			bottom, _ = strconv.ParseFloat(v, 64)
		}
	}
	if n := len(p.lines); n > 0 {
		p.lines[n-1].size = max(p.lines[n-1].size, bottom-top)
	}
}

func (p *placed) meta(attr func() (k, v string, ok bool)) {
	var name, content string
	for k, v, ok := attr(); ok; k, v, ok = attr() {
		switch k {
		case "name":
			name = v
		case "content":
			content = v
		}
	}
	switch name {
	case "Author":
		p.info.Author = content
	case "CreationDate":
		p.info.Created = moment(content)
	}
}

func (p *placed) text(s string) {
	switch p.now {
	case "title":
		p.info.Title += s
	case "word":
		if n := len(p.lines); n > 0 {
			if len(p.lines[n-1].text) > maxLine {
				p.lines = append(p.lines, line{page: p.page, block: p.block, size: p.lines[n-1].size})
				n++
			}
			p.lines[n-1].add(s)
			p.bytes += len(s) + 1
		}
	}
	if strings.TrimSpace(s) != "" {
		p.now = ""
	}
}
