package cli

import (
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
)

// Memory is how many bytes of memory this process may use at most: the memory of the
// machine, or the least limit of the control groups of the process, versions 1 and 2
// (cgroups(7)). It is 0 if that is unknown, as on systems without /proc.
func machineMemory() int64 { return memoryOf(os.DirFS("/")) }

// memory reads below root, which is "/" but for tests.
func memoryOf(root fs.FS) int64 {
	least := int64(math.MaxInt64)
	take := func(n int64) {
		if n > 0 {
			least = min(least, n)
		}
	}
	take(total(root))
	groups, _ := fs.ReadFile(root, "proc/self/cgroup") // without one there is no limit
	for line := range strings.Lines(string(groups)) {
		// number:controllers:path; version 2 has number 0 and no controllers.
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		switch {
		case parts[0] == "0" && parts[1] == "":
			take(limit(root, "sys/fs/cgroup", parts[2], "memory.max"))
		case hasWord(parts[1], "memory"):
			take(limit(root, "sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes"))
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}

// total is the memory of the machine (proc_meminfo(5)).
func total(root fs.FS) int64 {
	text, _ := fs.ReadFile(root, "proc/meminfo")
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "MemTotal:" && f[2] == "kB" {
			n, _ := strconv.ParseInt(f[1], 10, 64)
			return n << 10
		}
	}
	return 0
}

// limit is the least limit of a group and of those above it, which bind it too; 0 if
// there is none. In a container the path may be the host's, which is not seen there;
// the group at the mount is the container's own then.
func limit(root fs.FS, mount, group, file string) int64 {
	least := int64(0)
	for dir := path.Join("/", group); ; dir = path.Dir(dir) {
		text, err := fs.ReadFile(root, path.Join(mount, dir, file))
		n, bad := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		// Version 2 says "max" where there is no limit, version 1 a number near the
		// largest.
		if err == nil && bad == nil && n > 0 && n < 1<<60 && (least == 0 || n < least) {
			least = n
		}
		if dir == "/" {
			return least
		}
	}
}

func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, ",") {
		if w == word {
			return true
		}
	}
	return false
}
