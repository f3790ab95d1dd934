package decide

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/config"
	"github.com/kbgate/kbgate/internal/forge/event"
	"github.com/kbgate/kbgate/internal/text"
)

// doubt says why what an account has decided is left out, "" where it counts: the configuration has to list the account, or, of
// a person, what the forge calls it.
func doubt(store *config.Store, what string, by event.Account, association string) string {
	switch {
	case listed(store.Accounts, by.Login):
		return ""
	case by.Program():
		return fmt.Sprintf("left out: the %s by %s, which is a program: store.accounts does not list it", what, shown(by))
	case association == "":
		return fmt.Sprintf("left out: the %s: nothing says how %s is associated with the repository", what, shown(by))
	case !listed(store.Associations, association):
		return fmt.Sprintf("left out: the %s by %s, whose association is %s: store.associations lists %s", what, shown(by), shortName(association), cmp.Or(text.List("and", store.Associations...), "none"))
	}
	return ""
}

// listed reports whether a name is one of a list, the case of letters aside. Letters that only fold to those of ASCII, as the sign
// for kelvin does, are longer.
func listed(list []string, name string) bool {
	return slices.ContainsFunc(list, func(one string) bool { return len(one) == len(name) && strings.EqualFold(one, name) })
}

// shown is the account's name in a sentence.
func shown(a event.Account) string {
	if a.Login == "" {
		return "nobody"
	}
	return shortName(a.Login)
}

// shortName shows a name on one line, and cuts what a forge would not have let anybody be called.
func shortName(s string) string {
	const most = 128 // bytes
	if kept := cut(s, most); kept != s {
		s = kept + "…"
	}
	return text.Visible(s)
}
