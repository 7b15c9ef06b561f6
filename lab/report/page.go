package report

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

//go:embed templates/*
var files embed.FS

// Fact is a name with a value.
type Fact struct{ Name, Value string }

// write fills the template called name. address writes URLs; s speaks.
func write(w io.Writer, name string, address func(string) string, s speaker, data any) error {
	t, err := parseTemplates(address, s)
	if err != nil {
		return err
	}
	if err := t.ExecuteTemplate(w, name, data); err != nil {
		return english.Errorf("lab/report: %w", err)
	}
	return nil
}

// parseTemplates reads the templates. address writes URLs.
func parseTemplates(address func(string) string, s speaker) (*template.Template, error) {
	if address == nil {
		address = visible
	}
	t := template.New("").Funcs(template.FuncMap{
		"style":    func() template.CSS { return template.CSS(ownFile("style.css")) }, //nolint:gosec // our own
		"script":   func() template.JS { return template.JS(script()) },               //nolint:gosec // our own
		"policy":   policy,
		"say":      s.say,
		"words":    s.words,
		"f3":       func(v any) string { return fmt.Sprintf("%.3f", v) },
		"f2":       func(v float64) string { return fmt.Sprintf("%.2f", v) },
		"f1":       func(v float64) string { return fmt.Sprintf("%.1f", v) },
		"signed":   signed,
		"pages":    pages,
		"htmlLang": htmlLang,
		"percent":  percent,
		"visible":  visible,
		"address":  func(url string) string { return visible(address(url)) },
		"lines":    func(s string) []string { return strings.Split(strings.TrimSpace(s), "\n") },
		"list":     func(v ...any) []any { return v },
		"link":     webLink,
		"host":     func(url string) string { return visible(hostOf(url)) },
		"reason":   func(e crawl.Evidence) template.HTML { return s.in("span", reason(e)) },
		"asked":    func(v *crawl.Via) template.HTML { return s.in("span", asked(v)) },
		"few":      func(n int) int { return min(n, topRows) },
	})
	t, err := t.ParseFS(files, "templates/*.html")
	if err != nil {
		return nil, english.Errorf("lab/report: %w", err)
	}
	return t, nil
}

// ownFile is an embedded file.
func ownFile(name string) string {
	b, _ := files.ReadFile("templates/" + name) //nolint:errcheck // it is embedded
	return string(b)
}

func script() string { return ownFile("report.js") }

// policy is the Content-Security-Policy of a report: its own style and script and nothing else, neither
// from another place nor from within.
func policy() string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
		digest(ownFile("style.css")), digest(script()))
}

// digest names a text in a policy (CSP Level 3, section 2.3.1).
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func percent(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }

// pages writes a number of pages.
func pages(n int) string {
	if n == 1 {
		return "1 page"
	}
	return fmt.Sprintf("%d pages", n)
}

// visible writes control characters and overrides of the writing direction as
// \u202e, because they could change how the text around them reads.
func visible(s string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '\n' || r == '\r' || r == '\t':
			b.WriteByte(' ')
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
