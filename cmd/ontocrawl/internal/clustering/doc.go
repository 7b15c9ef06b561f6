// Package clustering tests crawls that several machines share. It has no code of its own.
package clustering
