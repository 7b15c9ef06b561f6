package rdfio

// Loss is a statement that a syntax has no words for, or of which it can say
// a part only.
type Loss struct {
	Statement string // in Turtle or N-Triples, on one line
	Part      string // what of it is missing, such as "the language"; "" for all of it
}

// String returns the statement, with a comment if only a part is missing.
func (l Loss) String() string {
	if l.Part == "" {
		return l.Statement
	}
	return l.Statement + " # not written: " + l.Part
}
