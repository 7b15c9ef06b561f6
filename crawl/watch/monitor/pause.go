package monitor

import "time"

// Pause says that a person has paused a job: it is not due by itself until somebody resumes
// it. Runs by hand are made. A job can also be paused by its file, see [Job.Paused].
type Pause struct {
	Job    string    `json:"job"`
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"`
	Reason string    `json:"reason,omitempty"`
}
