package message

import (
	"fmt"
	"strconv"
	"strings"
)

// Entry is one message of a PO file.
type Entry struct {
	ID   string // msgid: English
	Text string // msgstr; "" if it is not translated
	Line int    // of msgid, from 1
}

// ParsePO reads a PO file as the manual of GNU gettext has it ("The Format of PO Files"), of it
// what these catalogues use: comments, msgid and msgstr, each one string or several lines of
// strings. The head, whose msgid is empty, is left out. Contexts, plural forms and whatever else
// stands there are errors, after which the entries so far are returned.
func ParsePO(file string) ([]Entry, error) {
	var entries []Entry
	var into *string // what a line with a string alone belongs to
	n := 0
	for line := range strings.Lines(file) {
		n++
		line = strings.TrimSpace(line)
		keyword, quoted, _ := strings.Cut(line, `"`)
		switch keyword = strings.TrimSpace(keyword); {
		case line == "" || line[0] == '#':
			continue
		case keyword == "msgid":
			entries = append(entries, Entry{Line: n})
			into = &entries[len(entries)-1].ID
		case keyword == "msgstr" && len(entries) > 0:
			into = &entries[len(entries)-1].Text
		case keyword != "" || into == nil:
			return withoutHead(entries), fmt.Errorf("line %d: %q is neither msgid nor msgstr", n, line) // not translated: for translators
		}
		s, err := strconv.Unquote(`"` + quoted)
		if err != nil {
			return withoutHead(entries), fmt.Errorf("line %d: no string: %q", n, line) // not translated: for translators
		}
		*into += s
	}
	return withoutHead(entries), nil
}

func withoutHead(entries []Entry) []Entry {
	if len(entries) > 0 && entries[0].ID == "" {
		return entries[1:]
	}
	return entries
}

// WritePO returns an entry as it stands in a PO file, and an empty line.
func WritePO(e Entry) string { return "msgid " + quote(e.ID) + "\nmsgstr " + quote(e.Text) + "\n\n" }

// quote returns s as strings of PO: one per line of s.
func quote(s string) string {
	if !strings.Contains(strings.TrimSuffix(s, "\n"), "\n") {
		return poString(s)
	}
	var b strings.Builder
	b.WriteString(`""`)
	for line := range strings.Lines(s) {
		b.WriteString("\n" + poString(line))
	}
	return b.String()
}

func poString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`, "\x1b", `\x1b`).Replace(s) + `"`
}
