package ontologycmd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/crawlcmd"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/tell/rungraph"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/jsonld"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/ntriples"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

type queryFlags struct {
	file, format string
	graphs       []string
	asJSON       bool
}

// QueryCommand returns the command query.
func QueryCommand(a *cli.App) *cobra.Command {
	var f queryFlags
	cmd := &cobra.Command{
		Use:   "query [RUN] QUERY|-",
		Short: "Ask a run and its ontology by SPARQL",
		Long: `Answers a question in SPARQL 1.1 (SELECT, ASK or CONSTRUCT) over

  crawl:run       the pages of the run folder RUN, why they are relevant, and how
                  they were found, as "export --format turtle" writes them
  crawl:ontology  what the ontologies of the run state
  crawl:inferred  which Is-a follows and is not stated
  crawl:links     which page links to which (crawl:linksTo), from the archive of the
                  run; read only for a question that names crawl:linksTo
  files           given with --graph: TriG, N-Quads, Turtle or any syntax of
                  ontologies; without RUN only these

Each is a named graph; without GRAPH a question sees all of them as one. The prefixes
crawl, schema, prov, rdf, rdfs, owl, xsd and skos are declared. QUERY is the question
itself, - reads it from standard input, --file from a file. docs/queries.md has ten
to begin with.

Nothing is fetched and nothing is changed: SERVICE and updates are refused. A
question ends after --query-max-time, and an answer of more than --query-max-rows
rows is refused. The run may be going on.

Exit codes: 0 answered (ASK prints true or false); 1 the question took too long or
its answer is too large; 2 the command line, the question or an input is wrong.`,
		Example: `  ontocrawl query runs/typhoon 'SELECT ?page ?r { ?page crawl:relevance ?r } ORDER BY DESC(?r) LIMIT 10'
  ontocrawl query runs/typhoon --file together.rq --format csv > together.csv
  ontocrawl query --graph events.trig 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }' --json
  echo 'ASK { ?page crawl:relevant true }' | ontocrawl query runs/typhoon -`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return query(a, cmd, args, &f) },
	}
	crawlcmd.BindRunSettings(cmd)
	config.Bind(cmd.Flags(), "query-max-time", "query-max-rows")
	fs := cmd.Flags()
	fs.StringVar(&f.file, "file", "", "file with the question")
	fs.StringVar(&f.format, "format", "", "SELECT, ASK: table, json, xml, csv or tsv; CONSTRUCT: turtle, ntriples or jsonld (default: table or turtle)")
	fs.StringArrayVar(&f.graphs, "graph", nil, "file with more graphs; may be repeated")
	fs.BoolVar(&f.asJSON, "json", false, "print JSON: SPARQL 1.1 Query Results JSON, or JSON-LD of CONSTRUCT")
	return cmd
}

func query(a *cli.App, cmd *cobra.Command, args []string, f *queryFlags) error {
	dir, text, err := question(a, args, f)
	if err != nil {
		return err
	}
	q, err := sparql.Parse(text, rungraph.Prefixes())
	if err != nil {
		return cli.Usage(err)
	}
	c, data, err := openData(a, cmd, dir)
	if err != nil {
		return err
	}
	data.Files = f.graphs
	if rungraph.WantsLinks(text) && dir != "" {
		data.Links = new(rungraph.Links)
	}
	ctx := cmd.Context()
	set, err := data.Load(ctx)
	if err != nil {
		return cli.Usage(err)
	}
	if c.QueryMaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.QueryMaxTime)
		defer cancel()
	}
	r, err := set.Run(ctx, q, sparql.Limits{Rows: c.QueryMaxRows})
	if err != nil {
		return runError(err, c)
	}
	form, err := formOf(r.Kind, f)
	if err != nil {
		return err
	}
	return cli.Failure(a.WriteTo("", func(w io.Writer) error { return queryWrite(w, r, form) }))
}

func openData(a *cli.App, cmd *cobra.Command, dir string) (*config.Config, rungraph.Data, error) {
	if dir != "" {
		return runData(a, cmd, dir)
	}
	c, err := a.Load(cmd)
	return c, rungraph.Data{}, err
}

// question takes the run folder and the question from the command line.
func question(a *cli.App, args []string, f *queryFlags) (dir, text string, err error) {
	if f.file == "" {
		if len(args) == 0 {
			return "", "", cli.Usagef("no question; write it after RUN, or name its file with --file")
		}
		text, args = args[len(args)-1], args[:len(args)-1]
	}
	switch {
	case len(args) > 1:
		return "", "", cli.Usagef("--file gives the question, so %s must be left out", rdfio.Quote(args[1]))
	case len(args) == 1:
		dir = args[0]
	case len(f.graphs) == 0:
		return "", "", cli.Usagef("nothing to ask: name a run folder, or files with --graph")
	}
	switch {
	case f.file != "":
		text, err = queryReadFile(f.file)
	case text == "-":
		var b []byte
		b, err = a.ReadStdin()
		text = string(b)
	}
	return dir, text, err
}

// queryReadFile reads a question. A little more than is allowed is read, so that Parse sees that it is too long.
func queryReadFile(name string) (string, error) {
	r, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", cli.Usagef("--file %s: no such file", name)
	} else if err != nil {
		return "", cli.Usage(err)
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, sparql.LongestQuery+1))
	return string(b), cli.WithCode(cli.ExitUsage, err)
}

// runError says how a limit is raised.
func runError(err error, c *config.Config) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		err = english.Errorf("the question took longer than %v; ask for less, or give it more time with --query-max-time", c.QueryMaxTime)
	case errors.Is(err, sparql.ErrRows):
		err = english.Errorf("the answer has more than %d rows; add LIMIT, count with COUNT, or raise --query-max-rows", c.QueryMaxRows)
	case errors.Is(err, sparql.ErrSolutions):
		err = english.Errorf("a part of the question has more than %d solutions; join its patterns by a shared variable, or ask for less", sparql.DefaultSolutions)
	case errors.Is(err, context.Canceled):
		return cli.Exit(cli.ExitInterrupted, cli.ErrSilent)
	}
	return cli.Exit(cli.ExitFailure, err)
}

func formOf(kind sparql.Kind, f *queryFlags) (string, error) {
	forms := []string{"table", "json", "xml", "csv", "tsv"}
	if kind == sparql.Construct {
		forms = []string{"turtle", "jsonld", "ntriples"}
	}
	switch {
	case f.asJSON:
		return forms[1], nil
	case f.format == "":
		return forms[0], nil
	case !slices.Contains(forms, f.format):
		return "", cli.Usagef("--format is %q, but of %s it must be one of %s", f.format, kind, strings.Join(forms, ", "))
	}
	return f.format, nil
}

func queryWrite(w io.Writer, r *sparql.Result, form string) error {
	opt := rdfio.EncodeOptions{Prefixes: rungraph.Prefixes()}
	switch form {
	case "json":
		return r.JSON(w)
	case "xml":
		return r.XML(w)
	case "csv":
		return r.CSV(w)
	case "tsv":
		return r.TSV(w)
	case "turtle":
		return turtle.Encode(w, r.Triples, opt)
	case "jsonld":
		return jsonld.Encode(w, r.Triples, opt)
	case "ntriples":
		return ntriples.Encode(w, r.Triples, opt)
	}
	return r.Table(w, rungraph.Prefixes())
}
