package ensemble

// Examples are the pages from which a ranker learns.
type Examples struct {
	On       []int32  // numbers of pages that are on topic: S of the paper
	Off      []int32  // pages that are taken for off topic, only for Logistic and Bayes
	Keywords []string // only for Bayes
}

// Ranker scores all pages of a set, the larger the better.
type Ranker struct {
	Name  string
	About string
	Score func(*Set, Examples) []float64
}

// The names of rankers that are made of others.
const (
	NameCombined   = "combined"
	NameReciprocal = "reciprocal"
)

// Single are the rankers of the paper that stand for themselves, in the order of its tables;
// the first five are F of eq 8.
func Single() []Ranker {
	return []Ranker{
		{"bayes", "naive Bayes (eq 6) over the lengths of URL and host and the keywords", Bayes},
		{"logistic", "logistic regression (eq 2)", Logistic},
		{"one-class", "one-class support vector machine", OneClass},
		{"cosine", "cosine of term frequencies (eq 3, 5)", Cosine},
		{"jaccard", "Jaccard of word sets (eq 3, 4)", Jaccard},
		{"pagerank", "PageRank over the pages found (eq 7)", PageRank},
	}
}

// inCombined is how many of Single are F of eq 8.
const inCombined = 5

// Rank returns the scores of all rankers of the paper by name: the rankers of Single,
// "combined" (eq 8 with Alpha), and, not of the paper, "reciprocal", the same lists without
// PageRank by their reciprocal places.
func Rank(s *Set, of Examples) map[string][]float64 {
	all := map[string][]float64{}
	var lists [][]float64
	for i, r := range Single() {
		all[r.Name] = r.Score(s, of)
		if i < inCombined {
			lists = append(lists, all[r.Name])
		}
	}
	all[NameCombined] = Combined(lists, all["pagerank"], Alpha)
	all[NameReciprocal] = Reciprocal(lists)
	return all
}

// Score is eq 8 for all pages of a set.
func Score(s *Set, of Examples) []float64 { return Rank(s, of)[NameCombined] }
