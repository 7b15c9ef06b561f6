package account

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/cascadia"
	"go.yaml.in/yaml/v3"
	"golang.org/x/net/http/httpguts"

	"github.com/ontocrawl/ontocrawl/crawl/secret"
	"github.com/ontocrawl/ontocrawl/message"
)

// maxFile bounds a file of accounts, and one of cookies.
const maxFile = 4 << 20

// A FileError is a fault of a file of accounts.
type FileError struct {
	File string
	Line int // 0: of the whole file
	Err  error
}

// Error names file, line and fault.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns the fault.
func (e *FileError) Unwrap() error { return e.Err }

// The forms of the file. A Node keeps the line.
type (
	fileEntry struct {
		Host    string              `yaml:"host"`
		HTTP    bool                `yaml:"http"`
		Headers map[string]fileText `yaml:"headers"`
		Cookies string              `yaml:"cookies"`
		Session string              `yaml:"session"`
		Login   *fileLogin          `yaml:"login"`
		line    int
	}
	fileLogin struct {
		Page   string              `yaml:"page"`
		Form   string              `yaml:"form"`
		Fields map[string]fileText `yaml:"fields"`
	}
	// fileText is a plain text, or a secret by reference.
	fileText struct {
		Text   string
		Ref    secret.Ref
		Before string
		line   int
	}
)

// UnmarshalYAML takes a scalar or a mapping of env, file and before.
func (t *fileText) UnmarshalYAML(n *yaml.Node) error {
	t.line = n.Line
	if n.Kind == yaml.ScalarNode {
		t.Text = n.Value
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return message.Errorf("line %d: a text, or {env: NAME}, or {file: NAME} is needed", n.Line)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if value.Kind != yaml.ScalarNode {
			return message.Errorf("line %d: the value of %q must be a text", value.Line, key.Value)
		}
		switch key.Value {
		case "env":
			t.Ref.Env = value.Value
		case "file":
			t.Ref.File = value.Value
		case "before":
			t.Before = value.Value
		default:
			return message.Errorf("line %d: %q is unknown; env, file and before are known", key.Line, key.Value)
		}
	}
	if t.Ref.IsZero() {
		return message.Errorf("line %d: env or file is needed", n.Line)
	}
	return nil
}

// UnmarshalYAML notes the line, and refuses what it does not know.
func (e *fileEntry) UnmarshalYAML(n *yaml.Node) error {
	if err := known(n, "host", "http", "headers", "cookies", "session", "login"); err != nil {
		return err
	}
	type plain fileEntry
	err := n.Decode((*plain)(e))
	e.line = n.Line
	return err
}

// UnmarshalYAML refuses what it does not know.
func (l *fileLogin) UnmarshalYAML(n *yaml.Node) error {
	if err := known(n, "page", "form", "fields"); err != nil {
		return err
	}
	type plain fileLogin
	return n.Decode((*plain)(l))
}

// known refuses keys of a mapping beside those named.
func known(n *yaml.Node, names ...string) error {
	if n.Kind != yaml.MappingNode {
		return message.Errorf("line %d: keys with values are needed: %s", n.Line, strings.Join(names, ", "))
	}
	for i := 0; i < len(n.Content); i += 2 {
		found := false
		for _, name := range names {
			found = found || n.Content[i].Value == name
		}
		if !found {
			return message.Errorf("line %d: %q is unknown; %s are known", n.Content[i].Line, n.Content[i].Value, strings.Join(names, ", "))
		}
	}
	return nil
}

// Options say where secrets are.
type Options struct {
	LookupEnv func(name string) (string, bool) // nil: os.LookupEnv
}

// Read reads a file of accounts, and the files of cookies and secrets that it names:
// names that are not absolute count from its folder. The error joins a [*FileError] for
// each fault, and holds no secret.
func Read(name string, opt Options) (*Accounts, error) {
	b, err := readFile(name)
	if err != nil {
		return nil, err
	}
	var list []fileEntry
	if err := yaml.Unmarshal(b, &list); err != nil {
		return nil, &FileError{File: name, Err: plainYAML(err)}
	}
	r := reader{file: name, dir: filepath.Dir(name), lookup: opt.LookupEnv}
	a := new(Accounts)
	for i := range list {
		if e := r.entry(&list[i]); e != nil {
			a.entries = append(a.entries, e)
		}
	}
	if len(list) == 0 {
		r.fault(0, errors.New("no account stands in it; write a list of hosts (docs/accounts.md)"))
	}
	return a, errors.Join(r.faults...)
}

