package decision

import (
	"fmt"
	"slices"

	"github.com/kbgate/kbgate/internal/secret"
)

// mostListed is how many bytes of a list DropWrong keeps: some lists of characters that are written as escapes fit into a record.
const mostListed = 32 << 10

// MostPathBytes is how many bytes of paths a decision names of a change: their hashes take their own room in a record.
const MostPathBytes = 64 << 10

// DropWrong empties those of the named fields, texts or lists of texts, that no record may have or that hold a secret; of a list
// only the items that are wrong or too many go. It says of each what it has left out, and never shows a secret.
func (d *Decision) DropWrong(names ...string) (notices []string) {
	for _, name := range names {
		f := find(d, name)
		if list, ok := f.value.(*[]string); ok {
			if all := len(*list); dropItems(list) < all {
				notices = append(notices, fmt.Sprintf("%s is kept in part: %d of its %d items are left out, as secrets, no names, or too many", name, all-len(*list), all))
			}
			continue
		}
		if files, ok := f.value.(*[]ChangedFile); ok {
			if all := len(*files); dropFiles(files) < all {
				notices = append(notices, fmt.Sprintf("%s is kept in part: %d of its %d files are left out, as secrets, no names, or too many", name, all-len(*files), all))
			}
			continue
		}
		if f.isEmpty() {
			continue
		}
		fault := f.takes.wrong(f.value)
		if secrets := secret.Find(*f.value.(*string)); len(secrets) > 0 {
			fault = "holds what looks like " + secrets[0].Kind // and no message shows it
		}
		if fault != "" {
			notices = append(notices, fmt.Sprintf("%s is left out: it %s", name, fault))
			f.clear()
		}
	}
	return notices
}

// dropItems leaves of a list what can be kept, and gives how many items that are.
func dropItems(list *[]string) int {
	size := 0
	kept := slices.DeleteFunc(slices.Clone(*list), func(item string) bool {
		if item == "" || size+len(item) > mostListed || lineRule.text(item) != "" || len(secret.Find(item)) > 0 {
			return true
		}
		size += len(item)
		return false
	})
	*list = kept[:min(len(kept), maxItems)]
	return len(*list)
}

// dropFiles leaves of some files those that can be named, and gives how many they are.
func dropFiles(files *[]ChangedFile) int {
	size := 0
	kept := slices.DeleteFunc(slices.Clone(*files), func(c ChangedFile) bool {
		isWrong := c.Path == "" || pathRule.text(c.Path) != "" || c.Was != "" && pathRule.text(c.Was) != "" || c.SHA != "" && digestRule.text(c.SHA) != ""
		long := len(c.Path) + len(c.Was)
		if isWrong || len(secret.Find(c.Path+" "+c.Was)) > 0 || size+long > MostPathBytes {
			return true
		}
		size += long
		return false
	})
	*files = kept[:min(len(kept), MostChangedFiles)]
	return len(*files)
}
