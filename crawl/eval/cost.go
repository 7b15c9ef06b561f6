package eval

// Cost is the time that something took.
type Cost struct {
	Seconds float64 `json:"seconds"`     // by the clock
	CPU     float64 `json:"cpu_seconds"` // of processors
}
