// Package swar looks at eight bytes of ASCII at a time ("SIMD within a
// register"), for loops in which a branch for each byte would be predicted badly.
package swar

// EveryByte times b has the byte b eight times.
const EveryByte = 0x0101010101010101

// Load returns the eight bytes of s at i, the first one lowest. ok is false if
// there are fewer, or one of them is not ASCII.
func Load(s string, i int) (x uint64, ok bool) {
	if i+8 > len(s) {
		return 0, false
	}
	s = s[i : i+8]
	x = uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	return x, x&(0x80*EveryByte) == 0
}

// Alnums sets the high bit of the bytes of x that are letters or digits. All
// must be ASCII, so that no sum carries into the next byte (Warren, Hacker's
// Delight, 6-1).
func Alnums(x uint64) uint64 {
	digits := (x + (0x80-'0')*EveryByte) &^ (x + (0x80-'9'-1)*EveryByte)
	return Lower(x|0x20*EveryByte) | digits&(0x80*EveryByte)
}

// Lower sets the high bit of the bytes of x that are lower-case letters. All must be
// ASCII.
func Lower(x uint64) uint64 {
	return (x + (0x80-'a')*EveryByte) &^ (x + (0x80-'z'-1)*EveryByte) & (0x80 * EveryByte)
}
