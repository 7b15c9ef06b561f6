// Package relevance judges pages: it marks a topic's words in pages and
// computes how relevant a page is to the topic.
//
// A [Judge] is a crawl.Reader (it parses a page, marks the labels of the
// topic's concepts, and describes the links by them) and a crawl.Scorer (a
// relevance from 0 to 1, with the evidence that adds up to it). Reading is
// stateless; scoring remembers which blocks of a host are boilerplate.
//
//	judge.go    Judge, its options, and the table of judges
//	read.go     a topic's labels as terms for a lexicon; mentions in blocks
//	inside.go   labels inside labels: which are mentions
//	hints.go    labels that only hint at their concept
//	links.go    the topic's words in and around links
//	searchwords.go  SearchWords: what a site's own search is asked for
//	weigh.go    the weights of mentions: boilerplate, layout, repetition
//	brief.go    pages of a headline and a few sentences
//	namedhead.go  headlines that call a thing by its name in quotation marks
//	sense.go    the senses of ambiguous words: what doubts a mention, and what overrules
//	sensecapitals.go, sensecues.go, sensewords.go   what capitals say; words of other senses on a page; the words
//	sensewhy.go why a mention was doubted
//	edited.go   Edited: a judge whose topic may be edited while a crawl runs
//	fielded.go  the default judge: density by fields, multiplied by what the crawl has learned
//	verdict.go  what a page's verdict is made of, and its evidence
//	learnable.go   what is learned from a page that was judged
//	density.go  density of the core concepts, without learning
//	rule.go     the constants of fielded
//	features.go what fielded learns from a page: its words
//	matcher.go  how often a page has the words of a model
//	packed.go   the words of a page that is kept to learn from
//	learn.go    Learn, Relearn and the model that judges
//	learner.go  counts and samples of pages
//	learnmodel.go, learnwords.go   models made of them: purity of concepts; words
//	model.go    Model: purity of concepts, words that go with the topic
//	parents.go  the relevance of pages by address, for the pages below them
//	correct.go  Corrector: what people taught corrects the verdicts
//	second.go   Second: a second opinion turns uncertain verdicts
//	memory.go   the memory of a judge as bytes
//	unite.go    a judge begins with what others know of some hosts
//	cosine.go   the printed judges: present and literal; the judge of topics taken from samples
//	classic.go  other models of retrieval: full text, Boolean, p-norm, probabilistic
//	evidence.go reasons that add up to the relevance
//	stored.go   a model as the journal and models.jsonl hold it
//	explain.go  a judged page with its evidence, as data and as text
//
// Package crawl/read/page parses, semsim/lexicon finds labels, semsim weighs
// concepts.
package relevance
