// Package postgres is a [broker.Broker] by a PostgreSQL server, version 12 or later: for
// those who have one already. That it survives a machine is the server's business
// (replication, fail-over), which this package does not see.
//
//	postgres.go  Open: a Broker over a pool of connections; errors of the server
//	schema.go    the tables
//	log.go       logs
//	table.go     the table
//	notify.go    broadcast and wake-ups, by LISTEN and NOTIFY
package postgres
