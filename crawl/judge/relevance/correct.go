package relevance

import "github.com/ontocrawl/ontocrawl/crawl"

// groupMarks is the group of the evidence that a [Corrector] adds to a page.
const groupMarks = "marks"

// Corrector corrects what a judge says of pages, by what people have taught.
// crawl/teach.Model is one.
type Corrector interface {
	// SkipsBlock reports the blocks of a page whose words Correct is not given.
	SkipsBlock(p *crawl.Page, block int) bool
	// Correct returns the corrected score of a page of a host with these words, which are sorted. The
	// reasons add up to the relevance. Relevant is set by the judge, by its threshold.
	Correct(host string, words []crawl.WordCount, s crawl.Score) crawl.Score
}

// CorrectBy lets c correct the score of each page from now on; nil: none does. What is learned from
// pages, and the scores of links before they are fetched, come from uncorrected verdicts; the
// outcomes of links, by which rankers learn, are corrected ones. All versions of an edited topic
// have one corrector. The judges that [Judge.Untaught] returns have none.
func (j *Judge) CorrectBy(c Corrector) { j.corrector = c }

// corrected is the score of a page after correction.
func (j *Judge) corrected(p *crawl.Page, s crawl.Score) crawl.Score {
	if j.corrector == nil || !(s.Relevance > 0) {
		return s
	}
	words := j.words.wordsOf(p, func(i int) bool { return j.corrector.SkipsBlock(p, i) })
	j.words.of = nil // they are not those that the judge learns
	s = j.corrector.Correct(p.Host, words, s)
	s.Relevant = s.Relevance > j.phi
	return s
}

// WordsOf counts the words of the blocks of a page that skip does not report: runs of letters, and
// pairs of Chinese characters, folded and sorted; of the first 400 different ones. Those of the title
// and of h1 count three times.
func WordsOf(p *crawl.Page, skip func(block int) bool) []crawl.WordCount {
	return new(wordBag).wordsOf(p, skip)
}
