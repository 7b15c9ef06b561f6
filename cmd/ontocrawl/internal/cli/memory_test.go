package cli

import (
	"runtime"
	"testing"
	"testing/fstest"
)

func TestMemory(t *testing.T) {
	files := func(list ...string) fstest.MapFS {
		m := fstest.MapFS{"proc/meminfo": {Data: []byte("MemTotal:        8000 kB\nMemFree:          100 kB\n")}}
		for i := 0; i < len(list); i += 2 {
			m[list[i]] = &fstest.MapFile{Data: []byte(list[i+1])}
		}
		return m
	}
	for _, x := range []struct {
		name string
		root fstest.MapFS
		want int64
	}{
		{"nothing known", fstest.MapFS{}, 0},
		{"the machine's", files(), 8000 << 10},
		{"version 2", files("proc/self/cgroup", "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max", "1048576\n"), 1 << 20},
		{"version 2, of a parent", files("proc/self/cgroup", "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max", "max\n", "sys/fs/cgroup/a/memory.max", "2097152\n"), 2 << 20},
		{"version 2, in a container", files("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/memory.max", "1048576\n"), 1 << 20},
		{"version 2, no limit", files("proc/self/cgroup", "0::/a\n", "sys/fs/cgroup/a/memory.max", "max\n"), 8000 << 10},
		{"version 1", files("proc/self/cgroup", "4:cpu,memory:/docker/x\n1:name=systemd:/\n", "sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes", "1048576\n"), 1 << 20},
		{"version 1, in a container", files("proc/self/cgroup", "4:memory:/docker/x\n", "sys/fs/cgroup/memory/memory.limit_in_bytes", "1048576\n"), 1 << 20},
		{"version 1, no limit", files("proc/self/cgroup", "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"), 8000 << 10},
		{"more than the machine has", files("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/memory.max", "99999999999\n"), 8000 << 10},
		{"a path that climbs", files("proc/self/cgroup", "0::/../../x\n"), 8000 << 10},
		{"nonsense", files("proc/self/cgroup", "::\nx\n0::\n", "sys/fs/cgroup/memory.max", "-5\n"), 8000 << 10},
	} {
		if got := memoryOf(x.root); got != x.want {
			t.Errorf("%s: %d, want %d", x.name, got, x.want)
		}
	}
	if runtime.GOOS == "linux" && machineMemory() < 16<<20 {
		t.Errorf("this machine: %d bytes", machineMemory())
	}
}
