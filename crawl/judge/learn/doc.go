// Package learn learns terms and relations of an ontology from texts, as proposals for a person.
//
// [Read] takes pages apart. [Corpus.Learn] proposes terms: for an ontology from nothing, or for
// one that exists. Each [Proposal] has its parents, synonyms, causes and effects, each
// with the texts that say so. Nothing is certain, and nothing enters an ontology by itself.
//
//	read.go       Corpus: pages as blocks of words; which runs of words may be terms
//	candidate.go  how good a term is: C-value, and association of its words
//	contrast.go   how rare it is elsewhere
//	mark.go       where concepts and terms stand
//	pattern.go    what texts say of two of them: kinds, lists, causes, other names
//	relate.go     which concept is the parent of a term
//	learn.go      Learn: the ranking of terms
//	propose.go    a proposal with its evidence
//	owl.go        Result.Triples: the proposals as an OWL ontology for Protégé
//
// The order: runs of words of English and Chinese are counted (Chinese by the segmentation of
// semsim/lexicon). Those whose words stand together by chance, and parts of longer terms, are
// dropped. The rest is ranked by C-value and by how much rarer it is in other pages. The best are
// marked in the texts beside the concepts that are known, and the texts are read for patterns;
// crawl/judge/internal/names knows the patterns of kinds. Parents are ranked by what the texts say, by words
// in common, by the parents of similar concepts, and by the order of attributes in the formal
// context of pages by terms (ontology/fca).
//
// The same pages and options give the same proposals.
package learn
