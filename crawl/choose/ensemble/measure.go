package ensemble

import (
	"cmp"
	"slices"
)

// Measures say how well a list ranks. Places count from 1.
type Measures struct {
	Pages  int `json:"pages"`  // in the list
	Right  int `json:"right"`  // of them: on topic, R
	Unseen int `json:"unseen"` // examples, which are not in the list

	PrecisionAt17 float64 `json:"p_at_17"` // eq 13, at the two numbers of the paper
	PrecisionAt35 float64 `json:"p_at_35"`
	// PrecisionAtR is P@R. At that number recall is the same, and so is eq 12: the harvest
	// rate of a crawl that fetches the first R.
	PrecisionAtR float64 `json:"p_at_r"`
	// HostsAtR is eq 12 by sites: the share of the hosts of the first R pages that have a
	// page on topic.
	HostsAtR   float64 `json:"hosts_at_r"`
	Reciprocal float64 `json:"mrr"`         // 1 / place of the first right page; its mean over draws is MRR
	MeanRank   float64 `json:"mean_rank"`   // eq 14: mean place of the right pages
	MedianRank float64 `json:"median_rank"` // eq 15: place of the right page in the middle
}

// Measure ranks the pages of a set by scores and compares the list with the truth. Examples
// are left out of the list: a ranker that knows them could only repeat them. Of equal scores
// the page with the smaller number comes first.
func Measure(s *Set, scores []float64, right []bool, examples []int32) (m Measures) {
	var order []int32
	for p := range scores {
		if !slices.Contains(examples, int32(p)) {
			order = append(order, int32(p))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(scores[b], scores[a]) })
	var places []int
	hosts := map[string]bool{} // of right pages
	for i, p := range order {
		if right[p] {
			places = append(places, i+1)
			hosts[s.pages[p].Host] = true
		}
	}
	m.Pages, m.Right, m.Unseen = len(order), len(places), len(examples)
	if len(places) == 0 {
		return m
	}
	m.PrecisionAt17, m.PrecisionAt35, m.PrecisionAtR = precision(places, 17), precision(places, 35), precision(places, len(places))
	m.Reciprocal = 1 / float64(places[0])
	for _, r := range places {
		m.MeanRank += float64(r) / float64(len(places))
	}
	m.MedianRank = float64(places[(len(places)-1)/2])
	met, good := map[string]bool{}, 0
	for _, p := range order[:len(places)] {
		if h := s.pages[p].Host; !met[h] {
			met[h] = true
			if hosts[h] {
				good++
			}
		}
	}
	m.HostsAtR = float64(good) / float64(len(met))
	return m
}

// precision is the share of right pages among the first n.
func precision(places []int, n int) float64 {
	k, _ := slices.BinarySearch(places, n+1)
	return float64(k) / float64(n)
}
