package inflight

// judge says where each URL stands after the death of the process that left l. now is the
// life of the present process.
func (l *left) judge(now life, crashed bool) map[string]Standing {
	after := map[string]Standing{}
	if l.life.boot != now.boot { // the machine went down: nobody knows why
		for url, s := range l.standing {
			if s == Quarantined {
				after[url] = s
			}
		}
		return after
	}
	own := crashed || l.life.killed < now.killed
	for url, s := range l.standing {
		if s == Accused && l.waited[url] && !l.flying[url] {
			continue // the process died without it
		}
		after[url] = s
	}
	for url := range l.flying {
		after[url] = risen(l.standing[url], len(l.flying) == 1, own)
	}
	return after
}

// risen is the standing after a death with the URL in flight. own: the process ended by
// itself, or for want of memory.
func risen(was Standing, alone, own bool) Standing {
	switch {
	case was == Quarantined:
		return was
	case was == Clear || !alone:
		return max(was, Suspect)
	case own || was == Accused:
		return Quarantined
	}
	return Accused
}
