package extract

// Shares of right answers among what is found, by kind, on the development half of the sentences
// about storms, by the rule of succession: (right+1)/(found+2). TestConfidence compares them with
// what is measured. Other texts may be harder: docs/events.md has the figures of emergency reports.
const (
	TrustTime     = .95
	TrustPlace    = .95
	TrustQuantity = .99
	TrustWarning  = .91
	TrustWord     = .93
)
