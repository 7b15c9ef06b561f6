package host

import (
	"net"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// own is the address of the list that is of this machine.
func own(list []string) (string, error) {
	if len(list) == 1 {
		return list[0], nil
	}
	mine := map[string]bool{}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return "", err
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok {
			mine[n.IP.String()] = true
		}
	}
	var found []string
	for _, at := range list {
		host, _, err := net.SplitHostPort(at)
		if err != nil {
			return "", english.Errorf("%.100q is no address of the form host:port", at)
		}
		ips, err := net.LookupHost(host)
		if err == nil && slices.ContainsFunc(ips, func(ip string) bool { return mine[ip] }) {
			found = append(found, at)
		}
	}
	if len(found) != 1 {
		return "", english.Errorf("%d of %s are addresses of this machine; say by --listen which one is this node's", len(found), strings.Join(list, ", "))
	}
	return found[0], nil
}
