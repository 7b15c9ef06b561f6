package ontologycmd

import (
	"context"

	"github.com/knakk/rdf"
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/convert"
	"github.com/ontocrawl/ontocrawl/ontology/reason"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

func newReduce(a *app) *cobra.Command {
	return newRework(a, "reduce", "Leave out Is-a that a longer way says too",
		`Leaves out of FILE each "A is a kind of B" where A is also stated to be a kind of C,
and C is surely a kind of B; the same for restrictions. What follows from the result
is what followed from FILE. Inclusions with annotations stay.`,
		`  ontocrawl ontology reduce hazards.owl --out hazards-reduced.owl`,
		func(ctx context.Context, e *opened) (*axiom.Ontology, []axiom.Axiom, []axiom.Axiom, error) {
			o, removed, err := reason.Reduce(ctx, e.o, e.imported)
			return o, nil, removed, err
		})
}

func newRelax(a *app) *cobra.Command {
	return newRework(a, "relax", "State what definitions say as Is-a too",
		`Adds to FILE what each definition says of its class as inclusions: "Typhoon is the
same as Storm and hasPlace some Pacific" gives that Typhoon is a kind of Storm, and of
hasPlace some Pacific. "At least 2" and "exactly 2" give "some". Programs that read
only Is-a then see it. The definitions stay.`,
		`  ontocrawl ontology relax pizza.owl --out pizza-relaxed.owl`,
		func(_ context.Context, e *opened) (*axiom.Ontology, []axiom.Axiom, []axiom.Axiom, error) {
			o, added := reason.Relax(e.o)
			return o, added, nil, nil
		})
}

func newMaterialize(a *app) *cobra.Command {
	return newRework(a, "materialize", "State the Is-a that follows",
		`Adds to FILE what follows from it and what it imports, and is not stated: the direct
superclasses of each class, the direct types of each individual, and named classes
that are the same. What is inferred is OWL 2 EL: ontology reason says what lies
outside. It refuses if a class can have no instance; "ontology reason --why" says why.`,
		`  ontocrawl ontology materialize pizza.owl --out pizza-inferred.owl
  ontocrawl ontology materialize envo.owl --out envo-inferred.owl --json`,
		func(ctx context.Context, e *opened) (*axiom.Ontology, []axiom.Axiom, []axiom.Axiom, error) {
			o, added, err := reason.Materialize(ctx, e.o, e.imported)
			return o, added, nil, err
		})
}

// newRework returns a command that writes a file in another state.
func newRework(a *app, verb, short, long, example string, do func(context.Context, *opened) (o *axiom.Ontology, added, removed []axiom.Axiom, err error)) *cobra.Command {
	var f editFlags
	cmd := &cobra.Command{
		Use: verb + " FILE|typhoon|rainstorm|hazards|-", Short: short, Long: long + "\n" + editCodes, Example: example,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := f.target(args[0])
			if err != nil {
				return err
			}
			e, err := a.openEdited(cmd.Context(), cmd, args[0])
			if err != nil {
				return err
			}
			o, added, removed, err := do(cmd.Context(), e)
			if err != nil {
				return cli.Failure(english.Errorf("%s: %w", args[0], err))
			}
			return a.write(e, o, t, &f, added, removed)
		},
	}
	f.bind(a, cmd)
	return cmd
}

func newMerge(a *app) *cobra.Command {
	var f editFlags
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Make one ontology of several, and of what they import",
		Long: `Writes all axioms and annotations of the files and of what they import as one
ontology, each once. It has the IRI, the version and the annotations of the first
file; of the others, what they say of themselves is left out. Imports that are not
found stay. IRIs stay as they are, and blank nodes of different files stay different.

Two versions of one ontology among the imports are refused. If together a class can
have no instance that it has in each file alone, a line says so.
` + editCodes,
		Example: `  ontocrawl ontology merge hazards.owl places.ttl --out all.owl
  ontocrawl ontology merge hazards.owl --to turtle`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := f.target(args...)
			if err != nil {
				return err
			}
			return a.merge(cmd.Context(), cmd, args, t, &f)
		},
	}
	f.bind(a, cmd)
	return cmd
}

func (a *app) merge(ctx context.Context, cmd *cobra.Command, names []string, t *syntax.Syntax, f *editFlags) error {
	m := merger{files: map[string]bool{}, folded: map[string]bool{}, versions: map[string]*part{}, prefixes: map[string]string{}}
	for _, name := range names {
		d, err := a.readDocument(name)
		if err != nil {
			return cli.Usage(err)
		}
		for prefix, ns := range d.Prefixes() {
			if m.prefixes[prefix] == "" {
				m.prefixes[prefix] = ns
			}
		}
		parts, err := a.openParts(ctx, cmd, name)
		if err != nil {
			return err
		}
		if err := m.add(parts); err != nil {
			return cli.Usage(err)
		}
	}
	o, left := reason.Merge(m.documents, func(iri string) bool { return m.folded[iri] })
	a.warnMerged(ctx, m.documents, o)
	e := &opened{Document: convert.New(names[0], m.prefixes, nil), left: left}
	return a.write(e, o, t, f, nil, nil)
}

// merger gathers files, each once.
type merger struct {
	documents [][]rdf.Triple
	files     map[string]bool
	folded    map[string]bool  // IRIs of what is among the documents
	versions  map[string]*part // by the IRI of an ontology
	prefixes  map[string]string
}

func (m *merger) add(parts []*part) error {
	for i, p := range parts {
		if m.files[p.Name] {
			continue
		}
		if other := m.versions[p.IRI]; other != nil && p.IRI != "" && i > 0 && other.Version != p.Version {
			return english.Errorf("%s and %s are two versions of <%s> (%q and %q); keep the one that is meant beside the file", other.Name, p.Name, p.IRI, other.Version, p.Version)
		}
		m.files[p.Name], m.folded[p.IRI], m.versions[p.IRI] = true, true, p
		m.documents = append(m.documents, p.triples)
	}
	for _, i := range parts[0].found {
		if i.File != "" || m.folded[i.IRI] {
			m.folded[i.IRI] = true
		}
	}
	return nil
}

// warnMerged says which classes have become impossible by being merged.
func (a *app) warnMerged(ctx context.Context, documents [][]rdf.Triple, o *axiom.Ontology) {
	whole, err := reason.New(o.Axioms, reason.Options{}).Classify(ctx)
	if err != nil {
		return // so much follows that nothing can be said
	}
	dead := map[string]bool{}
	for _, c := range whole.Unsatisfiable() {
		dead[c] = true
	}
	for _, d := range documents {
		if len(dead) == 0 && whole.Consistent() {
			return
		}
		alone, _ := axiom.FromTriples(d)
		t, err := reason.New(alone.Axioms, reason.Options{}).Classify(ctx)
		if err != nil || !t.Consistent() {
			return
		}
		for _, c := range t.Unsatisfiable() {
			delete(dead, c)
		}
	}
	switch {
	case !whole.Consistent():
		message.Fprintf(a.Err, "ontocrawl: %s\n", message.Of(a.Err).Text("the files contradict each other: together nothing can exist; ontology validate of the result names the axioms"))
	case len(dead) > 0:
		for _, c := range whole.Unsatisfiable() {
			if dead[c] {
				message.Fprintf(a.Err, "ontocrawl: %s\n", term.Safe(message.Of(a.Err).Sprintf("together the files leave no instance to <%s>; ontology reason --why of the result says why", c)))
				return
			}
		}
	}
}
