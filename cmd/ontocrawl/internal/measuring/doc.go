// Package measuring tests eval and tune, and the methods that they compare. It has no code of its own.
package measuring
