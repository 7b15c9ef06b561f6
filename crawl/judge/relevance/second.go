package relevance

import (
	"cmp"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// GroupSecond is the group of the evidence of a second opinion.
const GroupSecond = "endpoint"

// Second has second opinions of pages. crawl/judge/endpoint.Opinions is one.
type Second interface {
	// Of returns the opinion of a page for a topic, and what shows it in a line; ok is false if there is none.
	Of(v *semsim.TopicVector, p *crawl.Page) (yes bool, says string, ok bool)
}

// doubtful is the distance from the threshold within which a verdict is uncertain.
const doubtful = 0.2

// Topic returns the topic of the judge.
func (j *Judge) Topic() *semsim.TopicVector { return j.topic }

// IsUncertain reports whether a page of such a relevance is one whose verdict a second opinion may turn.
func (j *Judge) IsUncertain(relevance float64) bool {
	return relevance > 0 && math.Abs(relevance-j.phi) <= doubtful
}

// SecondBy lets s turn the verdicts of which the judge is not certain from now on; nil: nobody does. As with [Judge.CorrectBy]
// what is learned comes from the judge's own verdicts, all versions of an edited topic share s, and the judges that
// [Judge.Untaught] returns have none.
func (j *Judge) SecondBy(s Second) { j.second = s }

// seconded is the score of a page after a second opinion.
func (j *Judge) seconded(p *crawl.Page, s crawl.Score) crawl.Score {
	if j.second == nil || !j.IsUncertain(s.Relevance) {
		return s
	}
	yes, says, ok := j.second.Of(j.topic, p)
	if !ok {
		return s
	}
	return j.Turn(s, yes, says)
}

// Turn is an uncertain score by a second opinion: a yes leaves the page above the threshold, a no below it, and the order of
// pages with the same answer as it was. What that adds or takes is a reason of its own, which says so.
func (j *Judge) Turn(s crawl.Score, yes bool, says string) crawl.Score {
	relevance := j.phi * s.Relevance
	if yes {
		relevance = j.phi + (1-j.phi)*s.Relevance
	}
	s.Evidence = append(slices.Clone(s.Evidence), crawl.Evidence{Label: says, Group: GroupSecond, Count: 1, Contribution: relevance - s.Relevance})
	slices.SortStableFunc(s.Evidence, func(a, b crawl.Evidence) int { return cmp.Compare(b.Contribution, a.Contribution) })
	s.Relevance, s.Relevant = relevance, yes
	return s
}
