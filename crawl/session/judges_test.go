package session

import (
	"context"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// TestJudgesOfParts: each part has a judge of its own, made of the first one with its
// threshold, which none of them is.
func TestJudgesOfParts(t *testing.T) {
	typhoon, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	var js judges
	var parts sync.WaitGroup
	seen := sync.Map{}
	for i := range 4 {
		phi := []float64{.3, .4}[i%2]
		parts.Go(func() {
			j, err := js.of(typhoon, Judge{Phi: phi, NoLearn: true})
			if err != nil {
				t.Error(err)
				return
			}
			if _, twice := seen.LoadOrStore(j, true); twice || j.Phi() != phi || js.holds(j) {
				t.Errorf("part %d has the judge of another, or the threshold %v instead of %v", i, j.Phi(), phi)
			}
		})
	}
	parts.Wait()
	if len(js.first) != 2 {
		t.Errorf("%d lexicons for two thresholds", len(js.first))
	}
	if _, err := js.of(typhoon, Judge{Name: "nobody"}); err == nil {
		t.Error("an unknown judge is made")
	}
}

// holds reports whether j is one that the others are made of.
func (s *judges) holds(j *relevance.Judge) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, first := range s.first {
		if j == first {
			return true
		}
	}
	return false
}
