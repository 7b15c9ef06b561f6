package notify

import (
	"net"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Matches reports whether rule asks for f of story s in phase p.
func Matches(rule *monitor.AlertRule, f *monitor.Event, s *monitor.Story, p monitor.Phase) bool {
	return ofKind(rule.Kinds, f) &&
		effectiveRelevance(f) >= rule.MinRelevance &&
		(len(rule.Phases) == 0 || slices.Contains(rule.Phases, p)) &&
		(len(rule.Concepts) == 0 || mentions(rule.Concepts, f, s)) &&
		(rule.Asks.IsZero() || slices.ContainsFunc(f.Holds, func(h monitor.Holds) bool { return h.Rule == rule.Name })) &&
		(len(rule.Languages) == 0 || slices.ContainsFunc(rule.Languages, func(l string) bool { return inLanguage(l, f.Lang) })) &&
		(len(rule.Hosts) == 0 || slices.ContainsFunc(rule.Hosts, func(h string) bool { return below(h, f.Host) }))
}

// ofKind reports whether a rule for kinds asks for f. By default, changed pages count
// only if a concept appears in them: front pages and lists change with every run, and
// their news are in the pages they link to. A gained page counts, and a lost one does
// not: nothing of it is new. A new source counts.
func ofKind(kinds []monitor.Kind, f *monitor.Event) bool {
	if len(kinds) == 0 {
		return f.Kind == monitor.New || f.Kind == monitor.Gained || f.Kind == monitor.SourceFound || f.Kind == monitor.Changed && len(f.Appeared) > 0
	}
	return slices.Contains(kinds, f.Kind)
}

// effectiveRelevance is the relevance that a rule compares. For a page that was
// withdrawn or emptied it is the former relevance: its readers want to know.
func effectiveRelevance(f *monitor.Event) float64 {
	if f.Kind == monitor.New {
		return finite(f.Relevance)
	}
	return max(finite(f.Relevance), finite(f.WasRelevance))
}

// mentions reports whether f mentions one of concepts. A page that is gone or lost mentions what
// its story mentioned.
func mentions(concepts []string, f *monitor.Event, s *monitor.Story) bool {
	of := f.Concepts
	if (f.Kind == monitor.Gone || f.Kind == monitor.Lost) && len(of) == 0 {
		of = s.Concepts
	}
	return slices.ContainsFunc(of, func(c monitor.Concept) bool { return slices.Contains(concepts, c.IRI) })
}

// inLanguage is basic filtering by RFC 4647, section 3.3.1.
func inLanguage(wanted, tag string) bool {
	wanted, tag = strings.ToLower(strings.ReplaceAll(wanted, "_", "-")), strings.ToLower(strings.ReplaceAll(tag, "_", "-"))
	return wanted == "*" || tag == wanted || strings.HasPrefix(tag, wanted+"-")
}

// promises holds what servers asked of this node, on their way to the table. The host
// of an event may have a port; domain has one only if that port is meant.
func below(domain, host string) bool {
	domain = strings.ToLower(strings.Trim(domain, "."))
	if a, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = a
	}
	if domain == "" {
		return false
	}
	if host == domain {
		return true
	}
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return host == domain || strings.HasSuffix(host, "."+domain)
}
