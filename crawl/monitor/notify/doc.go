// Package notify tells people what a desk found: which letters a find is worth,
// and how each reaches its receiver exactly once.
//
//	rules.go   Rules: a find to letters; match.go: which rule asks for it
//	quiet.go   when a letter may be sent: quiet hours, digests
//	message.go Message: what one sending brings, a letter or a digest of them
//	worker.go  Worker: letters from the outbox to their receivers; lane.go: one
//	           receiver; senders.go: who brings it there
//	notices.go words of the desk itself
//	webhook.go, sign.go  signed JSON over HTTP
//	email.go, text.go    mail
//	jsonl.go, atom.go    files: the last word on "exactly once" is the file itself
//	notice.go  a letter as programs are sent it
//	lock.go    one process delivers at a time
//	clean.go   text from pages, made harmless
//
// # Exactly once
//
// A letter is committed together with the place in the journal from which it was
// concluded, and its ID is the same whoever computes it: so it is made once. It is
// marked as sent when its receiver has taken it. A process may die between the two;
// then the letter is sent again, and the receiver can tell: a webhook by the
// Idempotency-Key, a mail program by the Message-ID. Files need nobody to tell:
// before a line or an entry is written the file is asked whether it is there.
//
// One process delivers for a desk at a time; a lock of the kernel on a file in the
// desk's folder sees to that and dies with its holder.
//
// Making finds is left to crawl/monitor/events, remembering letters to
// crawl/monitor/store.
package notify
