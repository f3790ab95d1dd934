package hook

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"
	"text/template"

	"github.com/kbgate/kbgate/internal/text"
)

// keptSuffix ends the name of a hook that was there before ours.
const keptSuffix = ".before-kbgate"

// script is what one of our hooks does.
type script struct {
	Name    string // as git calls the hook
	Chained bool   // whether the hook that was there before runs first
	Base    string // the folder of the knowledge base below the top of the work tree, with forward slashes; "" at the top
	Shared  bool   // whether other repositories have the hook too
	Program string // that runs where no kbgate is on PATH
}

//go:embed hook.sh.tmpl
var scriptText string

var scriptTemplate = template.Must(template.New("hook").Funcs(template.FuncMap{"quote": text.ShellQuoted}).Parse(scriptText))

// Suffix ends the name of the hook that runs first.
func (s script) Suffix() string { return keptSuffix }

// JudgesNothing says that the hook only adds to the message.
func (s script) JudgesNothing() bool { return s.Name == messageHook }

// Verb is the command of git that runs the hook.
func (s script) Verb() string {
	if s.Name == "pre-merge-commit" {
		return "merge"
	}
	return "commit"
}

// text is the hook as a POSIX shell script, sealed.
func (s script) text() []byte {
	var b bytes.Buffer
	if err := scriptTemplate.Execute(&b, s); err != nil {
		panic(fmt.Sprintf("the template of the hooks: %v", err)) // it is part of the program
	}
	return seal(b.Bytes())
}

// baseLine is the line of a script that names the folder of the knowledge base, "" where none does.
func baseLine(text []byte) string {
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "base=") {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// marker begins the line by which a hook of ours is known, whatever version wrote it: the digest of all other lines follows.
const marker = "# kbgate-hook: "

// seal puts the marker below the first line of a script.
func seal(text []byte) []byte {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	return fmt.Appendf(nil, "%s\n%s%s\n%s", first, marker, digest(first, rest), rest)
}

// inspect reports whether a hook is ours, and whether it is as it was written.
func inspect(text []byte) (ours, intact bool) {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	second, rest, _ := bytes.Cut(rest, []byte("\n"))
	sum, ok := bytes.CutPrefix(second, []byte(marker))
	if !ok {
		return bytes.Contains(text, []byte("\n"+marker)), false
	}
	return true, string(sum) == digest(first, rest)
}

func digest(first, rest []byte) string {
	sum := sha256.New()
	sum.Write(first)
	sum.Write([]byte("\n"))
	sum.Write(rest)
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
