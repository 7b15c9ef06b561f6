package rundir

// mostGains is how many stretches of requests gains counts apart.
const mostGains = 256

// gains counts finds by the request that brought them, in stretches of equally many requests. A
// stretch doubles when there would be more than mostGains.
type gains struct {
	each  uint32 // requests in a stretch, a power of two; 0: nothing is counted yet
	finds [mostGains]int32
}

// add adds n finds that the request of that order, from 1, brought.
func (g *gains) add(order uint32, n int) {
	g.each = max(g.each, 1)
	at := max(order, 1) - 1
	for at/g.each >= mostGains {
		g.each *= 2
		for i := range g.finds[:mostGains/2] {
			g.finds[i] = g.finds[2*i] + g.finds[2*i+1]
		}
		clear(g.finds[mostGains/2:])
	}
	g.finds[at/g.each] += int32(n)
}

// quarters returns the finds of each quarter of the first requests.
func (g *gains) quarters(requests int) (of [4]int) {
	for i, n := range g.finds {
		if n != 0 {
			of[min(3, i*int(g.each)*4/max(1, requests))] += int(n)
		}
	}
	return of
}
