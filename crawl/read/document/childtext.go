package document

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// matrix is a transformation (ISO 32000-1, 8.3.3): a b c d e f.
type matrix [6]float64

func (m matrix) mul(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3], m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// textState holds what the operators of text and graphics set (9.3, 9.4).
type textState struct {
	matrix, line, page matrix
	size, leading      float64
	decode             func(string) string
	x, y               float64 // where the last piece ended, about, and its base line
	blank              bool    // white space was shown by itself behind it
	spaced             bool    // the page shows its spaces by themselves, as Skia does, so few gaps are spaces
}

// content reads the operators of a page that show text.
func (c *childReader) content(p pdf.Page) {
	one := matrix{1, 0, 0, 1, 0, 0}
	s := &textState{matrix: one, line: one, page: one, y: math.Inf(1)}
	var stack []matrix
	pdf.Interpret(p.V.Key("Contents"), func(stk *pdf.Stack, op string) {
		args := make([]pdf.Value, stk.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stk.Pop()
		}
		switch op {
		case "q":
			if len(stack) < maxDepth {
				stack = append(stack, s.page)
			}
		case "Q":
			if n := len(stack); n > 0 {
				s.page, stack = stack[n-1], stack[:n-1]
			}
		case "cm":
			if m, ok := six(args); ok {
				s.page = m.mul(s.page)
			}
		case "Tf":
			if len(args) == 2 {
				s.decode, s.size = c.font(p, args[0].Name()), args[1].Float64()
			}
		default:
			s.operator(op, args, func(text string) { c.show(s, text) })
		}
	})
}

func six(args []pdf.Value) (m matrix, ok bool) {
	if len(args) != 6 {
		return m, false
	}
	for i := range m {
		m[i] = args[i].Float64()
	}
	return m, true
}

// operator moves to places and shows strings (9.4.2, 9.4.3).
func (s *textState) operator(op string, args []pdf.Value, show func(string)) {
	number := func(i int) float64 {
		if i < len(args) {
			return args[i].Float64()
		}
		return 0
	}
	move := func(x, y float64) {
		s.line = matrix{1, 0, 0, 1, x, y}.mul(s.line)
		s.matrix = s.line
	}
	switch op {
	case "BT":
		s.matrix = matrix{1, 0, 0, 1, 0, 0}
		s.line = s.matrix
	case "Tm":
		if m, ok := six(args); ok {
			s.matrix, s.line = m, m
		}
	case "TL":
		s.leading = number(0)
	case "TD":
		s.leading = -number(1)
		move(number(0), number(1))
	case "Td":
		move(number(0), number(1))
	case "T*":
		move(0, -s.leading)
	case "'", `"`:
		move(0, -s.leading)
		if len(args) > 0 {
			show(s.decoded(args[len(args)-1].RawString()))
		}
	case "Tj":
		if len(args) > 0 {
			show(s.decoded(args[0].RawString()))
		}
	case "TJ":
		if len(args) > 0 {
			show(s.pieces(args[0]))
		}
	}
}

func (s *textState) decoded(raw string) string {
	if s.decode == nil {
		return ""
	}
	return s.decode(raw)
}

// wordGap is the move to the right, in thousandths of the size, that stands for a
// space in the array of TJ: less than the space of any usual font, more than kerning.
const wordGap = -200

// pieces joins the strings of TJ.
func (s *textState) pieces(array pdf.Value) string {
	var b strings.Builder
	for i := 0; i < array.Len() && b.Len() < maxToken; i++ {
		switch v := array.Index(i); v.Kind() {
		case pdf.String:
			b.WriteString(s.decoded(v.RawString()))
		case pdf.Integer, pdf.Real:
			if last, _ := utf8.DecodeLastRuneInString(b.String()); v.Float64() < wordGap && !ideographic(last) {
				b.WriteByte(' ')
			}
		}
	}
	return b.String()
}

