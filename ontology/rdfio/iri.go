package rdfio

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// iri holds the components of a reference (RFC 3986, section 3). The has fields
// distinguish an empty component from a missing one.
type iri struct {
	scheme, authority, path, query, fragment string
	hasAuthority, hasQuery, hasFragment      bool
}

// splitIRI splits any string as RFC 3986, appendix B, does.
func splitIRI(s string) iri {
	var u iri
	if n := schemeLen(s); n > 0 {
		u.scheme, s = s[:n], s[n+1:]
	}
	if i := strings.IndexByte(s, '#'); i >= 0 {
		u.hasFragment, u.fragment, s = true, s[i+1:], s[:i]
	}
	if i := strings.IndexByte(s, '?'); i >= 0 {
		u.hasQuery, u.query, s = true, s[i+1:], s[:i]
	}
	if strings.HasPrefix(s, "//") {
		s = s[2:]
		end := strings.IndexByte(s, '/')
		if end < 0 {
			end = len(s)
		}
		u.hasAuthority, u.authority, s = true, s[:end], s[end:]
	}
	u.path = s
	return u
}

// schemeLen returns the length of the scheme without its colon, or 0.
func schemeLen[T string | []byte](s T) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == ':':
			return i
		case isAlpha(c):
		case i > 0 && (IsDigit(c) || c == '+' || c == '-' || c == '.'):
		default:
			return 0
		}
	}
	return 0
}

// String recomposes the reference: RFC 3986, section 5.3.
func (u iri) String() string {
	var b strings.Builder
	if u.scheme != "" {
		b.WriteString(u.scheme)
		b.WriteByte(':')
	}
	if u.hasAuthority {
		b.WriteString("//")
		b.WriteString(u.authority)
	}
	b.WriteString(u.path)
	if u.hasQuery {
		b.WriteByte('?')
		b.WriteString(u.query)
	}
	if u.hasFragment {
		b.WriteByte('#')
		b.WriteString(u.fragment)
	}
	return b.String()
}

// Base resolves references. It is immutable.
type Base struct {
	iri
	Plain   string // without the fragment: the target of ""
	Written string // with it
}

// ParseBase accepts only an IRI with a scheme.
func ParseBase(s string) (*Base, error) {
	u := splitIRI(s)
	if u.scheme == "" {
		return nil, english.Errorf("rdfio: base %q is not an absolute IRI, such as http://example.org/x", s)
	}
	return newBase(u), nil
}

func newBase(u iri) *Base {
	written := u.String()
	u.hasFragment, u.fragment = false, ""
	return &Base{iri: u, Plain: u.String(), Written: written}
}

// NewBase returns a base; iri must be absolute.
func NewBase(iri string) (*Base, error) { return ParseBase(EscapeIRI(strings.TrimSpace(iri))) }

// DocumentBase returns the initial base of a document: see Options.Base.
func DocumentBase(opt Options) (*Base, error) { return NewBase(baseOf(opt)) }

// Resolve returns the absolute IRI of a reference (RFC 3986, section 5.2). It
// percent-encodes characters that an IRI may not hold.
func (b *Base) Resolve(ref string) string { return b.Join(EscapeIRI(strings.TrimSpace(ref))) }

// String returns the base without a fragment.
func (b *Base) String() string { return b.Plain }

// Join implements RFC 3986, section 5.2.2, strictly: "http:g" is absolute.
func (b *Base) Join(ref string) string {
	if ref == "" {
		return b.Plain
	}
	if ref[0] == '#' {
		return b.Plain + ref
	}
	if schemeLen(ref) > 0 && !strings.Contains(ref, "/.") {
		return ref // nothing to do: spare the splitting
	}
	r := splitIRI(ref)
	t := r
	switch {
	case r.scheme != "":
		t.path = removeDots(r.path)
	case r.hasAuthority:
		t.scheme = b.scheme
		t.path = removeDots(r.path)
	default:
		t.scheme = b.scheme
		t.hasAuthority, t.authority = b.hasAuthority, b.authority
		switch {
		case r.path == "":
			t.path = b.path
			if !r.hasQuery {
				t.hasQuery, t.query = b.hasQuery, b.query
			}
		case r.path[0] == '/':
			t.path = removeDots(r.path)
		default:
			t.path = removeDots(b.merge(r.path))
		}
	}
	return t.String()
}

// merge implements RFC 3986, section 5.2.3.
func (b *Base) merge(path string) string {
	if b.hasAuthority && b.path == "" {
		return "/" + path
	}
	return b.path[:strings.LastIndexByte(b.path, '/')+1] + path
}

// removeDots implements RFC 3986, section 5.2.4, segment by segment.
func removeDots(path string) string {
	if !strings.Contains(path, ".") {
		return path
	}
	rooted := strings.HasPrefix(path, "/")
	segments := strings.Split(path, "/")
	if rooted {
		segments = segments[1:]
	}
	out := make([]string, 0, len(segments))
	for i, s := range segments {
		last := i == len(segments)-1
		switch s {
		case "..":
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
			fallthrough
		case ".":
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, s)
		}
	}
	joined := strings.Join(out, "/")
	if rooted {
		return "/" + joined
	}
	return joined
}

// iriChar holds the ASCII characters allowed in an IRI: production IRIREF of Turtle,
// section 6.5.
var iriChar = func() (t [256]bool) {
	for c := range t {
		t[c] = c > 0x20 && !strings.ContainsRune("<>\"{}|^`\\", rune(c))
	}
	return t
}()

// EscapeIRI percent-encodes forbidden characters. RDF/XML was defined over "RDF URI
// references", which could hold spaces, and real files do. RDF 1.1 Concepts, section 3.2,
// names this conversion.
func EscapeIRI(s string) string {
	bad := 0
	for i := 0; i < len(s); i++ {
		if !iriChar[s[i]] {
			bad++
		}
	}
	if bad == 0 {
		return s
	}
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(s)+2*bad)
	for i := 0; i < len(s); i++ {
		if c := s[i]; iriChar[c] {
			out = append(out, c)
		} else {
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }
func IsAlnum(c byte) bool { return isAlpha(c) || IsDigit(c) }
