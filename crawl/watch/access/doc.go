// Package access says who may do what with a daemon that several people share.
//
//	role.go   Role and Person: what a person may do
//	config.go Config: tokens and a reverse proxy, as a file has them
//	file.go   ReadFile: the YAML file of a Config
//	gate.go   Gate: who asks, by token or by the proxy's word
//	held.go   the secret of a token, read again when its file changes
//	client.go the address of a client, through proxies that are trusted
//	limit.go  Limiter: so many tries of an address, in bounded memory
//	audit.go  Audit: who did what, as JSON lines
//
// Package serve asks a Gate at the door, and package api holds each route to the role
// that its table names.
package access
