package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/program"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
)

// joins returns the addresses that a command line of a node names, and its own.
func joins(args []string) (join []string, listen string) {
	for i := range args[:len(args)-1] {
		switch args[i] {
		case "--join":
			join = strings.Split(args[i+1], ",")
		case "--listen":
			listen = args[i+1]
		}
	}
	return join, listen
}

// programOf returns the program that a container starts: the image's, unless it names the other
// one.
func programOf(entrypoint []string) *cobra.Command {
	if slices.Equal(entrypoint, []string{"/ontocrawl-node"}) {
		return program.Node(host.Start)(&cli.App{})
	}
	return program.Ontocrawl(&cli.App{})
}

// The files of a cluster start commands that this program takes, each node is one of those
// that are joined, and has time to leave, a volume of its own, and its certificate.
func TestDeployCluster(t *testing.T) {
	t.Parallel()
	file := filepath.Join(deployDir, "compose", "cluster.yaml")
	compose := manifests(t, file)[0]
	for _, name := range []string{"n1", "n2", "n3", "begin"} {
		service := at(compose, "services", name)
		args := texts(at(service, "command"))
		callWorksOf(t, programOf(texts(at(service, "entrypoint"))), file, args)
		cert := at(service, "environment", "ONTOCRAWL_CLUSTER_CERT")
		if name == "begin" {
			if args[0] != "crawl" || at(service, "profiles") == nil || cert == nil {
				t.Errorf("%s: begin runs %q", file, args)
			}
			continue
		}
		join, listen := joins(args)
		if args[0] != "run" || len(join) != 3 || !slices.Contains(join, listen) || listen != name+":6222" || cert != "/etc/ontocrawl/tls/"+name+".pem" {
			t.Errorf("%s: %s runs %q with %v", file, name, args, cert)
		}
		if at(service, "stop_grace_period") != "20s" || !slices.Contains(texts(at(service, "volumes")), name+":/data") {
			t.Errorf("%s: %s has no time to leave, or no volume", file, name)
		}
	}
	clusterOnKubernetes(t)
}

func clusterOnKubernetes(t *testing.T) {
	t.Helper()
	file := filepath.Join(deployDir, "kubernetes", "cluster.yaml")
	byKind := map[string]any{}
	for _, doc := range manifests(t, file) {
		kind, _ := doc["kind"].(string)
		byKind[kind] = at(doc, "spec")
	}
	service, budget, set := byKind["Service"], byKind["PodDisruptionBudget"], byKind["StatefulSet"]
	if len(byKind) != 3 || at(service, "clusterIP") != "None" || at(service, "publishNotReadyAddresses") != true || at(budget, "maxUnavailable") != 1 {
		t.Errorf("%s: %v", file, byKind)
	}
	if at(set, "replicas") != 3 || at(set, "podManagementPolicy") != "Parallel" || len(at(set, "volumeClaimTemplates").([]any)) != 1 {
		t.Errorf("%s: three nodes, each with its volume, must start together", file)
	}
	pod := at(set, "template", "spec")
	for _, of := range []any{at(service, "selector"), at(budget, "selector", "matchLabels"), at(set, "selector", "matchLabels")} {
		if at(of, "app.kubernetes.io/name") != at(set, "template", "metadata", "labels", "app.kubernetes.io/name") {
			t.Errorf("%s: %v selects other pods", file, of)
		}
	}
	if seconds, _ := at(pod, "terminationGracePeriodSeconds").(int); seconds < 20 || at(pod, "securityContext", "runAsNonRoot") != true {
		t.Errorf("%s: %d seconds to leave", file, seconds)
	}
	args := texts(at(pod, "containers", 0, "args"))
	callWorksOf(t, programOf(texts(at(pod, "containers", 0, "command"))), file, args)
	join, listen := joins(args)
	if args[0] != "run" || len(join) != 3 || !slices.Contains(join, strings.ReplaceAll(listen, "$(POD)", "ontocrawl-0")) {
		t.Errorf("%s runs %q", file, args)
	}
	health, port := slices.Index(args, "--metrics"), at(pod, "containers", 0, "ports", 2, "containerPort")
	if ask := at(pod, "containers", 0, "readinessProbe", "httpGet"); health < 0 || args[health+1] != fmt.Sprint(":", port) || at(ask, "path") != "/healthz" || at(ask, "port") != "metrics" {
		t.Errorf("%s: whether the node is ready is asked by %v, and it serves %q at port %v", file, ask, args, port)
	}
}

// What ran the broker inside the program says which program does now, and ends as a wrong command line does.
func TestNodeHasMoved(t *testing.T) {
	t.Parallel()
	jobs := filepath.Join(t.TempDir(), "jobs.yaml")
	if r := ontocrawl(t, "init", jobs, "--yes", "--topic", "typhoon", "--sources", "https://weather.example.org/"); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s", r.code, r.err)
	}
	for _, args := range [][]string{{"node", "--data", "x", "--join", "127.0.0.1:6222"}, {"watch", jobs, "--join", "127.0.0.1:6222"}} {
		if r := ontocrawl(t, args...); r.code != cli.ExitUsage || !strings.Contains(r.err, "ontocrawl-node") {
			t.Errorf("%q: code %d, %s", args, r.code, r.err)
		}
	}
}
