package access

import (
	"context"
	"fmt"
	"net/netip"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Role says what a person may do. Each role includes those before it.
type Role uint8

// The roles. The zero Role may do nothing.
const (
	Nobody Role = iota
	Read        // look at everything
	Run         // start runs, build the index of the search
	Admin       // hold a job in a phase, which changes what is fetched and who is woken
)

var roleNames = [...]string{"nobody", "read", "run", "admin"}

// String returns the role as a file has it.
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return fmt.Sprintf("role %d", r)
}

// MarshalText implements [encoding.TextMarshaler].
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *Role) UnmarshalText(b []byte) error {
	role, ok := parseRole(string(b))
	if !ok && string(b) != Nobody.String() {
		return english.Errorf("access: %q is no role", b)
	}
	*r = role
	return nil
}

// roles are the names of the roles that a person may have.
func roles() []string { return append([]string(nil), roleNames[Read:]...) }

// parseRole returns the role called name.
func parseRole(name string) (Role, bool) {
	for r := Read; r <= Admin; r++ {
		if name == r.String() {
			return r, true
		}
	}
	return Nobody, false
}

// Person is the author of a request.
type Person struct {
	Name    string // of the token, or the user that the proxy names
	Role    Role
	Address netip.Addr // of the client; not valid on a unix socket
}

// May reports whether p may do what needs the role least.
func (p Person) May(least Role) bool { return p.Role >= least }

type personKey struct{}

// With returns ctx with the person who asks.
func With(ctx context.Context, p Person) context.Context {
	return context.WithValue(ctx, personKey{}, p)
}

// Of returns the person who asks; without one, a Person who may do nothing.
func Of(ctx context.Context) Person {
	p, _ := ctx.Value(personKey{}).(Person)
	return p
}
