package access

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// maxFile bounds a file of access; a hundred tokens are 10 KB.
const maxFile = 1 << 20

// ReadFile reads the YAML file called name. Files of secrets are relative to its
// folder. If it cannot be used, the error is a [*yamlread.Error] with all findings.
func ReadFile(name string) (Config, error) {
	f, err := os.Open(name)
	if err != nil {
		return Config{}, fmt.Errorf("access: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return Config{}, fmt.Errorf("access: %w", err)
	}
	return parse(name, data)
}

// parse is ReadFile for data that was read already.
func parse(name string, data []byte) (Config, error) {
	r := &reader{Reader: yamlread.Reader{File: name}, dir: filepath.Dir(name), names: map[string]int{}}
	if root := r.Root(data, maxFile, english.Phrasef("nobody is let in; docs/monitoring.md shows how tokens are written")); root != nil {
		r.top(root)
	}
	sorts.Stable(r.Findings, func(a, b yamlread.Finding) int { return cmp.Compare(a.Line, b.Line) })
	if r.Failed() {
		return Config{}, &yamlread.Error{Findings: r.Findings}
	}
	return r.out, nil
}

type reader struct {
	yamlread.Reader
	dir   string
	out   Config
	names map[string]int // lines of names
}

func (r *reader) top(root *yaml.Node) {
	r.Mapping(root, "a file of access", yamlread.Fields{
		"tokens": func(n *yaml.Node) { r.List(n, "tokens", r.token) },
		"proxy":  r.proxy,
		"hosts":  func(n *yaml.Node) { r.out.Hosts = yamlread.All(&r.Reader, n, "hosts", r.host) },
	}, nil)
	if len(r.out.Tokens) == 0 && r.out.Proxy.User == "" && !r.Failed() {
		r.Fault(root, "nobody is let in: give tokens, or a proxy with user and roles")
	}
}

func (r *reader) token(n *yaml.Node) {
	var t Token
	lines := r.Section(n, "a token", yamlread.Fields{
		"name":        func(n *yaml.Node) { t.Name = r.Name(n, "a token's name") },
		"role":        func(n *yaml.Node) { t.Role = r.role(n, "role") },
		"secret-env":  func(n *yaml.Node) { t.Secret.Env = r.Env(n, "secret-env") },
		"secret-file": func(n *yaml.Node) { t.Secret.File, _ = r.Text(n, "secret-file") },
		// The value is not repeated.
		"secret": func(n *yaml.Node) {
			r.Fault(n, "a secret does not stand in this file: secret-env names a variable that holds it, secret-file a file")
		},
	}, nil, "name", "role")
	if lines["secret"] == 0 && (t.Secret.Env == "") == (t.Secret.File == "") {
		r.Fault(n, "a token needs secret-env or secret-file")
	}
	if at, ok := r.names[t.Name]; ok && t.Name != "" {
		r.FaultAt(cmp.Or(lines["name"], n.Line), "a token of this name stands in line %d already", at)
	}
	r.names[t.Name] = cmp.Or(lines["name"], n.Line)
	t.Secret = t.Secret.Beside(r.dir)
	r.out.Tokens = append(r.out.Tokens, t)
}

func (r *reader) role(n *yaml.Node, what string) Role {
	s, _ := r.OneOf(n, what, roles()...)
	role, _ := parseRole(s)
	return role
}

func (r *reader) proxy(n *yaml.Node) {
	p := &r.out.Proxy
	lines := r.Section(n, "proxy", yamlread.Fields{
		"from":    func(n *yaml.Node) { p.From = yamlread.All(&r.Reader, n, "from", r.prefix) },
		"address": func(n *yaml.Node) { p.Address = r.field(n, "address") },
		"user":    func(n *yaml.Node) { p.User = r.field(n, "user") },
		"roles":   func(n *yaml.Node) { p.Roles = r.field(n, "roles") },
		"groups":  r.groups,
	}, nil, "from")
	if (lines["user"] == 0) != (lines["roles"] == 0) {
		r.Fault(n, "user and roles go together: who it is, and what they may do")
	}
	if lines["groups"] != 0 && lines["roles"] == 0 {
		r.FaultAt(lines["groups"], "groups needs roles: the header field in which the proxy names them")
	}
}

func (r *reader) groups(n *yaml.Node) {
	p := &r.out.Proxy
	p.Groups = map[string]Role{}
	r.Mapping(n, "groups", nil, func(k, v *yaml.Node) bool {
		p.Groups[k.Value] = r.role(v, "the role of group "+fmt.Sprintf("%.60q", k.Value))
		return true
	})
}

// prefix reads an address or a range of addresses.
func (r *reader) prefix(n *yaml.Node, what string) (netip.Prefix, bool) {
	s, ok := r.Text(n, what)
	if !ok {
		return netip.Prefix{}, false
	}
	if p, err := netip.ParsePrefix(s); err == nil {
		return netip.PrefixFrom(p.Addr().Unmap(), p.Bits()).Masked(), true
	}
	a, err := netip.ParseAddr(s)
	if err != nil {
		r.Fault(n, "%s is %s, but it must be an address or a range such as 10.0.0.0/8", what, yamlread.Quoted(n))
		return netip.Prefix{}, false
	}
	a = a.Unmap()
	return netip.PrefixFrom(a, a.BitLen()), true
}

// field reads the name of a header field.
func (r *reader) field(n *yaml.Node, what string) string {
	s, ok := r.Text(n, what)
	token := func(c rune) bool {
		return c == '-' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
	}
	if ok && (s == "" || strings.TrimFunc(s, token) != "") {
		r.Fault(n, "%s is %s, but it must be the name of a header field such as X-Remote-User", what, yamlread.Quoted(n))
	}
	return http.CanonicalHeaderKey(s)
}

func (r *reader) host(n *yaml.Node, what string) (string, bool) {
	s, ok := r.Text(n, what)
	if ok && (s == "" || strings.ContainsAny(s, "/:@*? ")) {
		r.Fault(n, "%s is %s, but it must be a name such as monitor.example.org", what, yamlread.Quoted(n))
		return "", false
	}
	return strings.ToLower(s), ok
}
