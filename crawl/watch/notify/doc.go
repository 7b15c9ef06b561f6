// Package notify notifies people of events: which notifications an event causes, and
// how each reaches its receiver exactly once.
//
//	rules.go     Rules: from an event to notifications; quiet hours, digests
//	match.go     which rules match
//	message.go   Message: one notification, or a digest of several
//	options.go   Options of a Worker
//	worker.go    Worker: from the outbox to the receivers
//	queue.go     the delivery queue of one receiver: retries, back-off, dead letters
//	channels.go  Channels: the table of channels, and what they get from the Worker
//	webhook.go   JSON over HTTP; signature.go: how it is signed, and checked
//	chat.go      settings of chat services; chatsend.go: delivery
//	template.go  what a template sees, and what it may do; sample.go: messages to try it on
//	tester.go    test messages and previews
//	email.go     mail; jsonl.go, atom.go: files
//	text.go      notifications in words; text from pages, made harmless
//	notice.go    a notification in the form that programs receive
//	notices.go   messages of the daemon itself, to the operators
//	ping.go      the dead man's switch
//	reach.go     which addresses of receivers may be asked
//	lock.go      one process delivers at a time
//	dingtalk.go  DingTalk; feishu.go, wecom.go, slack.go, teams.go, telegram.go, ntfy.go: one each
//	markup.go    escaping, bold text and links for each markup
//	problem.go   Problem: why a message was not accepted, and what to do
//	service.go   Service, and the table of all; Target, Text, Post
//
// # Exactly once
//
// A notification is committed together with the place in the journal that caused it,
// and its ID depends on its content only. So it is created once. It is marked as sent
// when its receiver has accepted it. If the process dies between the two, the
// notification is sent again, and the receiver can recognise it: a webhook by the
// Idempotency-Key, a mail program by the Message-ID. A file is read before a line or an
// entry is added to it.
//
// One process delivers for a folder of jobs at a time, by the kernel's lock on a file,
// which ends with its holder.
//
// Package events makes events, package store keeps notifications.
package notify
