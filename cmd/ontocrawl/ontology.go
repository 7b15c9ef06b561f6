package main

import "github.com/spf13/cobra"

// newOntology groups the verbs that look into an ontology without crawling.
func newOntology(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ontology",
		Short: "Inspect, check, convert, compare and view ontologies",
	}
	cmd.AddCommand(newInspect(a), newValidate(a), newDiff(a), newTree(a), newPaths(a))
	cmd.AddCommand(newView(a))
	cmd.AddCommand(newExport(a), newConvert(a))
	return cmd
}
