package cap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// The values that the standard allows (sections 3.2.1 and 3.2.2).
var (
	statuses    = []string{"Actual", "Exercise", "System", "Test", "Draft"}
	types       = []string{"Alert", "Update", "Cancel", "Ack", "Error"}
	scopes      = []string{"Public", "Restricted", "Private"}
	categories  = []string{"Geo", "Met", "Safety", "Security", "Rescue", "Fire", "Health", "Env", "Transport", "Infra", "CBRNE", "Other"}
	responses   = []string{"Shelter", "Evacuate", "Prepare", "Execute", "Avoid", "Monitor", "Assess", "AllClear", "None"}
	urgencies   = []string{"Immediate", "Expected", "Future", "Past", "Unknown"}
	severities  = []string{"Extreme", "Severe", "Moderate", "Minor", "Unknown"}
	certainties = []string{"Observed", "Likely", "Possible", "Unlikely", "Unknown"}
)

func among(allowed []string) func(string) (string, error) {
	return func(s string) (string, error) {
		if slices.Contains(allowed, s) {
			return s, nil
		}
		return "", fmt.Errorf("%.60q is none of %s", s, strings.Join(allowed, ", "))
	}
}

// certainty reads a certainty; that of version 1.0 is to be taken as another.
func certainty(s string) (string, error) {
	if s == "Very Likely" {
		return "Likely", nil
	}
	return among(certainties)(s)
}

// moment reads a time. The standard requires 2002-05-24T16:49:00-07:00, without Z or
// fractions (section 3.3.2). They are accepted, and so is a space for the T, as in GB/T
// 35965.1: a warning must not be lost because of one letter. A time without a zone is an
// error.
func moment(s string) (time.Time, error) {
	for _, layout := range [...]string{time.RFC3339, "2006-01-02 15:04:05Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%.60q is no time such as 2026-07-25T08:00:00+08:00", s)
}

// name checks an identifier or a sender: white space and commas would split references.
func name(s string) (string, error) {
	if s == "" || strings.ContainsAny(s, " \t\r\n,<&") {
		return "", fmt.Errorf("%.60q is empty or has white space, a comma, < or &", s)
	}
	return s, nil
}

// maxReferences of a message are read: a storm of several weeks has some hundred.
const maxReferences = 5000

// references reads sender,identifier,sent with white space between them. Some
// services break lines within one, too.
func references(s string) ([]Reference, error) {
	var parts []string
	for _, p := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\r' || r == '\n' }) {
		if parts = append(parts, p); len(parts) > 3*maxReferences {
			return nil, fmt.Errorf("more than %d references", maxReferences)
		}
	}
	if len(parts)%3 != 0 {
		return nil, fmt.Errorf("%.100q is no list of sender,identifier,sent", s)
	}
	var out []Reference
	for p := range slices.Chunk(parts, 3) {
		if _, err := moment(p[2]); err != nil {
			return nil, err
		}
		out = append(out, Reference{p[0], p[1]})
	}
	return out, nil
}
