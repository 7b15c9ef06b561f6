package report

import (
	"cmp"
	"net/url"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/check"
)

// Sarif is a validation in the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS 2020), which editors and
// code hosts show beside the lines.
type Sarif struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Results     []sarifResult     `json:"results"`
}

type sarifInvocation struct {
	Successful bool        `json:"executionSuccessful"`
	Notes      []sarifNote `json:"toolExecutionNotifications,omitempty"`
}

type sarifNote struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifTool struct {
	Driver struct {
		Name           string      `json:"name"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	} `json:"driver"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifRule struct {
	ID               string     `json:"id"`
	ShortDescription sarifText  `json:"shortDescription"`
	Help             *sarifText `json:"help,omitempty"`
	HelpURI          string     `json:"helpUri,omitempty"`
	Configuration    struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifLocation struct {
	Physical *sarifPlace `json:"physicalLocation,omitempty"`
	Logical  []sarifName `json:"logicalLocations,omitempty"`
}

type sarifPlace struct {
	Artifact struct {
		URI string `json:"uri"`
	} `json:"artifactLocation"`
	Region *sarifRegion `json:"region,omitempty"`
}

type sarifRegion struct {
	StartLine int `json:"startLine"`
}

type sarifName struct {
	Name string `json:"fullyQualifiedName"`
}

// mostResults bounds the results in SARIF: code hosts refuse files with more.
const mostResults = 25_000

const (
	home     = "https://github.com/ontocrawl/ontocrawl"
	rulesURI = home + "/blob/main/docs/ontologies.md#findings-and-how-to-fix-them"
)

// Sarif returns the findings in SARIF, at most 25,000 of them, the worst, and all rules with how to fix what they find.
func (v *Validation) Sarif() *Sarif {
	found := v.Findings[:min(len(v.Findings), mostResults)]
	done := sarifInvocation{Successful: true}
	if left := len(v.Findings) - len(found); left > 0 {
		done.Notes = []sarifNote{{"warning", sarifText{english.Phrasef("%d findings are left out, none worse than those here: TSV and JSON hold all", left).String()}}}
	}
	run := sarifRun{Invocations: []sarifInvocation{done}, Results: make([]sarifResult, 0, len(found))}
	run.Tool.Driver.Name = "ontocrawl"
	run.Tool.Driver.InformationURI = home
	for _, r := range check.Rules() {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, ruleInSarif(r, &sarifText{r.Help()}, rulesURI))
	}
	for _, r := range v.Own {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, ruleInSarif(r, nil, ""))
	}
	for _, f := range found {
		run.Results = append(run.Results, sarifResult{
			RuleID: string(f.Rule), Level: sarifLevel(f.Level), Message: sarifText{f.Message}, Locations: sarifLocations(f.Finding),
		})
	}
	return &Sarif{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}}
}

func ruleInSarif(r check.Rule, help *sarifText, uri string) sarifRule {
	s := sarifRule{ID: string(r.ID), ShortDescription: sarifText{cmp.Or(r.Says, string(r.ID))}, Help: help, HelpURI: uri}
	s.Configuration.Level = sarifLevel(r.Level)
	return s
}

func sarifLevel(l check.Level) string {
	switch l {
	case check.Error:
		return "error"
	case check.Warn:
		return "warning"
	}
	return "note"
}

func sarifLocations(f check.Finding) []sarifLocation {
	var at sarifLocation
	if f.File != "" {
		at.Physical = &sarifPlace{}
		at.Physical.Artifact.URI = (&url.URL{Path: filepath.ToSlash(f.File)}).String()
		if f.Line > 0 {
			at.Physical.Region = &sarifRegion{f.Line}
		}
	}
	if f.Subject != "" {
		at.Logical = []sarifName{{f.Subject}}
	}
	if at.Physical == nil && at.Logical == nil {
		return nil
	}
	return []sarifLocation{at}
}