// show adds a piece of text where it stands: to the line before, to a new line of the
// same block, or to a new block.
func (c *childReader) show(s *textState, text string) {
	if c.shown++; c.shown > maxShown || c.bytes > maxMarkup {
		panic(errFull) // the interpreter has no other way to stop; onePage recovers
	}
	if strings.TrimSpace(text) == "" {
		s.blank = text != ""
		s.spaced = s.spaced || s.blank
		return
	}
	gap := .15
	if s.spaced {
		gap = .5 // wider than a letter is misjudged
	}
	m := s.matrix.mul(s.page)
	size := s.size * math.Hypot(m[2], m[3])
	x, y := m[4], m[5]
	n := len(c.lines) - 1
	switch down := s.y - y; {
	case n < 0 || c.lines[n].page != c.page || down < -.3*size || down > 1.8*size || math.IsNaN(down):
		c.block++
		fallthrough
	case math.Abs(down) > .3*size, len(c.lines[n].text) > maxLine:
		c.lines = append(c.lines, line{page: c.page, block: c.block, size: size})
		n++
		c.lines[n].text = strings.TrimSpace(text)
	case s.blank || x-s.x > gap*size || strings.HasPrefix(text, " ") || strings.HasSuffix(c.lines[n].text, " "):
		c.lines[n].add(text)
	default: // it goes on where the last one ended
		c.lines[n].text += text
	}
	c.lines[n].size = max(c.lines[n].size, size)
	c.bytes += len(text)
	s.y, s.x, s.blank = y, x+width(text)*size, false
	s.matrix = matrix{1, 0, 0, 1, width(text) * s.size, 0}.mul(s.matrix)
}

// width estimates the width of a text by the size of its font: half of it for a letter,
// all for an ideograph.
func width(s string) (w float64) {
	for _, r := range s {
		if ideographic(r) {
			w++
		} else {
			w += .5
		}
	}
	return w
}

// font is the decoder of a font of the page; it gives U+FFFD for what cannot be known.
func (c *childReader) font(p pdf.Page, name string) func(string) string {
	if f, ok := c.fonts[name]; ok {
		return f
	}
	f := p.Font(name)
	decode := unknown
	enc := f.V.Key("Encoding")
	switch {
	case f.V.Key("Subtype").Name() != "Type0":
		decode = f.Encoder().Decode
	case enc.Name() == "Identity-H" && f.V.Key("ToUnicode").Kind() == pdf.Stream:
		decode = f.Encoder().Decode
	case predefined(enc.Name()) != nil:
		decode = predefined(enc.Name())
	}
	if len(c.fonts) < maxStyles {
		c.fonts[name] = decode
	}
	return decode
}

// unknown stands for characters of which only the glyph is known.
func unknown(raw string) string { return strings.Repeat("\uFFFD", (len(raw)+1)/2) }

// predefined is the decoder of a predefined CMap (ISO 32000-1, table 118): most are
// named after the encoding whose codes they take. nil: none of those.
func predefined(name string) func(string) string {
	base := strings.TrimSuffix(strings.TrimSuffix(name, "-H"), "-V")
	var e encoding.Encoding
	switch base {
	case "GB-EUC", "GBK-EUC", "GBKp-EUC", "GBK2K":
		e = simplifiedchinese.GB18030
	case "B5pc", "ETen-B5", "ETenms-B5":
		e = traditionalchinese.Big5
	case "90ms-RKSJ", "90msp-RKSJ", "90pv-RKSJ", "Ext-RKSJ":
		e = japanese.ShiftJIS
	case "EUC":
		e = japanese.EUCJP
	case "KSC-EUC", "KSCms-UHC", "KSCms-UHC-HW":
		e = korean.EUCKR
	case "UniGB-UCS2", "UniGB-UTF16", "UniCNS-UCS2", "UniCNS-UTF16", "UniJIS-UCS2", "UniJIS-UTF16", "UniJIS-UCS2-HW", "UniKS-UCS2", "UniKS-UTF16":
		e = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	default:
		return nil
	}
	return func(raw string) string {
		s, err := e.NewDecoder().String(raw)
		if err != nil {
			return unknown(raw)
		}
		return s
	}
}
