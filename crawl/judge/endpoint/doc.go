// Package endpoint asks a language model for a second opinion of pages of which the judge is not sure: any service
// with an OpenAI-compatible /chat/completions.
//
// A crawl never waits for it. An answer becomes an [Opinion], a line of opinions.jsonl in the run folder, before it
// counts; from then on the judge gives the page the verdict of the opinion without asking again
// ([relevance.Second] of crawl/judge/relevance), as long as the page and the topic say the same. What a page says is data: the
// service is told so, its answer is yes, no or unsure and one line of reason, and it moves the verdict of that page alone.
//
//	client.go    Client: one question and its answer, within bounds
//	answer.go    the answer, read strictly
//	question.go  what is sent: the topic in short, and the beginning of a page
//	opinions.go  Opinions: what was answered, kept in the run folder
//	asker.go     Asker: asks beside a crawl, within a budget, and rests after failures
package endpoint
