package warc

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"time"
)

// Names follow the standard's advice (Annex on file names): prefix, time, serial
// number, host. A hash of host and folder replaces the host: it tells archives apart
// and reveals nothing.
const namePattern = `^ontocrawl-[0-9]{8}T[0-9]{6}Z-([0-9]{5,9})-[0-9a-f]{8}\.warc\.gz$`

// Suffixes of files that are WARC files.
const (
	Ext     = ".warc"
	ExtGzip = ".warc.gz"
)

func fileName(now time.Time, serial int, place string) string {
	return fmt.Sprintf("ontocrawl-%s-%05d-%s%s", now.UTC().Format("20060102T150405Z"), serial, place, ExtGzip)
}

// serialOf returns the serial number in the name of an Archiver's file; 0 for other
// names.
func serialOf(pattern *regexp.Regexp, name string) int {
	m := pattern.FindStringSubmatch(name)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1]) // nine digits at most
	return n
}

func placeHash(dir string) string {
	host, _ := os.Hostname() // else the hash is of the folder alone
	sum := sha256.Sum256([]byte(host + "\x00" + dir))
	return hex.EncodeToString(sum[:4])
}

// NewID returns a random record ID: a UUID of version 4 (RFC 9562, 5.4) in angle
// brackets.
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) //nolint:errcheck // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
