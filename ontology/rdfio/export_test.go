package rdfio

// WithWindow makes the window n bytes small at first, so that every token is
// cut at every place somewhere.
func WithWindow(o Options, n int) Options {
	o.window = n
	return o
}

// Resolve resolves a reference against a base.
func Resolve(base, ref string) (string, error) {
	b, err := ParseBase(base)
	if err != nil {
		return "", err
	}
	return b.Join(ref), nil
}
