package rundir

// spread is Welford's running mean and sum of squares (Technometrics 4(3), 1962), of
// values that may also be taken out.
type spread struct {
	n        int
	mean, m2 float64
}

// add puts x in, or takes it out if n is -1.
func (s *spread) add(x float64, n int) {
	if s.n += n; s.n == 0 {
		*s = spread{}
		return
	}
	d := x - s.mean
	s.mean += float64(n) * d / float64(s.n)
	s.m2 = max(0, s.m2+float64(n)*d*(x-s.mean))
}
