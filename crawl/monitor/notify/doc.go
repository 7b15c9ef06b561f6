// Package notify tells people what a daemon found: which notifications an event is worth,
// and how each reaches its receiver exactly once.
//
//	rules.go   Rules: an event to notifications; match.go: which rule asks for it
//	quiet.go   when a notification may be sent: quiet hours, digests
//	message.go Message: what one sending brings, a notification or a digest of them
//	worker.go  Worker: notifications from the outbox to their receivers; queue.go: one
//	           receiver; senders.go: who brings it there
//	notices.go words of the daemon itself
//	webhook.go, sign.go  signed JSON over HTTP
//	email.go, text.go    mail
//	jsonl.go, atom.go    files: the last word on "exactly once" is the file itself
//	notice.go  a notification as programs are sent it
//	lock.go    one process delivers at a time
//	clean.go   text from pages, made harmless
//
// # Exactly once
//
// A notification is committed together with the place in the journal from which it was
// concluded, and its ID is the same whoever computes it: so it is made once. It is
// marked as sent when its receiver has taken it. A process may die between the two;
// then the notification is sent again, and the receiver can tell: a webhook by the
// Idempotency-Key, a mail program by the Message-ID. Files need nobody to tell:
// before a line or an entry is written the file is asked whether it is there.
//
// One process delivers for a daemon at a time; a lock of the kernel on a file in the
// daemon's folder sees to that and dies with its holder.
//
// Making events is left to crawl/monitor/events, remembering notifications to
// crawl/monitor/store.
package notify
