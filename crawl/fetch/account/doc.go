// Package account says who the crawler is at hosts that ask: header fields, cookies, and
// a log-in by form. A person names the hosts in a file; at all others nothing is sent.
//
//	account.go  Accounts: what is sent to a host (fetch.Credentials)
//	file.go     the file of accounts; all faults at once, each with its line
//	cookies.go  files of cookies in Netscape's format, read and written
//	login.go    the form of a log-in: found, filled in, sent
//	fetcher.go  a crawl.Fetcher that logs in when a host is first asked, and again when
//	            it sends to the log-in page
//
// Secrets come by reference (internal/redact): the file may be shown. What is sent goes to
// the named host only, by https unless the entry says otherwise, never with scripts and
// data of rendered pages, and never into archives and logs. A log-in that was refused
// is not tried again in the same process, so that no account is locked.
package account
