// Package machine says what this process may use of its machine.
//
//	memory.go  memory: of the machine, or of the control group of the process
package machine
