// Package endtoend tests the real program as a process: killed, without memory, descriptors or disk, with a
// damaged folder. It has no code of its own.
package endtoend
