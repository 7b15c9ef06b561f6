// Package watching tests jobs, the daemon that runs them, and what it serves and tells. It has no code of its own.
package watching
