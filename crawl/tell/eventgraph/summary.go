package eventgraph

import "slices"

// Summary says what a graph holds. The JSON names are an interface.
type Summary struct {
	Graph          string         `json:"graph"` // its name
	Triples        int            `json:"triples"`
	Pages          int            `json:"pages"`
	Unread         int            `json:"unread"`           // pages of which neither text nor answer was kept
	Undated        int            `json:"undated"`          // pages without a date
	Unresolved     int            `json:"unresolved_times"` // relative times on pages without a date
	Mentions       int            `json:"mentions"`
	Events         int            `json:"events"`
	Named          int            `json:"named"`  // of Events
	Joined         int            `json:"joined"` // events that two or more pages tell of
	Statements     int            `json:"statements"`
	Kinds          map[string]int `json:"kinds"`      // statements by kind
	Unattached     int            `json:"unattached"` // statements of which the event is not clear
	Contradictions int            `json:"contradictions"`
	Places         int            `json:"places"`         // of the gazetteer
	Doubtful       []Doubt        `json:"doubtful"`       // at most 100
	DoubtfulAll    int            `json:"doubtful_all"`   // how many there are
	UnusedSameAs   []string       `json:"unused_same_as"` // rows of the table that the graph does not have
}

// Doubt is a figure or time that cannot be meant.
type Doubt struct {
	Page string `json:"page"`
	Text string `json:"text"`
	Why  string `json:"why"`
}

// maxDoubts is the most doubts of a summary.
const maxDoubts = 100

func (b *Builder) summary(triples, conflicts, places int, alike *SameAs) *Summary {
	s := &Summary{Triples: triples, Pages: b.present(), Undated: b.Undated, Unresolved: b.Unresolved, Mentions: b.Mentions, Events: len(b.Events),
		Statements: len(b.Statements), Kinds: make(map[string]int), Contradictions: conflicts, Places: places, Doubtful: []Doubt{}, UnusedSameAs: alike.Unused()}
	for _, e := range b.Events {
		if e.Storm != nil {
			s.Named++
		}
		if len(b.tellers(e)) > 1 {
			s.Joined++
		}
	}
	for i := range b.Statements {
		x := &b.Statements[i]
		s.Kinds[x.Kind]++
		if x.Event < 0 {
			s.Unattached++
		}
		why := x.Doubt
		if why == "" && x.When != nil {
			why = x.When.Doubt
		}
		if why == "" {
			continue
		}
		e := &b.Evidence[x.Evidence]
		d := Doubt{b.Pages[e.Page].URL, e.Text, why}
		if s.DoubtfulAll++; len(s.Doubtful) < maxDoubts && !slices.Contains(s.Doubtful, d) {
			s.Doubtful = append(s.Doubtful, d)
		}
	}
	return s
}
