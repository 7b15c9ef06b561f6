package fetch

import (
	"mime"
	"net/http"
	"strings"
)

// contentType is the type of an answer by all its Content-Type fields, which proxies join with
// commas: the last that can be read and is not "*/*", with the charset of one before it that has the
// same type ("extract a MIME type", Fetch standard, 3.7.2). A single value is returned as sent.
func contentType(h http.Header) string {
	values := h.Values("Content-Type")
	if len(values) == 1 && !strings.Contains(values[0], ",") {
		return values[0]
	}
	var last, charset string
	for _, value := range values {
		for _, one := range unquotedCommas(value) {
			kind, params, err := mime.ParseMediaType(one)
			if err != nil || kind == "*/*" || !strings.Contains(kind, "/") {
				continue
			}
			if params["charset"] != "" || kind != last {
				charset = params["charset"]
			}
			last = kind
		}
	}
	switch {
	case last == "" && len(values) > 0:
		return values[0]
	case charset != "":
		return mime.FormatMediaType(last, map[string]string{"charset": charset})
	}
	return last
}

// unquotedCommas splits s at the commas that stand outside quotes.
func unquotedCommas(s string) (parts []string) {
	quoted, from := false, 0
	for i := range len(s) {
		switch s[i] {
		case '"':
			quoted = !quoted
		case ',':
			if !quoted {
				parts, from = append(parts, s[from:i]), i+1
			}
		}
	}
	return append(parts, s[from:])
}
