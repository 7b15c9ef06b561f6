package eval

// Cost is what something took.
type Cost struct {
	Seconds float64 `json:"seconds"`     // by the clock
	CPU     float64 `json:"cpu_seconds"` // of the processor
}
