package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/message"
)

//go:embed templates/*
var files embed.FS

// Fact is a name with a value.
type Fact struct{ Name, Value string }

// write fills the template called name. address writes URLs.
func write(w io.Writer, name string, address func(string) string, p *message.Printer, data any) error {
	t, err := parseTemplates(address)
	if err != nil {
		return err
	}
	translate(t, p)
	t.Funcs(template.FuncMap{"pages": func(n int) string { return pages(p, n) }, "language": func() string { return htmlLang(p) }})
	if err := t.ExecuteTemplate(w, name, data); err != nil {
		return fmt.Errorf("crawl/report: %w", err)
	}
	return nil
}

// parseTemplates reads the templates. address writes URLs.
func parseTemplates(address func(string) string) (*template.Template, error) {
	if address == nil {
		address = visible
	}
	style, err := files.ReadFile("templates/style.css")
	if err != nil {
		return nil, fmt.Errorf("crawl/report: %w", err)
	}
	t := template.New("").Funcs(template.FuncMap{
		"style":    func() template.CSS { return template.CSS(style) }, //nolint:gosec // our own
		"f3":       func(v any) string { return fmt.Sprintf("%.3f", v) },
		"f2":       func(v float64) string { return fmt.Sprintf("%.2f", v) },
		"f1":       func(v float64) string { return fmt.Sprintf("%.1f", v) },
		"signed":   signed,
		"pages":    func(n int) string { return pages(nil, n) },
		"language": func() string { return message.English },
		"percent":  func(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) },
		"visible":  visible,
		"address":  func(url string) string { return visible(address(url)) },
		"lines":    func(s string) []string { return strings.Split(strings.TrimSpace(s), "\n") },
		"list":     func(v ...any) []any { return v },
		"link":     webLink,
	})
	if t, err = t.ParseFS(files, "templates/*.html"); err != nil {
		return nil, fmt.Errorf("crawl/report: %w", err)
	}
	return t, nil
}

// pages writes a number of pages.
func pages(p *message.Printer, n int) string {
	if n == 1 {
		return p.Text("1 page")
	}
	return p.Sprintf("%d pages", n)
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
