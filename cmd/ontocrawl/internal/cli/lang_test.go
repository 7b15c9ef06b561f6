package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
)

// The flag goes before the variable, that before the file, and the locale comes last. What names no
// language of ours is passed over, and the flag of a command that chooses pages is none.
func TestLanguageOfTheCommandLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.yaml")
	if err := os.WriteFile(file, []byte("lang: zh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	nothing := func(*cobra.Command, []string) error { return nil }
	tree := func() *cobra.Command {
		root := &cobra.Command{Use: "prog"}
		root.PersistentFlags().String("config", "", "")
		config.Bind(root.PersistentFlags(), "lang")
		export := &cobra.Command{Use: "export", RunE: nothing}
		export.Flags().StringSlice("lang", nil, "")
		root.AddCommand(export, &cobra.Command{Use: "status", RunE: nothing})
		return root
	}
	for _, tt := range []struct{ args, env, want string }{
		{"status", "", "en"},
		{"status", "LANG=zh_CN.UTF-8", "zh"},
		{"status", "LANG=zh_CN.UTF-8 LC_ALL=C", "en"},
		{"status", "LANG=en_US.UTF-8 LC_MESSAGES=zh_TW", "zh"},
		{"status", "LC_ALL= LANG=zh", "zh"},
		{"status --lang zh", "LANG=C", "zh"},
		{"status --lang=en", "LANG=zh_CN ONTOCRAWL_LANG=zh", "en"},
		{"--lang zh status", "", "zh"},
		{"status --lang fr", "LANG=zh_CN", "zh"},
		{"status --lang", "", "en"},
		{"status -- --lang zh", "", "en"},
		{"status", "ONTOCRAWL_LANG=zh LANG=C", "zh"},
		{"status", "ONTOCRAWL_LANG=fr LANG=zh", "zh"},
		{"status --config " + file, "LANG=C", "zh"},
		{"status --config=" + file, "LANG=C ONTOCRAWL_LANG=en", "en"},
		{"status", "ONTOCRAWL_CONFIG=" + file, "zh"},
		{"status --config " + file + ".none", "LANG=C", "en"},
		{"export --lang zh", "LANG=C", "en"},
		{"export --lang=en", "LANG=zh_CN", "zh"},
		{"nocommand --lang zh", "", "zh"},
	} {
		a := &App{Args: strings.Fields(tt.args), Env: strings.Fields(tt.env)}
		if got := Language(tree(), a); got != tt.want {
			t.Errorf("%q with %q: %s, want %s", tt.args, tt.env, got, tt.want)
		}
	}
}
