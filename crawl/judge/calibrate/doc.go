// Package calibrate sets the threshold of a run by a person's answers, and says what
// else the answers tell.
//
// No shape of the scores of a run tells where its pages stop being on topic; a person
// can. [Choose] picks the pages whose answers tell most, [Dialogue] asks on a
// terminal, [Run.WriteQuestions] and crawl/marks.ReadLabels by a file. [Fit] turns the answers
// into a curve, the share of pages on topic at each relevance, and [Curve.Best] into
// the threshold with the largest expected F1.
//
//	page.go      Run: the pages of a run folder and what is known of them
//	choose.go    which pages to ask about
//	choosein.go  ChooseIn: the same of a run folder, with its marks
//	ask.go       Dialogue: questions on a terminal
//	sentence.go  the sentence of a page that says most of the topic
//	reply.go     Reply: what a person says of a page
//	file.go      files of questions
//	store.go     Kept: the answers that a run folder keeps; they are marks
//	curve.go     the curve that answers tell
//	threshold.go the best threshold, and what it is expected to do
//	advice.go    core marks in doubt, and words that no label has
//	result.go    Result: all of it, as data and as text
package calibrate
