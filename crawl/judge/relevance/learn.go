package relevance

import "github.com/ontocrawl/ontocrawl/crawl"

// Learn counts the texts of a page's blocks and the segments of its title, remembers
// it for the pages below it, and counts its features. At fixed counts of pages it
// makes the next model, so that the same pages give the same models.
func (j *Judge) Learn(p *crawl.Page) {
	j.hosts.Learn(p)
	j.study(p)
}

// Beside puts beside the text what the host of p repeats of it ([repeated.Texts.Beside]).
func (j *Judge) Beside(p *crawl.Page, known bool) bool { return j.hosts.Beside(p, known) }

// study counts the features of a page.
func (j *Judge) study(p *crawl.Page) {
	if j.rule == nil {
		return
	}
	if f := p.Features; f != nil {
		j.parents.learn(p.Final, relevanceOf(max(0, f.First), j.rule.half))
	}
	number := j.number
	if f := p.Features; f != nil && f.Topic != j.topicNumber() { // read by another version of the topic
		number = func(int32) (int32, bool) { return 0, false }
	}
	if j.learner != nil && j.learner.learn(p, number) {
		j.relearn()
	}
}

// Model is the model that judges now; nil if nothing was learned yet.
func (j *Judge) Model() *Model { return j.model }

// useModel makes m the model that judges; nil for none. The next one that is learned
// has a greater number.
func (j *Judge) UseModel(m *Model) {
	if j.model = m; m != nil && j.learner != nil {
		j.learner.made = max(j.learner.made, m.Number)
	}
}

// relearn makes a model of all that was counted, for the end of a crawl, and uses it.
// It returns nil, and changes nothing, if there are too few pages to learn from; if
// nothing was counted since the present model was made, it returns that one.
func (j *Judge) Relearn() *Model {
	l := j.learner
	if l == nil || l.sure < leastSure || l.pages-l.sure < leastOther {
		return nil
	}
	sameTopic := j.modelTopic == 0 || j.modelTopic == j.topicNumber()
	if j.model == nil || j.model.Pages != l.pages || !sameTopic {
		j.relearn()
	}
	return j.model
}

// Counted is the number of pages from which the next model would be learned, and how
// many of them are surely relevant; 0 if nothing is learned.
func (j *Judge) Counted() (pages, sure int) {
	if j.learner == nil {
		return 0, 0
	}
	return j.learner.pages, j.learner.sure
}

func (j *Judge) relearn() {
	j.modelTopic = j.topicNumber()
	l := j.learner
	l.known = j.knowsWord
	for e := range j.weight {
		j.number(int32(e))
	}
	weight := make([]float64, len(l.iris)) // 0 for concepts that the topic has no more
	for e, n := range j.numbers {
		if weight[n] = j.weight[e]; !j.core[e] {
			weight[n] *= j.rule.other
		}
	}
	j.model = l.model(weight)
}

// knowsWord reports whether a Chinese word is one of the dictionary or a label.
func (j *Judge) knowsWord(word string) bool {
	if j.lex.KnowsWord(word) {
		return true
	}
	found := j.lex.Find(word, nil)
	return len(found) > 0 && found[0].Start == 0 && int(found[0].End) == len(word)
}

// number is the learner's number of an entry.
func (j *Judge) number(entry int32) (int32, bool) {
	if !j.knows(entry) {
		return 0, false
	}
	if j.numbersOf != j.learner {
		j.numbers, j.numbersOf = make([]int32, len(j.weight)), j.learner
		for e := range j.numbers {
			j.numbers[e] = j.learner.number(j.topic.Entries[e].IRI)
		}
	}
	return j.numbers[entry], true
}
