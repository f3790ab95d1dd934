package guard

import (
	"strings"
	"testing"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/hint"
)

func TestSettingsOf(t *testing.T) {
	file := config.Default(nil).Guard
	soft, off := file, file
	soft.Mode, off.Mode = "soft", "off"
	for name, test := range map[string]struct {
		file config.Guard
		env  map[string]string
		want Settings
	}{
		"defaults":                {file, nil, Settings{Hard, 30 * day, 2, 7 * day, "skip"}},
		"the file":                {soft, nil, Settings{Soft, 30 * day, 2, 7 * day, "skip"}},
		"soft":                    {file, map[string]string{ModeVariable: "Soft"}, Settings{Soft, 30 * day, 2, 7 * day, "skip"}},
		"empty is hard":           {soft, map[string]string{ModeVariable: ""}, Settings{Hard, 30 * day, 2, 7 * day, "skip"}},
		"not enabled":             {soft, map[string]string{EnabledVariable: "FALSE", ModeVariable: "soft"}, Settings{Off, 30 * day, 2, 7 * day, "skip"}},
		"enabled though off":      {off, map[string]string{EnabledVariable: "true"}, Settings{Hard, 30 * day, 2, 7 * day, "skip"}},
		"enabled says no more":    {soft, map[string]string{EnabledVariable: "1"}, Settings{Soft, 30 * day, 2, 7 * day, "skip"}},
		"set to nothing":          {off, map[string]string{EnabledVariable: " ", TTLVariable: "", MaxRejectionsVariable: ""}, Settings{Off, 30 * day, 2, 7 * day, "skip"}},
		"thresholds":              {file, map[string]string{TTLVariable: "60", MaxRejectionsVariable: " 3 "}, Settings{Hard, 60 * day, 3, 7 * day, "skip"}},
		"the longest that counts": {file, map[string]string{TTLVariable: "36500"}, Settings{Hard, 36500 * day, 2, 7 * day, "skip"}},
	} {
		got, err := SettingsOf(test.file, lookupIn(test.env))
		if err != nil || got != test.want {
			t.Errorf("%s: %+v %v; want %+v", name, got, err, test.want)
		}
	}
	if (36500 * day) < time.Hour {
		t.Error("the longest time to live does not fit")
	}
}

func TestSettingsOfRefuses(t *testing.T) {
	for name, values := range map[string][]string{
		EnabledVariable:       {"maybe", "2"},
		ModeVariable:          {"log", "soft,hard"},
		TTLVariable:           {"0", "-1", "30d", "36501", "1e3"},
		MaxRejectionsVariable: {"0", "two", "99999999999999999999"},
	} {
		for _, value := range values {
			_, err := SettingsOf(config.Default(nil).Guard, lookupIn(map[string]string{name: value}))
			if !hint.IsUsage(err) || !strings.Contains(err.Error(), name) {
				t.Errorf("%s=%s: %v", name, value, err)
			}
		}
	}
}

func lookupIn(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		said, isSet := env[name]
		return said, isSet
	}
}
