package discover

import (
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// Query is a question that was asked. It is a line of queries.jsonl; the names are an
// interface.
type Query struct {
	Source   string `json:"source"`
	Op       string `json:"op"`    // kw, rel, back, host
	Query    string `json:"query"` // the words, or the page that was asked about
	Lang     string `json:"lang,omitempty"`
	Page     int    `json:"page"`
	Results  int    `json:"results"`
	New      int    `json:"new"`              // of them: fetched because this answer listed them first
	Relevant int    `json:"relevant"`         // of New
	Failed   string `json:"failed,omitempty"` // why there is no answer
}

// Source sums up what all questions to a source cost and brought.
type Source struct {
	Source   string  `json:"source"`
	Asked    int     `json:"asked"`
	Failed   int     `json:"failed"`
	Results  int     `json:"results"`
	New      int     `json:"new"`
	Relevant int     `json:"relevant"`
	Cost     float64 `json:"cost"` // questions a relevant page; 0 if there is none
	// LastFailure is why the last question that failed has no answer; "" if none failed.
	LastFailure string `json:"last_failure,omitempty"`
}

// Queries reads the questions of a journal, in order, and their sums by source.
func Queries(j crawl.Journal) (list []Query, sources []Source, err error) {
	at := map[string]int{}
	err = j.Visits(func(v *crawl.Visit) error {
		switch {
		case v.Choice.Asks():
			q := asked(v)
			at[v.Choice.URL] = len(list)
			list = append(list, q)
		case v.Choice.Via != nil && v.Adds():
			if i, ok := at[v.Choice.Parent]; ok {
				list[i].New++
				if v.Find() {
					list[i].Relevant++
				}
			}
		}
		return nil
	})
	return list, sums(list), err
}

func asked(v *crawl.Visit) Query {
	name, q, err := search.ParseAddress(v.Choice.URL)
	if err != nil { // of another version of the program
		return Query{Source: "?", Query: v.Choice.Query, Failed: v.Failure.Text}
	}
	out := Query{Source: name, Op: q.Op.String(), Query: v.Choice.Query, Lang: q.Lang, Page: max(q.Page, 1), Failed: v.Failure.Text}
	if v.Page != nil {
		out.Results = v.LinkCount
	}
	return out
}

func sums(list []Query) (sources []Source) {
	at := map[string]int{}
	for i := range list {
		q := &list[i]
		k, ok := at[q.Source]
		if !ok {
			k = len(sources)
			at[q.Source], sources = k, append(sources, Source{Source: q.Source})
		}
		s := &sources[k]
		s.Asked++
		if q.Failed != "" {
			s.Failed++
			s.LastFailure = q.Failed
		}
		s.Results += q.Results
		s.New += q.New
		s.Relevant += q.Relevant
	}
	for i := range sources {
		if s := &sources[i]; s.Relevant > 0 {
			s.Cost = float64(s.Asked) / float64(s.Relevant)
		}
	}
	return sources
}
