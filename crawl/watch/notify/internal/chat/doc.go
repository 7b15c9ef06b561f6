// Package chat knows chat services: what a message to each looks like on the wire, how
// long it may be, how text is escaped for its markup, and what its answers mean. Many of
// them answer HTTP 200 to a message that they refuse.
//
//	service.go   Service, and the table of all; Target, Text, Post
//	markup.go    escaping, bold text and links for each markup
//	problem.go   Problem: why a message was not accepted, and what to do
//	dingtalk.go, feishu.go, wecom.go, slack.go, teams.go, telegram.go, ntfy.go: one each
//
// The package sends nothing and knows no jobs. Package notify fills templates, sends what
// Service.Post returns, and gives the answer to Service.Judge.
package chat
