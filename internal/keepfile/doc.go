// Package keepfile replaces a file, if it is still the one that was read, and keeps the earlier one.
// Other programs may save the same file at any time and know nothing of this package.
//
//	keepfile.go   Read, Replace
//	swap_linux.go two files exchange their names at once; swap_other.go: elsewhere
//	owner_unix.go who owns a file that was replaced; owner_other.go: elsewhere
package keepfile
