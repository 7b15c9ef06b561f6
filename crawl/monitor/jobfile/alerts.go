package jobfile

import (
	"net"
	"net/mail"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// receivers reads who may be told.
func (r *reader) receivers(n *yaml.Node) {
	r.list(n, "receivers", func(n *yaml.Node) {
		var c monitor.Receiver
		lines := r.mapping(n, "a receiver", fields{
			"name": func(n *yaml.Node) { c.Name = r.name(n, "a receiver's name") },
			"kind": func(n *yaml.Node) {
				s, _ := r.oneOf(n, "kind", "webhook", "email", "atom", "jsonl")
				c.Kind = monitor.ReceiverKind(s)
			},
			"url":          func(n *yaml.Node) { c.URL, _ = r.url(n, "url") },
			"secret-env":   func(n *yaml.Node) { c.SecretEnv = r.env(n, "secret-env") },
			"smtp":         func(n *yaml.Node) { c.SMTP = r.address(n) },
			"tls":          func(n *yaml.Node) { c.TLS, _ = r.oneOf(n, "tls", "starttls", "tls", "none") },
			"user":         func(n *yaml.Node) { c.User, _ = r.text(n, "user") },
			"password-env": func(n *yaml.Node) { c.PasswordEnv = r.env(n, "password-env") },
			"from":         func(n *yaml.Node) { c.From, _ = r.mailbox(n, "from") },
			"to": func(n *yaml.Node) {
				r.list(n, "to", func(n *yaml.Node) {
					if s, ok := r.mailbox(n, "to"); ok {
						c.To = append(c.To, s)
					}
				})
			},
			"path": func(n *yaml.Node) { c.Path = r.inside(n, "path") },
		}, nil)
		r.receiver(n, c, lines)
	})
}

// needs are the keys of each kind of receiver: those it must have, and may.
func needs(k monitor.ReceiverKind) (must, may []string) {
	switch k {
	case monitor.Webhook:
		return []string{"url"}, []string{"secret-env"}
	case monitor.Email:
		return []string{"smtp", "from", "to"}, []string{"tls", "user", "password-env"}
	case monitor.AtomFeed, monitor.JSONLines:
		return []string{"path"}, nil
	}
	return nil, nil
}

// receiver checks c as a whole and keeps it.
func (r *reader) receiver(n *yaml.Node, c monitor.Receiver, lines map[string]int) {
	if lines["name"] == 0 {
		r.fault(n, "a receiver needs a name")
	}
	if lines["kind"] == 0 {
		r.fault(n, "a receiver needs a kind: webhook, email, atom or jsonl")
	}
	if must, may := needs(c.Kind); must != nil {
		for _, key := range must {
			if lines[key] == 0 {
				r.fault(n, "receiver %s is of kind %s and needs %s", c.Name, c.Kind, key)
			}
		}
		for key, line := range lines {
			if key != "name" && key != "kind" && !slices.Contains(must, key) && !slices.Contains(may, key) {
				r.faultAt(line, "a receiver of kind %s has no use for %s", c.Kind, key)
			}
		}
	}
	if c.TLS == "none" && !loopback(c.SMTP) {
		r.faultAt(lines["tls"], "mail without TLS is sent to this machine only, not to %q", c.SMTP)
	}
	if (lines["user"] == 0) != (lines["password-env"] == 0) {
		r.fault(n, "receiver %s: user and password-env come together", c.Name)
	}
	if at, ok := r.seen["receiver "+c.Name]; ok && c.Name != "" {
		r.faultAt(lines["name"], "receiver %s was written in line %d already", c.Name, at)
		return
	}
	r.seen["receiver "+c.Name] = lines["name"]
	r.out.Receivers = append(r.out.Receivers, c)
}

func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (r *reader) address(n *yaml.Node) string {
	s, ok := r.text(n, "smtp")
	host, port, err := net.SplitHostPort(s)
	if ok && (err != nil || host == "" || port == "") {
		r.fault(n, "smtp is %s, but it must be host:port, such as mail.example.org:587", quoted(n))
	}
	return s
}

func (r *reader) mailbox(n *yaml.Node, what string) (string, bool) {
	s, ok := r.text(n, what)
	if !ok {
		return "", false
	}
	if _, err := mail.ParseAddress(s); err != nil || strings.ContainsAny(s, "\r\n") {
		r.fault(n, "%s is %s, which is no mail address", what, quoted(n))
		return "", false
	}
	return s, true
}

var envPattern = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// env reads the name of an environment variable that holds a secret.
func (r *reader) env(n *yaml.Node, what string) string {
	s, ok := r.text(n, what)
	switch {
	case !ok:
	case !envPattern.MatchString(s):
		// The value is not repeated: it may be the secret itself.
		r.fault(n, "%s takes the name of an environment variable, not what it holds", what)
	case r.opt.LookupEnv != nil:
		if v, set := r.opt.LookupEnv(s); !set || v == "" {
			r.warnAt(n.Line, "%s: the environment variable %s is not set", what, s)
		}
	}
	return s
}

// inside reads a path within the folder of the jobs.
func (r *reader) inside(n *yaml.Node, what string) string {
	s, ok := r.text(n, what)
	if ok && (!filepath.IsLocal(s) || s == ".") {
		r.fault(n, "%s is %s, but it must be a file within the folder of the jobs, such as alerts.xml", what, quoted(n))
	}
	return s
}

// alerts reads the rules of a job. A rule for several receivers becomes one for
// each, called RULE/RECEIVER.
func (r *reader) alerts(n *yaml.Node, j *monitor.Job) {
	j.AlertRules = nil
	clear(r.rules)
	r.receiverRefs = slices.DeleteFunc(r.receiverRefs, func(t receiverRef) bool { return t.job == j })
	r.list(n, "alerts", func(n *yaml.Node) {
		t := monitor.AlertRule{Line: n.Line}
		var to []named
		lines := r.mapping(n, "a rule of alerts", fields{
			"name": func(n *yaml.Node) { t.Name = r.name(n, "a rule's name") },
			"to": func(n *yaml.Node) {
				r.list(n, "to", func(n *yaml.Node) {
					if s, ok := r.text(n, "to"); ok {
						to = append(to, named{[]string{s}, n.Line, 0})
					}
				})
			},
			"relevance": func(n *yaml.Node) { t.MinRelevance = r.fraction(n, "relevance", 0, 1) },
			"concepts":  func(n *yaml.Node) { t.Concepts = r.texts(n, "concepts") },
			"languages": func(n *yaml.Node) { t.Languages = r.texts(n, "languages") },
			"hosts":     func(n *yaml.Node) { t.Hosts = r.hosts(n) },
			"kinds":     func(n *yaml.Node) { t.Kinds = r.kinds(n) },
			"phases": func(n *yaml.Node) {
				r.list(n, "phases", func(n *yaml.Node) { t.Phases = append(t.Phases, r.phase(n, "phases")) })
			},
			"urgent": func(n *yaml.Node) { t.Urgent = r.flag(n, "urgent") },
			"digest": func(n *yaml.Node) { t.Digest = r.span(n, "digest", time.Minute) },
			"quiet": func(n *yaml.Node) {
				r.list(n, "quiet", func(n *yaml.Node) {
					if q, ok := r.quiet(n, nil); ok { // the job's zone, which may stand below
						t.Quiet = append(t.Quiet, q)
					}
				})
			},
		}, nil)
		r.rule(n, j, t, to, lines)
	})
}

// rule checks t as a whole and gives it to the job.
func (r *reader) rule(n *yaml.Node, j *monitor.Job, t monitor.AlertRule, to []named, lines map[string]int) {
	if t.Name == "" && lines["name"] == 0 {
		r.fault(n, "a rule of alerts needs a name")
	}
	if len(to) == 0 {
		r.fault(n, "rule %s needs to: the name of a receiver", t.Name)
	}
	if t.Urgent && t.Digest > 0 {
		r.faultAt(lines["digest"], "rule %s is urgent, so it is sent at once; leave urgent or digest out", t.Name)
	}
	if _, ok := r.rules[t.Name]; ok && t.Name != "" {
		r.faultAt(lines["name"], "the job has two rules called %s", t.Name)
		return
	}
	for _, c := range to {
		one := t
		if len(to) > 1 {
			one.Name = t.Name + "/" + c.names[0]
		}
		// The receivers may stand below the jobs: they are looked up at the end.
		one.Receiver.Name = c.names[0]
		r.rules[t.Name] = append(r.rules[t.Name], one.Name)
		r.receiverRefs = append(r.receiverRefs, receiverRef{j, len(j.AlertRules), c.line})
		j.AlertRules = append(j.AlertRules, one)
	}
}

func (r *reader) kinds(n *yaml.Node) (all []monitor.Kind) {
	r.list(n, "kinds", func(n *yaml.Node) {
		if s, ok := r.oneOf(n, "kinds", string(monitor.New), string(monitor.Changed), string(monitor.Gone)); ok {
			all = append(all, monitor.Kind(s))
		}
	})
	return all
}

func (r *reader) hosts(n *yaml.Node) (all []string) {
	r.list(n, "hosts", func(n *yaml.Node) {
		s, ok := r.text(n, "hosts")
		if ok && (s == "" || strings.ContainsAny(s, "/ *@")) {
			r.fault(n, "hosts holds %s; write the name alone, as in cma.gov.cn, which stands for what is below it, too", quoted(n))
			return
		}
		all = append(all, strings.ToLower(s))
	})
	return all
}
