package config

import (
	"fmt"
	"reflect"
	"time"
)

// Kept is a setting that nobody gave, and that has the value of a run or job that goes on.
type Kept struct {
	Name           string
	Value, Default any // as in [Config.Values]

	option bool
}

// Keep gives the setting called name the value that a run began with, as YAML has read it, and notes
// it in Kept. It does nothing if somebody has given the setting, or if value is the present one or
// not of its type.
func (c *Config) Keep(name string, value any) {
	if o := c.option(name); o != nil {
		c.keepOption(o, value)
		return
	}
	f, ok := c.field(name)
	if !ok || c.From[name].Kind != "default" {
		return
	}
	x, ok := as(value, f.Type())
	if !ok || f.Equal(x) {
		return
	}
	k := Kept{Name: name, Value: shown(x.Interface()), Default: shown(f.Interface())}
	f.Set(x)
	c.Kept = append(c.Kept, k)
}

// field is the field of a setting.
func (c *Config) field(name string) (reflect.Value, bool) {
	v := reflect.ValueOf(c).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		if f.Tag.Get("mapstructure") == name && name != "-" && !f.Anonymous {
			return v.FieldByIndex(f.Index), true
		}
	}
	return reflect.Value{}, false
}

// as is a value of YAML as one of type t. YAML writes a whole number without a point.
func as(value any, t reflect.Type) (reflect.Value, bool) {
	if text, ok := value.(string); ok && t == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		return reflect.ValueOf(d), err == nil
	}
	v := reflect.ValueOf(value)
	if !v.IsValid() {
		return v, false
	}
	whole := v.CanInt() && (t.Kind() == reflect.Int || t.Kind() == reflect.Int64 || t.Kind() == reflect.Float64)
	if v.Kind() != t.Kind() && !whole || t == reflect.TypeFor[time.Duration]() {
		return v, false
	}
	return v.Convert(t), true
}

// shown is a value as [Config.Values] shows and stores it.
func shown(x any) any {
	if d, ok := x.(time.Duration); ok {
		return d.String()
	}
	return x
}

// Line returns the line that sets the setting to value in a file of settings or jobs.
func (k Kept) Line(value any) string {
	if k.option {
		return fmt.Sprintf("%s: {%s: %v}", optionsKey, k.Name, value)
	}
	return fmt.Sprintf("%s: %v", k.Name, value)
}
