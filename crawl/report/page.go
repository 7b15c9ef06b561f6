package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"
)

//go:embed templates/*
var files embed.FS

// Fact is a name with a value.
type Fact struct{ Name, Value string }

// write fills the template called name. address writes URLs.
func write(w io.Writer, name string, address func(string) string, data any) error {
	if address == nil {
		address = visible
	}
	style, err := files.ReadFile("templates/style.css")
	if err != nil {
		return fmt.Errorf("crawl/report: %w", err)
	}
	t := template.New("").Funcs(template.FuncMap{
		"style":   func() template.CSS { return template.CSS(style) }, //nolint:gosec // our own
		"f3":      func(v any) string { return fmt.Sprintf("%.3f", v) },
		"f2":      func(v float64) string { return fmt.Sprintf("%.2f", v) },
		"f1":      func(v float64) string { return fmt.Sprintf("%.1f", v) },
		"signed":  signed,
		"pages":   pages,
		"percent": func(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) },
		"visible": visible,
		"address": func(url string) string { return visible(address(url)) },
		"lines":   func(s string) []string { return strings.Split(strings.TrimSpace(s), "\n") },
		"list":    func(v ...any) []any { return v },
		"link":    webLink,
	})
	if t, err = t.ParseFS(files, "templates/*.html"); err != nil {
		return fmt.Errorf("crawl/report: %w", err)
	}
	if err := t.ExecuteTemplate(w, name, data); err != nil {
		return fmt.Errorf("crawl/report: %w", err)
	}
	return nil
}

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
