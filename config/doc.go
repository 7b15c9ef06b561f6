// Package config reads all settings: from flags, else ONTOCRAWL_* environment
// variables, else a YAML file, else the default.
//
// Every setting has one name, the same in all three places: max-pages is
// --max-pages, ONTOCRAWL_MAX_PAGES and "max-pages:". An unknown name is an error
// everywhere. [Load] returns validated values and where each of them came from.
//
//	keys.go      the table of settings: name, default, meaning
//	config.go    Config, and where values come from
//	settings.go  the settings in groups, by who uses them
//	options.go   options of methods, whose tables come in; former.go the settings
//	             that they were
//	keep.go      what nobody gives stays as a run began
//	validate.go  checks of values
//	size.go      sizes such as 512MB
//	load.go      Load: viper, once, decoded exactly into a Config
//	file.go      the YAML file's keys, with line numbers for the errors
//	sources.go   the setting search: search sources as YAML
//	mapping.go   the setting map: rules about properties, as text or as YAML
//
// Only cmd/ontocrawl imports this package; it turns the settings into the options
// of each package.
package config
