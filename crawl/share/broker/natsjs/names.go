package natsjs

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Subjects: oc.NAME.log.LOG, oc.NAME.wake.LOG, oc.NAME.told.SUBJECT, oc.NAME.key.SEGMENT.SEGMENT.
// Streams: oc-NAME-log-LOG, oc-NAME-table.

func (b *Broker) subject(kind, name string) string {
	return "oc." + encode(b.o.Name) + "." + kind + "." + name
}

func (b *Broker) stream(kind string) string { return "oc-" + encode(b.o.Name) + "-" + kind }

// encode writes a name as one token of a subject and as a part of a stream's name, which is
// the name of a folder, too: what is not a letter, digit or "_" in ASCII becomes = and two
// digits.
func encode(name string) string {
	var out strings.Builder
	for _, b := range []byte(name) {
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' {
			out.WriteByte(b)
		} else {
			fmt.Fprintf(&out, "=%02x", b)
		}
	}
	return out.String()
}

// decode is the way back.
func decode(token string) (string, error) {
	var out strings.Builder
	for i := 0; i < len(token); i++ {
		if token[i] != '=' {
			out.WriteByte(token[i])
			continue
		}
		if i+2 >= len(token) {
			return "", english.Errorf("token %q ends early", token)
		}
		b, err := strconv.ParseUint(token[i+1:i+3], 16, 8)
		if err != nil {
			return "", fmt.Errorf("token %q: %w", token, err)
		}
		out.WriteByte(byte(b))
		i += 2
	}
	return out.String(), nil
}

// encodeKey encodes the segments of a key, or of a prefix without its last "/".
func encodeKey(key string) string {
	tokens := strings.Split(key, "/")
	for i := range tokens {
		tokens[i] = encode(tokens[i])
	}
	return strings.Join(tokens, ".")
}

// decodeKey returns the key of a subject of the table.
func (b *Broker) decodeKey(subject string) (string, error) {
	rest, ok := strings.CutPrefix(subject, b.subject("key", ""))
	if !ok {
		return "", english.Errorf("subject %q is not one of the table", subject)
	}
	tokens := strings.Split(rest, ".")
	for i, t := range tokens {
		var err error
		if tokens[i], err = decode(t); err != nil {
			return "", err
		}
	}
	return strings.Join(tokens, "/"), nil
}
