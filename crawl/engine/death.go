package engine

// This part finds the URL that kills the process: it keeps which URLs are being worked on in a file
// that outlives the process, and judges by it after a death.
//
// # What is kept
//
// A line is appended before a URL is given to a worker, and another when its outcome is applied. Lines
// are not synced: what a process has written is in the kernel's memory and survives its death by
// SIGKILL or lack of memory. After a power cut or a reboot nothing is concluded from the file. A URL
// costs two writes of one line, a few microseconds.
//
// # Who is suspected
//
// With eight URLs in flight seven are innocent, and an operator who kills the process twice must
// convict none. So a URL rises one step at a death, if it was in flight:
//
//   - clear to suspect, whatever else was in flight. A suspect is tried alone.
//   - suspect to quarantined, if it was alone and the process crashed by itself or was
//     killed for want of memory: two deaths.
//   - suspect to accused, if it was alone and the cause is not known: SIGKILL by
//     anybody. An accused waits for a while, in which the process lives without it,
//     and is then tried alone.
//   - accused to quarantined, if it was alone: three deaths.
//
// A URL whose outcome is applied is clear again. So is an accused that waits when the process dies: it
// was killed without it. Whoever kills at random would have to meet one URL alone in flight twice, the
// second time within the moment of its trial.

// judge says where each URL stands after the death of the process that left l. now is the
// life of the present process.
func (l *left) judge(now life, crashed bool) map[string]URLStanding {
	after := map[string]URLStanding{}
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
func risen(was URLStanding, alone, own bool) URLStanding {
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