// plainYAML makes errors of the library read as ours do, and leaves ours alone.
func plainYAML(err error) error {
	if own := message.Localizer(nil); errors.As(err, &own) {
		return err
	}
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	text = strings.ReplaceAll(strings.TrimPrefix(text, "unmarshal errors:\n  "), "\n  ", "; ")
	return errors.New(text)
}

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err // names the file
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(b) > maxFile {
		err = &FileError{File: name, Err: message.Errorf("larger than %d bytes", maxFile)}
	}
	return b, err
}

// reader gathers the faults of a file.
type reader struct {
	file, dir string
	lookup    func(string) (string, bool)
	faults    []error
}

func (r *reader) fault(line int, err error) {
	r.faults = append(r.faults, &FileError{File: r.file, Line: line, Err: err})
}

func (r *reader) beside(name string) string {
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.dir, name)
}

// text returns what t stands for.
func (r *reader) text(t fileText) string {
	if t.Ref.IsZero() {
		return t.Text
	}
	s, err := t.Ref.Beside(r.dir).Read(r.lookup)
	if err != nil {
		r.fault(t.line, err)
	}
	return t.Before + s
}

func (r *reader) entry(f *fileEntry) *entry {
	faults := len(r.faults)
	e := &entry{host: strings.ToLower(strings.TrimPrefix(f.Host, "*.")), below: strings.HasPrefix(f.Host, "*."), plain: f.HTTP, jar: newJar()}
	if e.host == "" || strings.ContainsAny(e.host, "/:*@ ") {
		r.fault(f.line, message.Errorf("host: %q is no host name; write news.example, or *.news.example for its subdomains, too", f.Host))
	}
	e.fields = r.headers(f.Headers)
	if f.Cookies != "" {
		r.cookies(e, f.line, r.beside(f.Cookies), false)
	}
	if f.Login != nil {
		e.login = r.login(e, f)
	}
	if f.Session != "" {
		e.session = r.beside(f.Session)
		r.cookies(e, f.line, e.session, true)
	}
	switch {
	case len(f.Headers) == 0 && f.Cookies == "" && f.Login == nil && f.Session == "":
		r.fault(f.line, message.Errorf("%s: headers, cookies or login is needed", f.Host))
	case f.Session != "" && f.Login == nil && f.Cookies == "":
		r.fault(f.line, message.Errorf("%s: session keeps the cookies of a log-in; login or cookies is needed, too", f.Host))
	}
	if len(r.faults) > faults {
		return nil
	}
	return e
}

// reserved are fields that the client sets, or that would change what a request is.
var reserved = map[string]bool{
	"User-Agent": true, "Accept": true, "Accept-Encoding": true, "Host": true, "Cookie": true, "Content-Type": true, "Content-Length": true,
	"Connection": true, "Transfer-Encoding": true, "Te": true, "Trailer": true, "Upgrade": true, "If-None-Match": true, "If-Modified-Since": true,
}

func (r *reader) headers(fields map[string]fileText) http.Header {
	h := http.Header{}
	for name, t := range fields {
		key, value := http.CanonicalHeaderKey(name), r.text(t)
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			r.fault(t.line, message.Errorf("%q is no name of a header field", name))
		case key == "Cookie":
			r.fault(t.line, errors.New("cookies are written into a file that cookies: names"))
		case reserved[key]:
			r.fault(t.line, message.Errorf("the field %s is set by ontocrawl", key))
		case !httpguts.ValidHeaderFieldValue(value):
			r.fault(t.line, message.Errorf("the value of %s cannot stand in a header", key))
		default:
			h.Set(key, value)
		}
	}
	return h
}

func (r *reader) login(e *entry, f *fileEntry) *login {
	page, err := url.Parse(f.Login.Page)
	switch {
	case err != nil || page.Host == "" || page.Scheme != "https" && page.Scheme != "http":
		r.fault(f.line, message.Errorf("login: page: %q is no web address", f.Login.Page))
		return nil
	case !e.covers(page.Hostname()):
		r.fault(f.line, message.Errorf("login: page: %s is not a page of %s", page.Hostname(), f.Host))
	case page.Scheme == "http" && !f.HTTP:
		r.fault(f.line, message.Errorf("login: page: anybody on the way can read what is sent by http; write https, or http: true where that is meant"))
	}
	l := &login{page: page, values: map[string]string{}}
	if f.Login.Form != "" {
		form, err := cascadia.Compile(f.Login.Form)
		if err != nil {
			r.fault(f.line, message.Errorf("login: form: %q is no CSS selector: %w", f.Login.Form, err))
		}
		l.form = form
	}
	if len(f.Login.Fields) == 0 {
		r.fault(f.line, errors.New("login: fields are needed, such as user and password"))
	}
	for name, t := range f.Login.Fields {
		l.values[name] = r.text(t)
	}
	return l
}
