package ontologycmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/report"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// validateFlags are the flags of ontology validate.
type validateFlags struct {
	form
	topic     string
	languages []string
	strict    bool
	hints     bool
	profile   string
	rules     string
}

func newValidate(a *app) *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use:   "validate FILE|typhoon|rainstorm|hazards|-",
		Short: "Check an ontology by rules, and say how to fix it",
		Long: `Reports what is wrong or odd in an ontology that is to be crawled for: findings
of level ERROR, WARN and INFO, each by a named rule and with the line of the
file where the concept stands. docs/ontologies.md explains the rules.

--topic (default: the only root) is what all concepts should be reached from.
--fix-hints says what to click or write in Protégé. A table on the terminal
shows --top findings of each rule; TSV and JSON hold all, and SARIF, which editors
and code hosts read, the 25,000 worst, with how to fix what each rule finds.

Every statement that has no place in OWL 2 is an error, and what it should have
been is said. The axioms are reasoned over, unless --reason=off: a class that can
have no instance and an ontology in which nothing can exist are errors.

The last line says in which profiles of OWL 2 the axioms lie, and what leaves the
others; --profile makes an error of each axiom that leaves one.

--rules DIR adds your own rules: each file .rq or .sparql in DIR is a question in
SPARQL over what the file and its imports state. A row of SELECT is a finding, and so
is the true of ASK. The name of the file is the rule; ?entity, ?property and ?value
say what a finding is about. Comments at the head say more:

  # level: WARN
  # title: a class with two definitions

A file without any concept is a warning, no_concept: only a crawl needs one.

Exit codes: 0 without errors; 1 with --strict if there are warnings; 2 if there
are errors, or the file cannot be read.`,
		Example: `  ontocrawl ontology validate hazards.owl --fix-hints
  ontocrawl ontology validate hazards.owl --topic 台风 --strict
  ontocrawl ontology validate hazards.owl --profile EL --rules rules/ --format sarif
  ontocrawl ontology validate envo.owl --languages en --format tsv > report.tsv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("reason") {
				c.Reason = "on" // a class may be impossible without any definition
			}
			return a.validate(cmd.Context(), c, args[0], f)
		},
	}
	config.Bind(cmd.Flags(), readFlags...)
	a.FetchFlag(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.topic, "topic", "", "concept that the others should be reached from; several between commas")
	fs.StringSliceVar(&f.languages, "languages", []string{"zh", "en"}, "languages of the pages to be crawled")
	f.form.bind(fs, "text", "tsv", "json", "sarif")
	fs.StringVar(&f.profile, "profile", "", "DL, EL, QL or RL: a profile of OWL 2 that no axiom may leave")
	fs.StringVar(&f.rules, "rules", "", "folder with rules of your own in SPARQL")
	fs.BoolVar(&f.strict, "strict", false, "exit code 1 if there are warnings")
	fs.BoolVar(&f.hints, "fix-hints", false, "say what to click or write in Protégé")
	fs.IntVar(&f.top, "top", 20, "in text: findings shown of each rule (0: all)")
	return cmd
}

func (a *app) validate(ctx context.Context, c *config.Config, name string, f validateFlags) error {
	want := axiom.Profile(strings.ToUpper(f.profile))
	if want != "" && !slices.Contains(axiom.Profiles(), want) {
		return cli.Usagef("--profile is %q, but there are DL, EL, QL and RL", f.profile)
	}
	rules, err := a.ownRules(f.rules)
	if err != nil {
		return cli.Usage(err)
	}
	x, err := a.examine(ctx, c, name)
	if err != nil {
		return err
	}
	own, err := runRules(ctx, rules, x.written.Statements())
	if err != nil {
		return cli.Failure(err)
	}
	var m topic.Meaning
	if roots := x.Graph().Roots(); f.topic != "" {
		ids, err := x.TopicConcepts(f.topic)
		if err != nil {
			return cli.Usage(err)
		}
		m = x.Meant(f.topic, ids)
	} else if len(roots) == 1 {
		m = x.Meant("", roots)
	}
	findings := check.Run(x.Ontology, check.Options{
		Languages: f.languages, Topic: m.Means, Named: m.Named, Fold: lexicon.Fold, Written: x.written, Open: a.text, Profile: want, Own: own,
	})
	v := report.Validate(x.Name, x.Ontology, m.Means, findings, f.hints)
	for _, r := range rules {
		v.Own = append(v.Own, check.Rule{ID: r.id, Level: r.level, Says: r.title})
	}
	o, _ := x.written.Axioms()
	v.InProfiles(o.Axioms)
	switch f.format {
	case "json":
		err = a.JSON(v)
	case "sarif":
		err = a.JSON(v.Sarif())
	case "tsv":
		err = v.TSV(a.Out)
	default:
		err = v.Text(a.Out, f.top)
	}
	if err != nil {
		return err
	}
	switch {
	case v.Errors > 0:
		return cli.Exit(cli.ExitUsage, english.Errorf("%v", v.Sum()))
	case f.strict && v.Warnings > 0:
		return cli.Exit(cli.ExitFailure, english.Errorf("%v", v.Sum()))
	}
	return nil
}
