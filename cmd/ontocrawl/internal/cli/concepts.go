package cli

import (
	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// SimilarityFlags are the settings of commands that compute similarities.
func SimilarityFlags() []string {
	return []string{"ontology", "map", "reason", "lang", "tau", "alpha", "beta", "gamma", "delta", "epsilon", "log-level", "log-format"}
}

// FetchFlag gives a command that reads ontologies the flag --fetch-imports.
func (a *App) FetchFlag(cmd *cobra.Command) {
	on := cmd.Flags().Bool("fetch-imports", false,
		"fetch what the ontology imports and is not on this machine: public addresses only, at most 100 files")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if *on {
			a.FetchImport = a.importFetcher(cmd)
		}
		return nil
	}
}

// AnswerLang is the language in which to answer a question: the one set, else
// Chinese for a question in Chinese.
func AnswerLang(c *config.Config, question string) string {
	han := script.HasHan(question)
	if han && c.From["lang"].Kind == "default" {
		return "zh"
	}
	return c.Lang
}
