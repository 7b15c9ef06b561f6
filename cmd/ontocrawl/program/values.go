package program

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// read returns the values of a kind. A file that cannot be read has none: the
// command itself will say what is wrong.
func (c completer) read(cmd *cobra.Command, kind argKind) []string {
	switch kind {
	case argOntology:
		return topic.Embedded()
	case argTopic:
		return append(topic.Embedded(), c.concepts(cmd)...)
	case argConcept:
		return c.concepts(cmd)
	case argJob:
		return c.jobs(cmd)
	}
	return nil
}

// concepts returns the names of concepts in Chinese and English, without those
// that a shell would split.
func (c completer) concepts(cmd *cobra.Command) (names []string) {
	settings, err := c.app.Load(cmd)
	if err != nil {
		return nil
	}
	sources := topic.Embedded()
	if settings.Ontology != "" {
		sources = []string{settings.Ontology}
	}
	for _, name := range sources {
		s, err := c.app.OpenGraph(cmd.Context(), settings, name)
		if err != nil {
			return nil
		}
		for id := range s.Graph().Len() {
			for _, l := range s.Graph().Concept(ontology.ID(id)).Labels {
				if !strings.ContainsAny(l.Text, ",\t\n") {
					names = append(names, l.Text)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// jobs returns the names of the jobs in the file of jobs.
func (c completer) jobs(cmd *cobra.Command) (names []string) {
	flag := ""
	if f := cmd.Flag("jobs"); f != nil {
		flag = f.Value.String()
	}
	text, err := os.ReadFile(c.opt.JobsFile(flag))
	if err != nil {
		return nil
	}
	var file struct {
		Jobs []struct{ Name string }
	}
	if yaml.Unmarshal(text, &file) != nil {
		return nil
	}
	for _, j := range file.Jobs {
		names = append(names, j.Name)
	}
	return names
}

// methodOptions completes the name of an option of the methods chosen so far, and its value where there are
// few; of a number, the default.
func (c completer) methodOptions(cmd *cobra.Command, _ []string, text string) (found []string, _ cobra.ShellCompDirective) {
	settings, err := c.app.Load(cmd)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	done, pair := "", text
	if i := strings.LastIndex(text, ","); i >= 0 {
		done, pair = text[:i+1], text[i+1:]
	}
	name, value, named := strings.Cut(pair, "=")
	for _, o := range cli.OptionsToOffer(cmd.Flags(), settings) {
		switch {
		case !named && strings.HasPrefix(o.Name, name):
			found = append(found, done+o.Name+"=\t"+message.Of(c.app.Out).Text(o.About))
		case named && o.Name == name:
			choices := o.Choices()
			if len(choices) == 0 {
				choices = []string{fmt.Sprint(o.Default)}
			}
			for _, v := range matching(choices, value) {
				found = append(found, done+name+"="+v)
			}
		}
	}
	if named {
		return found, cobra.ShellCompDirectiveNoFileComp
	}
	return found, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
