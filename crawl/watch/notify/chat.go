package notify

import (
	"cmp"
	"io"
	"os"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Chat is the settings of a receiver in a chat service.
type Chat struct {
	Service  string        // the kind of the service
	Server   string        // address of a service of one's own; "": the public one
	Hook     redact.Secret // where the address of the hook is, if it is a secret
	Secret   redact.Secret // signs messages
	Token    redact.Secret
	Room     string // chat or topic
	RoomFrom redact.Secret
	Template string // "": the built-in one
}

// chats returns a channel for each chat service.
func chats() (all []Channel) {
	for _, s := range services() {
		all = append(all, Channel{s.Kind, func() Settings { return &Chat{Service: s.Kind} }})
	}
	return all
}

// service returns the service called kind.
func service(kind string) *Service {
	for _, s := range services() {
		if s.Kind == kind {
			return &s
		}
	}
	return &Service{Kind: kind}
}

// Read implements [Config].
func (c *Chat) Read(r *yamlread.Reader, n *yaml.Node, what string, common yamlread.Fields) map[string]int {
	s := service(c.Service)
	own := yamlread.Fields{}
	reference := func(key string, ref *redact.Secret) {
		own[key+"-env"] = func(n *yaml.Node) { ref.Env = r.Env(n, key+"-env") }
		own[key+"-file"] = func(n *yaml.Node) { ref.File = r.SecretFile(n, key+"-file") }
	}
	if s.Server == "" {
		reference("url", &c.Hook)
		own["url"] = func(n *yaml.Node) {
			r.Fault(n, "the URL of a %s hook is a secret: url-env names a variable, url-file a file, that holds it", s.Kind)
		}
	} else {
		own["url"] = func(n *yaml.Node) { c.Server, _ = r.URL(n, "url") }
	}
	if s.Signs {
		reference("secret", &c.Secret)
	}
	if s.Token != never {
		reference("token", &c.Token)
	}
	if s.Room != "" {
		own[s.Room] = func(n *yaml.Node) { c.Room, _ = r.Text(n, s.Room) }
		reference(s.Room, &c.RoomFrom)
	}
	templateKeys(r, own, &c.Template)
	lines := r.Section(n, what, common, own)
	c.check(r, s, n, what, lines)
	return lines
}

// check checks the settings as a whole.
func (c *Chat) check(r *yamlread.Reader, s *Service, n *yaml.Node, what string, lines map[string]int) {
	one := func(needed bool, keys ...string) {
		switch got := given(lines, keys...); {
		case got > 1:
			r.Fault(n, "%s takes one of %s", what, strings.Join(keys, ", "))
		case got == 0 && needed:
			r.Fault(n, "%s needs %s", what, strings.Join(keys, " or "))
		}
	}
	if s.Server == "" && lines["url"] == 0 {
		one(true, "url-env", "url-file")
	}
	if redact.Has(c.Server) {
		r.FaultAt(lines["url"], "url: a user and a password in it are refused; give a token by token-env or token-file")
	}
	one(false, "secret-env", "secret-file")
	one(s.Token == always, "token-env", "token-file")
	if s.Room != "" {
		one(true, s.Room, s.Room+"-env", s.Room+"-file")
	}
	checkTemplates(r, s, c.Template, lines)
}

// templateKeys adds the keys of a template to the keys of a receiver.
func templateKeys(r *yamlread.Reader, own yamlread.Fields, text *string) {
	own["template"] = func(n *yaml.Node) { *text, _ = r.Text(n, "template") }
	own["template-file"] = func(n *yaml.Node) { *text = templateFile(r, n) }
}

// maxTemplate bounds a file with a template.
const maxTemplate = 64 << 10

func templateFile(r *yamlread.Reader, n *yaml.Node) string {
	name := r.Beside(n, "template-file")
	if name == "" {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		r.Fault(n, "template-file: %v", err)
		return ""
	}
	defer f.Close() //nolint:errcheck // read only
	text, err := io.ReadAll(io.LimitReader(f, maxTemplate+1))
	if err != nil || len(text) > maxTemplate {
		r.Fault(n, "template-file: %s cannot be read, or is larger than %d kB: %v", name, maxTemplate>>10, err)
		return ""
	}
	return string(text)
}

// checkTemplates reports a template that does not work.
func checkTemplates(r *yamlread.Reader, s *Service, text string, lines map[string]int) {
	if given(lines, "template", "template-file") > 1 {
		r.FaultAt(lines["template-file"], "template was given already")
	}
	if at := cmp.Or(lines["template"], lines["template-file"]); at != 0 && text != "" {
		if err := checkTemplate(s, text); err != nil {
			r.FaultAt(at, "%s", line(err.Error(), 300))
		}
	}
}

// Sender implements [Config].
func (c *Chat) Sender(env *Env) Sender {
	s := &chatSender{config: c, service: service(c.Service), env: env}
	for _, text := range []string{c.Template, builtin, short} {
		if t, err := parse(s.service, text); err == nil && text != "" { // it was checked
			s.templates = append(s.templates, t)
		}
	}
	return s
}
