// Package teach learns from the pages that people have marked right or wrong how the judge's
// verdicts must be corrected, and corrects them.
//
// The correction is a logistic regression around the judge's own relevance R: the logit of the
// probability that a page is right is
//
//	s = bias + slope (logit R - logit phi) + sum of weight × feature
//
// whose features are the judge's reasons (concepts and the fields in which they stand, by their
// shares of the evidence), the words of the text, and the host. Before any mark it repeats the
// judge: slope 1, and all others 0, each with a normal prior. [Model] lists every weight that it
// has, so a person can read what was learned.
//
// [Learn] fits the model and says by cross-validation on the marked pages what it is worth. A model
// that does not improve the verdicts is not used: [Report.Improves]. The same marks give the same
// bytes, whatever was marked and taken back in between.
//
//	features.go  what is learned from of a page
//	fit.go       the regression
//	model.go     Model: the correction, and what it does to a verdict
//	codec.go     taught.json: a model as bytes, and its store
//	learn.go     Learn: from examples to a model
//	quality.go   figures by cross-validation, with intervals
//	gather.go    the marked pages of a run folder as examples
//	study.go     Study: all of it, of a run folder
//	report.go    Report: what was learned, as data and as text
package teach
