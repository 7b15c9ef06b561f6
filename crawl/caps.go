package crawl

// Caps declares what a [Strategy] can do beside choosing. Each is a function, nil if the
// Strategy cannot do it: nobody asks by a type assertion, which a wrapper around the
// Strategy would answer wrongly. The functions stay the same for the life of a Strategy.
type Caps struct {
	// Block leaves a host out until its turn comes (Pacer.Turn), so that Next need not ask
	// about each host again and again: Next passes over a blocked host, whatever busy says.
	// A host is blocked for one turn at a time. A Strategy that has not heard of the host
	// may ignore Block. Take, Len and WriteTo do not depend on what is blocked. Who
	// can Block can Unblock.
	Block func(host, turn string)
	// Unblock frees, of the hosts blocked for a turn, the one with the best link. Every second
	// call prefers hosts that had relevant pages, if the Strategy knows any. more reports that
	// links wait at others, which are still blocked: a thousand hosts of one site must not be
	// looked at whenever one of them may be asked. If there is no such other, none is blocked
	// for that turn any more.
	Unblock func(turn string) (more bool)

	Waits func(host string) bool // reports whether a link of a host waits
	Knows func(url string) bool  // reports whether a URL was heard of, chosen or not
	// Idle is called when nothing is in flight, no host is busy and Next offers none of the URLs that
	// wait: of the choices whose outcome it waits for, the rest was kept back by a policy around
	// it. It gives them up; a choice given up may still be observed later. It reports whether there
	// was one.
	Idle func() bool
	// Err is the fault of where a part of the memory lies; after it the crawl must end.
	Err func() error
	// Replayed is called when all visits of the journal were observed.
	Replayed func()
	// Hear makes the links of a letter from another part of the crawl known. It chooses nothing.
	Hear func(l *Letter)
	// Member is the Strategy as one of several parts of a crawl, without what is around it.
	Member Member
}
