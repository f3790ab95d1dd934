package source

import (
	"strings"
	"testing"
)

// The forms are those that git-lfs decodes, in versions old and new: lfs/pointer.go in https://github.com/git-lfs/git-lfs.
func TestPointersOfLFS(t *testing.T) {
	const oid = "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393"
	plain := "version https://git-lfs.github.com/spec/v1\n" + oid + "\nsize 12345\n"
	for name, text := range map[string]string{
		"plain":            plain,
		"no last line end": strings.TrimSpace(plain),
		"space before":     "\n \t\r\n" + plain,
		"other spaces":     "\u00a0\u2028\v" + plain + "\u3000",
		"much before":      strings.Repeat("\n", 800) + plain,
		"much behind":      plain + strings.Repeat(" ", 900) + "\n# a claim\n",
		"within 512 bytes": plain + strings.Repeat(" ", 512) + "# a claim\n",
		"lines with CR LF": strings.ReplaceAll(plain, "\n", "\r\n"),
		"empty lines":      strings.ReplaceAll(plain, "\n", "\n\n"),
		"alpha":            strings.Replace(plain, "https://git-lfs.github.com/spec/v1", "http://git-media.io/v/2", 1),
		"pre-release":      strings.Replace(plain, "https://git-lfs.github.com/spec/v1", "https://hawser.github.com/spec/v1", 1),
		"extensions":       strings.Replace(plain, "oid", "ext-0-foo sha256:4d7a\next-1-bar sha256:4d7a\noid", 1),
		"extension first":  "ext-0-foo sha256:4d7a\n" + plain,
		"large size":       strings.Replace(plain, "12345", "123456789012345678", 1),
		"negative size":    strings.Replace(plain, "12345", "-1", 1),
		"upper case":       strings.Replace(plain, "4d7a", "4D7A", 1),
	} {
		if u := inspect([]byte(text)); u == nil || !strings.Contains(u.Why, "pointer of Git LFS") {
			t.Errorf("%s: %+v", name, u)
		}
	}
	for name, text := range map[string]string{
		"empty":         "",
		"blank":         " \n",
		"a note":        "# pointers\n\n" + plain,
		"in code":       "```\n" + plain + "```\n",
		"other version": "version 1.2 of the text\n",
		"a note of it":  "versions of https://git-lfs.github.com\n",
		"far behind":    strings.Repeat("\n", 1100) + plain,
		"an extension":  "ext-0-foo is how an extension begins\n",
	} {
		if u := inspect([]byte(text)); u != nil {
			t.Errorf("%s: %+v", name, u)
		}
	}
}
