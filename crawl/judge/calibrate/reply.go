package calibrate

import "github.com/ontocrawl/ontocrawl/crawl/judge/marks"

// Reply is a person's answer about a page.
type Reply int8

// The replies.
const (
	unsure Reply = iota // seen, and not answered
	No
	Yes
)

// String returns the word of a reply in a file of labels.
func (r Reply) String() string { return [...]string{"?", "no", "yes"}[r] }

// ReplyOf returns the reply that a verdict is; ok is false if it takes one back.
func ReplyOf(v marks.Verdict) (r Reply, ok bool) {
	switch v {
	case marks.Right:
		return Yes, true
	case marks.Wrong:
		return No, true
	}
	return unsure, v == marks.Unsure
}

// parseReply knows the words of replies; ok is false for any other word.
func parseReply(word string) (r Reply, ok bool) {
	v, err := marks.ParseVerdict(word)
	if err != nil {
		return unsure, false
	}
	return ReplyOf(v)
}
