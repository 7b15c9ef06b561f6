package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/message"
)

// langSetting is the setting that says in which language people are spoken to.
const langSetting = "lang"

// Language returns the language of help and messages of the command line of a: of --lang, of the
// variable ONTOCRAWL_LANG, of the settings file, else of the locale. It is needed before the command
// line is parsed, as parsing may fail. What is wrong with the setting is said by who loads it.
func Language(root *cobra.Command, a *App) string {
	flags := flagValues(root, a.Args, langSetting, "config")
	named := func(lang string) bool { return slices.Contains(message.Languages(), lang) }
	if v, ok := flags[langSetting]; ok && named(v) {
		return v
	}
	if v, ok := a.LookupEnv(config.EnvName(langSetting)); ok && named(v) {
		return v
	}
	own := App{Env: a.Env, ConfigFile: flags["config"]}
	if file := own.SettingsFile(); file != "" {
		if c, err := config.Load(SettingSources(nil, nil, file)); err == nil && named(c.Lang) {
			return c.Lang
		}
	}
	return a.Locale()
}

// flagValues returns the last values of flags of all commands, as far as args give them. A flag of the
// same name that a command has for itself, as export has a --lang, is not looked at.
func flagValues(root *cobra.Command, args []string, names ...string) map[string]string {
	values := map[string]string{}
	cmd, _, err := root.Find(args)
	if err != nil {
		cmd = root
	}
	for i, arg := range args {
		if arg == "--" {
			break
		}
		for _, name := range names {
			if own := cmd.Flags().Lookup(name); own != nil && name == langSetting && own.Annotations[config.GroupAnnotation] == nil {
				continue
			}
			if v, ok := strings.CutPrefix(arg, "--"+name+"="); ok {
				values[name] = v
			} else if arg == "--"+name && i+1 < len(args) {
				values[name] = args[i+1]
			}
		}
	}
	return values
}

// Locale is the language of the user's locale.
func (a *App) Locale() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v, _ := a.LookupEnv(name); v != "" {
			return message.Language(v)
		}
	}
	return message.English
}
