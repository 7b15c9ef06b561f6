package ontologycmd

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// RunAnswers runs the part of the suite that is about good answers, for kinds that share another
// kind's code.
func queryRun(t *testing.T, stdin string, args ...string) (code int, out string, err error) {
	t.Helper()
	var b bytes.Buffer
	a := &cli.App{Streams: cli.Streams{In: strings.NewReader(stdin), Out: &b, Err: &b}, Args: args}
	root := &cobra.Command{Use: "ontocrawl", SilenceUsage: true, SilenceErrors: true}
	root.PersistentFlags().StringVar(&a.ConfigFile, "config", "", "")
	root.AddCommand(QueryCommand(a), ValidateCommand(a))
	root.SetArgs(args)
	err = root.ExecuteContext(context.Background())
	var ce *cli.ExitError
	switch {
	case errors.As(err, &ce):
		code = ce.Code
	case err != nil:
		code = cli.ExitUsage
	}
	return code, b.String(), err
}

// folder is a run folder as a crawl leaves it while it goes on: without a summary, and its last line is torn.
func folder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		rundir.PagesFile: `{"seq":1,"url":"http://a.example/1","status":200,"fetched_at":"2026-11-20T08:00:00Z","depth":0,"parent":"","title":"Typhoon\u001b[2J","lang":"en","relevance":0.9,"relevant":true,"priority":1,"evidence":[{"concept":"https://ontocrawl.github.io/ontologies/typhoon#Typhoon","label":"typhoon","group":"title","count":1,"contribution":0.9}],"links":0}
{"seq":2,"url":"http://a.exa`,
		rundir.ParamsFile: "format: 5\nversion: test\ntopic: typhoon\nsettings:\n  topic: typhoon\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestQuery(t *testing.T) {
	dir := folder(t)
	more := filepath.Join(dir, "..", "more.ttl")
	question := filepath.Join(dir, "..", "q.rq")
	for name, text := range map[string]string{more: `<http://a.example/1> <http://x.example/colour> "red" .`, question: "ASK { ?p crawl:relevant true }"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name  string
		args  []string
		stdin string
		code  int
		want  string
	}{
		{"table, safe", []string{dir, "SELECT ?t { ?p schema:name ?t }"}, "", 0, "t\nTyphoon\\x1b[2J\n"},
		{"joined with the ontology", []string{dir, `SELECT ?l { ?p schema:about ?c . ?c rdfs:label ?l FILTER(lang(?l) = "zh") }`}, "", 0, "l\n台风\n"},
		{"json", []string{dir, "SELECT ?r { ?p crawl:relevance ?r }", "--json"}, "", 0, `"datatype": "http://www.w3.org/2001/XMLSchema#decimal"`},
		{"csv", []string{dir, "SELECT ?r { ?p crawl:relevance ?r }", "--format", "csv"}, "", 0, "r\r\n0.9\r\n"},
		{"turtle", []string{dir, "CONSTRUCT { ?p schema:about ?c } WHERE { ?p schema:about ?c }"}, "", 0, "<http://a.example/1> schema:about <https://"},
		{"file", []string{dir, "--file", question}, "", 0, "true\n"},
		{"standard input", []string{dir, "-"}, "ASK { ?p crawl:relevant false }", 0, "false\n"},
		{"more graphs", []string{dir, `SELECT ?c { ?p crawl:relevant true ; <http://x.example/colour> ?c }`, "--graph", more}, "", 0, "c\nred\n"},
		{"files alone", []string{`SELECT ?g { GRAPH ?g { ?s ?p "red" } }`, "--graph", more}, "", 0, "crawl#file/more.ttl"},
		{"everything", []string{dir, "SELECT * { ?s ?p ?o }", "--query-max-rows", "10"}, "", 1, "the answer has more than 10 rows; add LIMIT"},
		{"for ever", []string{dir, "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }", "--query-max-time", "1ms"}, "", 1, "the question took longer than 1ms"},
		{"wrong", []string{dir, "SELECT * {\n?s ?p }"}, "", 2, "query:2:7: expected a term instead of"},
		{"update", []string{dir, "DELETE WHERE { ?s ?p ?o }"}, "", 2, "DELETE is refused"},
		{"no run", []string{filepath.Join(dir, "none"), "ASK {}"}, "", 2, "is no run folder"},
		{"no file", []string{dir, "--file", filepath.Join(dir, "none.rq")}, "", 2, "no such file"},
		{"no graph", []string{"ASK {}", "--graph", filepath.Join(dir, "none.ttl")}, "", 2, "no such file"},
		{"nothing to ask", []string{"ASK {}"}, "", 2, "nothing to ask"},
		{"no question", nil, "", 2, "no question"},
		{"a form that it has not", []string{dir, "ASK {}", "--format", "turtle"}, "", 2, "must be one of table, json, xml, csv, tsv"},
	} {
		code, out, err := queryRun(t, tt.stdin, append([]string{"query"}, tt.args...)...)
		if err != nil {
			out += err.Error()
		}
		if code != tt.code || !strings.Contains(out, tt.want) {
			t.Errorf("%s: exit %d, want %d\n%.500s\nlacks %q", tt.name, code, tt.code, out, tt.want)
		}
	}
}

func TestValidateGraph(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	page := write("page.ttl", `<http://x.example/> a <https://schema.org/WebPage> .`)
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{page}, 1, "MinCount (a page has one address (schema:url))"},
		{[]string{page, "--json"}, 1, `"conforms": false`},
		{[]string{write("other.ttl", "<urn:a> <urn:b> <urn:c> .")}, 0, "It conforms."},
		{[]string{page, "--shapes", write("s.ttl", `<urn:s> <http://www.w3.org/ns/shacl#targetClass> <https://schema.org/Event> .`)}, 0, "It conforms."},
		{[]string{page, "--shapes", write("bad.ttl", `<urn:s> <http://www.w3.org/ns/shacl#minCout> 1 .`)}, 2, "did you mean sh:minCount?"},
		{[]string{page, "--shapes", write("torn.ttl", `<urn:s> <urn:p>`)}, 2, "torn.ttl:1:"},
		{[]string{filepath.Join(dir, "none.ttl")}, 2, "no such file"},
	} {
		code, out, err := queryRun(t, "", append([]string{"validate-graph"}, tt.args...)...)
		if err != nil {
			out += err.Error()
		}
		if code != tt.code || !strings.Contains(out, tt.want) {
			t.Errorf("%v: exit %d, want %d\n%s\nlacks %q", tt.args, code, tt.code, out, tt.want)
		}
	}
}
