package page

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Listings and formulas are not prose: a page is no less about its topic because
// it shows a program, too. They become blocks of their own, marked Code.

// codeKind says what the text of an element is.
type codeKind uint8

const (
	noCode     codeKind = iota
	codePhrase          // in code, samp or kbd: a listing if it has several words or is alone in its block
	codePre             // in pre: a listing, unless it reads like prose
	codeSure            // a listing
	codeMath            // a formula: its elements end no block
)

// codeOf returns the kind of code that an element makes of its text.
func codeOf(tag atom.Atom, name string, f *frame, a *attrs) codeKind {
	switch tag {
	case atom.Code:
		if f.code == codePre {
			return codeSure
		}
		return codePhrase
	case atom.Samp, atom.Kbd:
		return codePhrase
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		if saysCode(a.class) {
			return codeSure
		}
		return codePre
	case atom.Math:
		return codeMath
	case atom.Html, atom.Body, atom.Head:
		return noCode
	case 0:
		if strings.HasPrefix(name, "mjx-") {
			return codeMath
		}
	}
	if f.class == "" || len(f.class) > maxCodeName || codeShapes[f.class[0]|0x20]&(1<<len(f.class)) == 0 {
		return noCode
	}
	return codeNames[strings.ToLower(f.class)]
}

// drawsFormula reports classes of pictures of formulas, whose alternative text is
// TeX.
func drawsFormula(class string) bool {
	return class == "tex" || class == "latex" || strings.HasPrefix(class, "mwe-math")
}

// saysCode reports classes by which pages mark the language of a listing.
func saysCode(class string) bool {
	for _, s := range []string{"lang", "code", "highlight", "brush", "pretty", "hljs", "src"} {
		if strings.Contains(class, s) {
			return true
		}
	}
	return false
}

// maxCodeName is the length of the longest name that a shape can tell.
const maxCodeName = 31

// codeNames are first classes that only listings and formulas have: classes of the
// usual highlighters, of the cells of their line numbers, and of KaTeX, MathJax and
// MediaWiki.
var codeNames = func() map[string]codeKind {
	names := map[string]codeKind{"math": codePhrase}
	for name := range strings.FieldsSeq("syntaxhighlighter dp-highlighter crayon-syntax crayon-table codehilite codehilitetable " +
		"highlighttable rouge-table hljs hljs-ln blob-code blob-num js-file-line-container sourcecode codeblock code-block " +
		"lineno linenos line-numbers linenumber linenumbers linenodiv cnblogs_code prettyprint prism-code codemirror ace_editor monaco-editor") {
		names[name] = codeSure
	}
	for name := range strings.FieldsSeq("katex katex-display katex-mathml mathjax mathjax_display mathjax_preview mathjax_svg " +
		"mathjax_chtml mjx-chtml mwe-math-element mathml") {
		names[name] = codeMath
	}
	return names
}()

// codeShapes are the lengths of these names, by first letter.
var codeShapes = func() (t [256]uint32) {
	for s := range codeNames {
		t[s[0]] |= 1 << len(s)
	}
	return t
}()

// enterCode sets what f makes of its text. An inline element with code is a phrase,
// unless it is a part of a link or a heading, whose words are names.
func (b *builder) enterCode(f *frame, kind codeKind) {
	if f.block && f.code == codePhrase {
		f.code = codePre
	}
	switch {
	case kind <= f.code || f.block && kind == codePhrase || b.inHeading():
	case f.block:
		f.code = kind
	case f.code == codePre: // <pre><code>
		for i := len(b.stack) - 1; b.stack[i].code == codePre; i-- {
			b.stack[i].code = kind
		}
		f.code = kind
	case b.open < 0:
		f.code, f.phrase = kind, true
	}
}

func (b *builder) inHeading() bool {
	return slices.ContainsFunc(b.stack, func(f frame) bool { return f.level > 0 })
}

