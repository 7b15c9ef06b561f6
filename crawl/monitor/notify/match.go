package notify

import (
	"net"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// matches reports whether tell asks for f of story s in phase p.
func matches(tell *monitor.AlertRule, f *monitor.Event, s *monitor.Story, p monitor.Phase) bool {
	return ofKind(tell.Kinds, f) &&
		effectiveRelevance(f) >= tell.MinRelevance &&
		(len(tell.Phases) == 0 || slices.Contains(tell.Phases, p)) &&
		(len(tell.Concepts) == 0 || mentions(tell.Concepts, f, s)) &&
		(len(tell.Languages) == 0 || slices.ContainsFunc(tell.Languages, func(l string) bool { return inLanguage(l, f.Lang) })) &&
		(len(tell.Hosts) == 0 || slices.ContainsFunc(tell.Hosts, func(h string) bool { return below(h, f.Host) }))
}

// ofKind reports whether a rule for kinds asks for f. One that names none asks for
// what is news to a reader: front pages and lists change with every run, and say
// nothing that the pages they lead to do not, unless a concept comes up in them.
func ofKind(kinds []monitor.Kind, f *monitor.Event) bool {
	if len(kinds) == 0 {
		return f.Kind == monitor.New || f.Kind == monitor.Changed && len(f.Appeared) > 0
	}
	return slices.Contains(kinds, f.Kind)
}

// effectiveRelevance is the relevance by which an event is measured. A page that was relevant
// and was taken back, or emptied, is worth what it was: who was told of it wants
// to know.
func effectiveRelevance(f *monitor.Event) float64 {
	if f.Kind == monitor.New {
		return finite(f.Relevance)
	}
	return max(finite(f.Relevance), finite(f.WasRelevance))
}

// mentions reports whether f mentions one of concepts. A page that is gone
// mentions what its story did.
func mentions(concepts []string, f *monitor.Event, s *monitor.Story) bool {
	of := f.Concepts
	if f.Kind == monitor.Gone && len(of) == 0 {
		of = s.Concepts
	}
	return slices.ContainsFunc(of, func(c monitor.Concept) bool { return slices.Contains(concepts, c.IRI) })
}

// inLanguage is the basic filtering of RFC 4647, section 3.3.1.
func inLanguage(wanted, tag string) bool {
	wanted, tag = strings.ToLower(strings.ReplaceAll(wanted, "_", "-")), strings.ToLower(strings.ReplaceAll(tag, "_", "-"))
	return wanted == "*" || tag == wanted || strings.HasPrefix(tag, wanted+"-")
}

// below reports whether host is domain or below it. A host of an event may have a
// port; one that is wanted has one only if that alone is meant.
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
