package report

import (
	"cmp"
	"io"
	"strconv"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// Paths are the shortest paths between two concepts.
type Paths struct {
	Ontology string     `json:"ontology"`
	From     semsim.Ref `json:"from"`
	To       semsim.Ref `json:"to"`
	Paths    []Path     `json:"paths"`
	Complete bool       `json:"complete"` // no shorter path was missed for the work it takes
	graph    *ontology.Graph
}

// Path is one of them.
type Path struct {
	Length int        `json:"length"` // steps to synonyms not counted
	Steps  []pathStep `json:"steps"`
}

// pathStep is an edge of a path.
type pathStep struct {
	PathLink
	Also []PathLink `json:"also,omitempty"` // further relations between the two
}

// PathLink is a relation as it is walked.
type PathLink struct {
	From     semsim.Ref `json:"from"`
	To       semsim.Ref `json:"to"`
	Relation string     `json:"relation"`
	Property string     `json:"property,omitempty"`
	Forward  bool       `json:"forward"` // the ontology says it of From; else of To
}

// NewPaths returns the paths that were found from a to b in g, the graph of the
// ontology called name. complete says that no shorter one was missed.
func NewPaths(name string, g *ontology.Graph, a, b ontology.ID, found []WalkPath, complete bool) *Paths {
	r := &Paths{Ontology: name, From: semsim.RefOf(g, a), To: semsim.RefOf(g, b), Paths: []Path{}, Complete: complete, graph: g}
	link := func(l Link) PathLink {
		return PathLink{semsim.RefOf(g, l.From), semsim.RefOf(g, l.To), l.Rel.String(), l.Property, l.Forward}
	}
	for _, p := range found {
		path := Path{Length: p.length(), Steps: []pathStep{}}
		for _, st := range p {
			step := pathStep{PathLink: link(st.Link)}
			for _, also := range st.Also {
				step.Also = append(step.Also, link(also))
			}
			path.Steps = append(path.Steps, step)
		}
		r.Paths = append(r.Paths, path)
	}
	return r
}

// Write writes the paths for a person, with names in the language lang. length
// is the length to which the search was limited (0: any).
func (r *Paths) Write(w io.Writer, lang string, length int) error {
	from, to := simtext.Name(r.From, lang), simtext.Name(r.To, lang)
	if len(r.Paths) == 0 {
		if length > 0 {
			message.Fprintf(w, "No path leads from %s to %s in %d steps or fewer.\n", from, to, length)
		} else {
			message.Fprintf(w, "No path leads from %s to %s.\n", from, to)
		}
	} else {
		message.Fprintf(w, "From %s to %s   (ontology %s)\n\n", from, to, term.Safe(r.Ontology))
		if err := r.table(message.Of(w), lang).Write(w); err != nil {
			return err
		}
	}
	if !r.Complete {
		message.Fprint(w, "\nThe search was ended: there are more ways than can be tried. --length N makes it smaller.\n")
	}
	return nil
}

func (r *Paths) table(p *message.Printer, lang string) *term.Table {
	t := &term.Table{Head: []string{">#", ">length", "path"}}
	for i, path := range r.Paths {
		var steps []semsim.Step
		for _, s := range path.Steps {
			steps = append(steps, semsim.Step{From: s.From, To: s.To, Relation: s.Relation, Property: s.Property, Forward: s.Forward})
		}
		t.Add(strconv.Itoa(i+1), strconv.Itoa(path.Length), cmp.Or(simtext.Path(r.graph, steps, lang), p.Text("one concept")))
	}
	return t
}