// closePhrase ends a phrase. If it has several words or is a formula, it becomes a
// block.
func (b *builder) closePhrase(f *frame) {
	from := max(f.start, b.start)
	text := bytes.TrimLeft(b.text[from:], " ")
	from = len(b.text) - len(text)
	switch {
	case len(text) == 0 || len(b.blocks)+1 >= maxBlocks:
	case f.code == codePhrase && (bytes.IndexByte(text, ' ') < 0 || readsLikeProse(string(text))):
		b.codeFrom, b.codeTo = from, len(b.text)
	default:
		if from > b.start {
			b.split(from, b.links[f.from:])
		}
		b.codeFrom, b.codeTo = b.start, len(b.text)
		b.flush()
	}
}

// split ends the open block before text[at:], which begins the next one. links are
// those in that text.
func (b *builder) split(at int, links []linkDraft) {
	tail := string(b.text[at:])
	offset, first := at-b.start, b.firstSpan
	for b.spans[first].End <= offset {
		first++
	}
	spans := slices.Clone(b.spans[first:])
	b.text = bytes.TrimRight(b.text[:at], " ")
	b.spans = b.spans[:first]
	end := len(b.text) - b.start
	if first == b.firstSpan || b.spans[first-1].End < end {
		b.spans = append(b.spans, spans[0])
	}
	b.spans[len(b.spans)-1].End = end
	b.endBlock(noCode)
	moved := len(b.text) - at
	b.text = append(b.text, tail...)
	for _, s := range spans {
		b.spans = append(b.spans, crawl.Span{End: s.End - offset, Group: s.Group})
	}
	for i := range links {
		if l := &links[i]; l.start >= at {
			l.start, l.end, l.block = l.start+moved, l.end+moved, len(b.blocks)
		}
	}
}

// codeOfBlock returns the kind of the open block, which is complete, as a whole.
func (b *builder) codeOfBlock(f *frame) (kind codeKind) {
	switch {
	case f.title || f.group <= crawl.GroupHeading:
	case f.code > codePhrase:
		kind = f.code
	case b.codeTo == len(b.text) && b.codeFrom == b.start:
		kind = codePre
	case isTeX(b.text[b.start:]):
		kind = codeMath
	}
	b.coded = b.coded || kind != noCode
	return kind
}

// isTeX reports a text between the marks of a displayed formula, as authors write
// it for a script that draws it.
func isTeX(s []byte) bool {
	if len(s) < 5 || s[0] != '$' && s[0] != '\\' {
		return false
	}
	return bytes.HasPrefix(s, []byte("$$")) && bytes.HasSuffix(s, []byte("$$")) ||
		bytes.HasPrefix(s, []byte(`\[`)) && bytes.HasSuffix(s, []byte(`\]`)) ||
		bytes.HasPrefix(s, []byte(`\begin{`)) && bytes.HasSuffix(s, []byte("}"))
}

// markCode decides which blocks are listings, once all are known. A number alone
// before one is the number of its line.
func (b *builder) markCode(text string) {
	if !b.coded {
		return
	}
	for i := range b.blocks {
		if d := &b.blocks[i]; d.code == codePre && readsLikeProse(text[d.start:d.end]) {
			d.code = noCode
		}
	}
	for i := len(b.blocks) - 2; i >= 0; i-- {
		if d := &b.blocks[i]; d.code == noCode && b.blocks[i+1].code != noCode && isNumber(text[d.start:d.end]) {
			d.code = codeSure
		}
	}
}

// isNumber reports texts of a few digits.
func isNumber(s string) bool {
	return len(s) <= 6 && strings.Trim(s, "0123456789") == ""
}

// Prose in a pre element (bulletins of weather services, letters, plain text made
// into a page) has few of the signs that programs are made of, and the words or the
// script of a language.
const (
	leastProse = 20 // words
	signShare  = 40 // fewer than one sign in so many bytes
	wordShare  = 14 // one of the commonest English words in so many, or more
)

// readsLikeProse reports whether a pre element holds running text.
func readsLikeProse(s string) bool {
	var t wordCount
	t.add(s)
	if t.words() < leastProse {
		return false
	}
	signs := 0
	for i := range len(s) {
		if strings.IndexByte("{}[]<>=;$|&_#@\\^~`", s[i]) >= 0 {
			signs++
		}
	}
	return signs*signShare < len(s) && (t.han+t.kana > t.words() || commonWords(s)*wordShare >= t.words())
}
