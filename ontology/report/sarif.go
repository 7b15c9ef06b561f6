package report

import (
	"net/url"
	"path/filepath"

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
	Tool    sarifTool     `json:"tool"`
	Results []sarifResult `json:"results"`
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

// Sarif returns the findings in SARIF.
func (v *Validation) Sarif() *Sarif {
	run := sarifRun{Results: make([]sarifResult, 0, len(v.Findings))}
	run.Tool.Driver.Name = "ontocrawl"
	run.Tool.Driver.InformationURI = "https://github.com/ontocrawl/ontocrawl"
	for _, r := range check.Rules() {
		s := sarifRule{ID: string(r.ID), ShortDescription: sarifText{r.Says}}
		if v.hints {
			s.Help = &sarifText{r.Fix}
		}
		s.Configuration.Level = sarifLevel(r.Level)
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, s)
	}
	for _, f := range v.Findings {
		run.Results = append(run.Results, sarifResult{
			RuleID: string(f.Rule), Level: sarifLevel(f.Level), Message: sarifText{f.Message}, Locations: sarifLocations(f.Finding),
		})
	}
	return &Sarif{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}}
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
