package api

import (
	"net/http"
	"strings"
)

// describe answers the description of this door: it has no route whose answers come from what the process has not.
func (h *Handler) describe(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/yaml")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Write(h.described()) //nolint:errcheck // the client is gone
}

// described is [Description] without what is not answered here: the text of a path begins with two spaces and a quote, a
// method of it with four spaces, and after the paths come the components.
func (h *Handler) described() []byte {
	text, components, _ := strings.Cut(string(Description), "\ncomponents:")
	paths := strings.Split(text, "\n  \"/")
	out := []byte(paths[0])
	for _, path := range paths[1:] {
		name, _, _ := strings.Cut(path, `"`)
		parts := strings.SplitAfter(path, "\n")
		kept, methods, keep := "", 0, true
		for _, line := range parts {
			if key, _, _ := strings.Cut(line, ":"); strings.HasPrefix(key, "    ") && key[4] != ' ' {
				method := strings.ToUpper(key[4:])
				if keep = method == "PARAMETERS" || h.has(method, "/"+name); keep && method != "PARAMETERS" {
					methods++
				}
			}
			if keep {
				kept += line
			}
		}
		if methods > 0 {
			out = append(out, "\n  \"/"+strings.TrimSuffix(kept, "\n")...)
		}
	}
	return append(out, "\ncomponents:"+components...)
}

// has reports whether the process has what answers at a route.
func (h *Handler) has(method, path string) bool {
	o, name := &h.opt, strings.TrimPrefix(path, "/jobs/{job}")
	switch first, _, _ := strings.Cut(name[1:], "/"); first {
	case "sparql":
		return o.Asker != nil
	case "cluster":
		return o.Cluster != nil
	case "search", "index":
		return o.Search != nil
	case "finds", "marks":
		return o.Finds != nil
	case "document", "diff", "original":
		return o.Documents != nil
	case "jobs-file":
		return o.JobsFile != nil
	case "teach", "taught", "questions":
		return o.Teacher != nil
	case "ontology":
		return o.Ontologies != nil
	case "report":
		return o.Shifts != nil
	case "events":
		return true
	}
	return method == http.MethodGet || o.Control != nil
}
