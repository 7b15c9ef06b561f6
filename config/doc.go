// Package config is the door through which every setting comes: flags, then
// ONTOCRAWL_* environment variables, then a YAML file, then the default, the
// first that speaks winning.
//
// Every setting has one name, the same in all three places: max-pages is
// --max-pages, ONTOCRAWL_MAX_PAGES and "max-pages:". A name nobody knows is an
// error wherever it stands. [Load] returns validated values and where each of
// them came from.
//
//	keys.go      the table of settings: name, default, meaning
//	config.go    Config, and where values come from
//	settings.go  the settings in groups, by who uses them
//	validate.go  checks of values
//	load.go      Load: viper, once, decoded exactly into a Config
//	file.go      the YAML file's keys, with line numbers for the errors
//	mapping.go   the setting map: rules about properties, as text or as YAML
//
// Only cmd/ontocrawl reads a Config and turns it into each package's own
// options; no other package imports this one.
package config
