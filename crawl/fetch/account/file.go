package account

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/cascadia"
	"go.yaml.in/yaml/v3"
	"golang.org/x/net/http/httpguts"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// maxFile bounds a file of accounts, and one of cookies.
const maxFile = 4 << 20

// Options say where secrets are.
type Options struct {
	LookupEnv func(name string) (string, bool) // nil: os.LookupEnv
}

// Read reads a file of accounts, and the files of cookies and secrets that it names:
// names that are not absolute count from its folder. If it cannot be used, the error is a
// [*yamlread.Error] with all findings, which hold no secret.
func Read(name string, opt Options) (*Accounts, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err // names the file
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	r := reader{Reader: yamlread.Reader{File: name}, lookup: opt.LookupEnv}
	a := r.accounts(b)
	if r.Failed() {
		return nil, &yamlread.Error{Findings: r.Findings}
	}
	return a, nil
}

type reader struct {
	yamlread.Reader
	lookup func(string) (string, bool)
}

func (r *reader) accounts(data []byte) *Accounts {
	none := english.Phrasef("no account stands in it; write a list of hosts (docs/accounts.md)")
	root, a := r.Root(data, maxFile, none), new(Accounts)
	if root == nil {
		return a
	}
	if root.Kind != yaml.SequenceNode || len(root.Content) == 0 {
		r.Fault(root, "%v", none)
		return a
	}
	for _, n := range root.Content {
		a.entries = append(a.entries, r.entry(yamlread.Resolve(n)))
	}
	return a
}

// textOr reads a plain text, or a secret by reference: {env: NAME} or {file: NAME}, with what
// stands before it.
func (r *reader) textOr(n *yaml.Node, what string) string {
	switch n.Kind {
	case yaml.ScalarNode:
		return n.Value
	case yaml.MappingNode:
	default:
		r.Fault(n, "a text, or {env: NAME}, or {file: NAME} is needed")
		return ""
	}
	var ref redact.Secret
	before, faults := "", len(r.Findings)
	r.Mapping(n, what, yamlread.Fields{
		"env":    func(n *yaml.Node) { ref.Env, _ = r.Text(n, "env") },
		"file":   func(n *yaml.Node) { ref.File, _ = r.Text(n, "file") },
		"before": func(n *yaml.Node) { before, _ = r.Text(n, "before") },
	}, nil)
	if len(r.Findings) > faults {
		return ""
	}
	if ref.IsZero() {
		r.Fault(n, "env or file is needed")
		return ""
	}
	s, err := ref.Beside(filepath.Dir(r.File)).Read(r.lookup)
	if err != nil {
		r.Fault(n, "%v", err)
	}
	return before + s
}

func (r *reader) entry(n *yaml.Node) *entry {
	e, host, faults := &entry{fields: http.Header{}, jar: newJar()}, "", len(r.Findings)
	var cookies string
	var login *yaml.Node
	lines := r.Mapping(n, "a host", yamlread.Fields{
		"host":    func(n *yaml.Node) { host, _ = r.Text(n, "host") },
		"http":    func(n *yaml.Node) { e.plain = r.Bool(n, "http") },
		"headers": func(n *yaml.Node) { r.headers(n, e.fields) },
		"cookies": func(n *yaml.Node) { cookies = r.Beside(n, "cookies") },
		"session": func(n *yaml.Node) { e.session = r.Beside(n, "session") },
		"login":   func(n *yaml.Node) { login = n },
	}, nil)
	e.host, e.below = strings.ToLower(strings.TrimPrefix(host, "*.")), strings.HasPrefix(host, "*.")
	if e.host == "" || strings.ContainsAny(e.host, "/:*@ ") {
		r.Fault(n, "host: %q is no host name; write news.example, or *.news.example for its subdomains, too", host)
	}
	if cookies != "" {
		r.cookies(e, lines["cookies"], cookies, false)
	}
	if login != nil {
		e.login = r.login(login, e, host)
	}
	if e.session != "" {
		r.cookies(e, lines["session"], e.session, true)
	}
	switch {
	case len(r.Findings) > faults:
	case len(e.fields) == 0 && cookies == "" && login == nil && e.session == "":
		r.Fault(n, "%s: headers, cookies or login is needed", host)
	case e.session != "" && login == nil && cookies == "":
		r.Fault(n, "%s: session keeps the cookies of a log-in; login or cookies is needed, too", host)
	}
	return e
}

// reserved are fields that the client sets, or that would change what a request is.
var reserved = map[string]bool{
	"User-Agent": true, "Accept": true, "Accept-Encoding": true, "Host": true, "Cookie": true, "Content-Type": true, "Content-Length": true,
	"Connection": true, "Transfer-Encoding": true, "Te": true, "Trailer": true, "Upgrade": true, "If-None-Match": true, "If-Modified-Since": true,
}

func (r *reader) headers(n *yaml.Node, h http.Header) {
	r.Mapping(n, "headers", nil, func(k, n *yaml.Node) bool {
		key, value := http.CanonicalHeaderKey(k.Value), r.textOr(n, k.Value)
		switch {
		case !httpguts.ValidHeaderFieldName(k.Value):
			r.Fault(n, "%q is no name of a header field", k.Value)
		case key == "Cookie":
			r.Fault(n, "cookies are written into a file that cookies: names")
		case reserved[key]:
			r.Fault(n, "the field %s is set by ontocrawl", key)
		case !httpguts.ValidHeaderFieldValue(value):
			r.Fault(n, "the value of %s cannot stand in a header", key)
		default:
			h.Set(key, value)
		}
		return true
	})
}

// login reads how to log in at host, which e is about.
func (r *reader) login(n *yaml.Node, e *entry, host string) *login {
	l := &login{values: map[string]string{}}
	var address, form string
	r.Mapping(n, "login", yamlread.Fields{
		"page": func(n *yaml.Node) { address, _ = r.Text(n, "login: page") },
		"form": func(n *yaml.Node) { form, _ = r.Text(n, "login: form") },
		"fields": func(n *yaml.Node) {
			r.Mapping(n, "login: fields", nil, func(k, n *yaml.Node) bool {
				l.values[k.Value] = r.textOr(n, k.Value)
				return true
			})
		},
	}, nil)
	page, err := url.Parse(address)
	switch {
	case err != nil || page.Host == "" || page.Scheme != "https" && page.Scheme != "http":
		r.Fault(n, "login: page: %q is no web address", address)
	case !e.covers(page.Hostname()):
		r.Fault(n, "login: page: %s is not a page of %s", page.Hostname(), host)
	case page.Scheme == "http" && !e.plain:
		r.Fault(n, "login: page: anybody on the way can read what is sent by http; write https, or http: true where that is meant")
	}
	l.page = page
	if form != "" {
		if l.form, err = cascadia.Compile(form); err != nil {
			r.Fault(n, "login: form: %q is no CSS selector: %v", form, err)
		}
	}
	if len(l.values) == 0 {
		r.Fault(n, "login: fields are needed, such as user and password")
	}
	return l
}
