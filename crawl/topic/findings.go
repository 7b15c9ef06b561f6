package topic

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// LogFindings logs where an ontology may mean something else than what was
// understood: one line for each kind of finding, as a large ontology may have sixty
// properties that are not mapped. Level debug, and ontology validate, show all.
func LogFindings(log *slog.Logger, name string, all []owl.Finding) {
	byCode := map[owl.Code][]owl.Finding{}
	var codes []owl.Code
	for _, f := range all {
		level := slog.LevelDebug
		if f.Level == owl.Warning {
			if byCode[f.Code] == nil {
				codes = append(codes, f.Code)
			}
			byCode[f.Code] = append(byCode[f.Code], f)
		}
		if f.Level != owl.Warning || log.Enabled(context.Background(), slog.LevelDebug) {
			log.Log(context.Background(), level, f.Text, "ontology", name, "code", string(f.Code), "line", f.Line)
		}
	}
	for _, code := range codes {
		fs := byCode[code]
		attrs := []any{"ontology", name, "code", string(code)}
		if len(fs) == 1 && fs[0].Line > 0 {
			attrs = append(attrs, "line", fs[0].Line)
		}
		if code == owl.UnmappedProperty {
			attrs = append(attrs, "setting", "--map")
		}
		if len(fs) > 1 {
			attrs = append(attrs, "details", "ontocrawl ontology validate "+term.ShellWord(name))
		}
		log.Warn(sumOf(code, fs), attrs...)
	}
}

// sumOf is one line for several findings of one kind.
func sumOf(code owl.Code, fs []owl.Finding) string {
	if len(fs) == 1 {
		return fs[0].Text
	}
	switch code {
	case owl.UnmappedProperty:
		fs = slices.Clone(fs)
		sorts.Stable(fs, func(a, b owl.Finding) int { return cmp.Compare(b.Count, a.Count) })
		edges, names := 0, []string(nil)
		for _, f := range fs {
			edges += f.Count
			names = append(names, fmt.Sprintf("%s (%d)", cmp.Or(f.Name, f.Subject), f.Count))
		}
		return fmt.Sprintf("%d edges of %d properties ignored, for it is not known what they mean: %s", edges, len(fs), someNames(names)) // not translated: the message of a log, with values
	case owl.MissingImport, owl.UnreadableImport:
		var names []string
		for _, f := range fs {
			names = append(names, f.Subject)
		}
		return fmt.Sprintf("%d imports were not read: %s", len(fs), someNames(names)) // not translated: the message of a log, with values
	case owl.UnusedMapping:
		var names []string
		for _, f := range fs {
			names = append(names, strconv.Quote(f.Subject))
		}
		return fmt.Sprintf("the mapping names %d properties that are not there: %s", len(fs), someNames(names)) // not translated: the message of a log, with values
	}
	return fmt.Sprintf("%s; and %d more like this", fs[0].Text, len(fs)-1) // not translated: the message of a log, with values
}

// someNames is "a, b, c and 9 more".
func someNames(names []string) string {
	const most = 3
	text := strings.Join(names[:min(most, len(names))], ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
