package guard

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/hint"
)

// The variables of the environment that win over the section `guard` of the configuration.
const (
	EnabledVariable       = "QUALITY_GUARD_ENABLED"
	ModeVariable          = "QUALITY_GUARD_MODE"
	TTLVariable           = "REJECTION_MEMORY_TTL_DAYS"
	MaxRejectionsVariable = "REJECTION_MEMORY_MAX_REJECTIONS"
)

const day = 24 * time.Hour

// maxTTLDays is the greatest number of days that the configuration takes, too.
const maxTTLDays = 36500

// SettingsOf gives the settings of a configuration and of the environment, which lookup reads as os.LookupEnv does. A variable whose value
// cannot be read is an error that names it.
func SettingsOf(c config.Guard, lookup func(string) (string, bool)) (Settings, error) {
	s := Settings{Mode: Mode(cmp.Or(c.Mode, string(Hard))), MaxRejections: c.MaxRejections, OnBlock: c.OnBlock,
		TTL: time.Duration(c.TTLDays) * day, Suppress: time.Duration(c.SuppressDays) * day}
	if said, isSet := lookup(ModeVariable); isSet {
		switch mode := Mode(strings.ToLower(strings.TrimSpace(said))); mode {
		case "":
			s.Mode = Hard // so the document has it
		case Hard, Soft, Off:
			s.Mode = mode
		default:
			return s, unreadable(ModeVariable, said, "soft, or nothing for hard")
		}
	}
	if said := value(lookup, EnabledVariable); said != "" {
		enabled, known := switches[strings.ToLower(said)]
		switch {
		case !known:
			return s, unreadable(EnabledVariable, said, "true or false")
		case !enabled:
			s.Mode = Off
		case s.Mode == Off:
			s.Mode = Hard
		}
	}
	if said := value(lookup, TTLVariable); said != "" {
		days, err := strconv.Atoi(said)
		if err != nil || days < 1 || days > maxTTLDays {
			return s, unreadable(TTLVariable, said, "a number of days from 1 to "+strconv.Itoa(maxTTLDays))
		}
		s.TTL = time.Duration(days) * day
	}
	if said := value(lookup, MaxRejectionsVariable); said != "" {
		most, err := strconv.Atoi(said)
		if err != nil || most < 1 || most > math.MaxInt32 {
			return s, unreadable(MaxRejectionsVariable, said, "a whole number from 1 on")
		}
		s.MaxRejections = most
	}
	return s, nil
}

// switches are the words for true and false.
var switches = map[string]bool{"true": true, "1": true, "yes": true, "on": true, "false": false, "0": false, "no": false, "off": false}

// value gives what a variable says; one that is set to nothing says nothing.
func value(lookup func(string) (string, bool), name string) string {
	said, _ := lookup(name)
	return strings.TrimSpace(said)
}

func unreadable(name, said, takes string) error {
	return hint.Misuse("set it to "+takes+", or unset it", "the variable %s is %.60q", name, said)
}
