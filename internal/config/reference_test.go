package config

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
)

const referenceHead = "# Configuration\n\n" +
	"kbgate reads `" + FileName + "` in the root of the knowledge base. Every key has a default, so that no file is needed, " +
	"and a file needs to hold only what differs. A file called `.kbgate.yml` is not read: it is refused where it would be the configuration, and named where it lies below one. `kbgate init` writes every key, with the sections that people change first in force and " +
	"the rest as comments. Unknown keys and wrong values are refused with the line and what was probably meant. " +
	"Where a list of text is wanted, a single text does.\n\n" +
	"A check of the work tree is judged by the file that stands there, and a change by that of the state before it. Where decisions are " +
	"recorded and read, what says where, what, and who is believed (`agents`, `comment.public_keys`, `store`, `learn`, `rules`, `refine`) counts as " +
	"the default branch has it, or as git's configuration says, whatever is checked out: [store.md](store.md#which-configuration-counts). `kbgate check` and " +
	"`--staged` say where the work tree has it otherwise.\n\n" +
	"Notes are the files that end in `.md` or `.markdown`, in any case, and whose path has no part that begins with a point. No other file " +
	"is judged, whatever a reader shows as markdown: not `.mkd`, `.mdown`, `.mdx` or `.qmd`, nor a name that is percent-encoded, such as `a%2Emd`.\n"

const referenceGates = "A gate's severity is `blocking`, `warning` or `off`. It is what the gate's certain findings do; a hint, which is only possible, warns " +
	"as long as `possible` says so. Where nothing else is set, " +
	"`scope_error: off` is short for `scope_error: {severity: off}`.\n"

// Reference describes all keys in Markdown, for the documentation.
func Reference(gates []GateSpec) []byte {
	var b bytes.Buffer
	defaults := Default(gates)
	b.WriteString(referenceHead)
	all := allKeys(gates)
	b.WriteString("\n" + tableHead)
	for _, k := range all.keys {
		if k.kind != mapping {
			row(&b, k, defaults)
		}
	}
	for _, k := range all.keys {
		if k.kind != mapping {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", k.name, sentence(k.doc))
		if k.noun == "gate" {
			gateReference(&b, k, defaults)
			continue
		}
		b.WriteString(tableHead)
		for _, sub := range k.keys {
			row(&b, sub, defaults)
		}
	}
	return b.Bytes()
}

func gateReference(b *bytes.Buffer, gates *key, defaults *Config) {
	b.WriteString(referenceGates)
	b.WriteString("\n| gate | what it reports | default severity |\n|---|---|---|\n")
	for _, g := range gates.keys {
		fmt.Fprintf(b, "| `%s` | %s | `%s` |\n", g.name, prose(g.doc), g.short.get(defaults))
	}
	for _, g := range gates.keys {
		if len(g.keys) == 1 {
			continue
		}
		fmt.Fprintf(b, "\n### %s\n\n%s", g.name, tableHead)
		for _, k := range g.keys {
			if k != g.short {
				row(b, k, defaults)
			}
		}
	}
}

const tableHead = "| key | what it means | value | default |\n|---|---|---|---|\n"

func row(b *bytes.Buffer, k *key, defaults *Config) {
	fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", k.name, prose(k.doc), cell(wanted(k)), code(k.get(defaults)))
}

// wanted is what a value must be.
func wanted(k *key) string {
	r := k.rule
	switch {
	case k.kind == textKind && r.enum != nil:
		return join(r.enum, "or")
	case k.kind == listKind && r.enum != nil:
		return "list of " + join(r.enum, "or")
	case k.kind == listsKind && r.keys != nil:
		return "lists of text under " + join(r.keys, "or")
	case r.form != nil && k.kind == textKind:
		return r.form.says
	case k.kind == wholeKind && r.min == r.max:
		return r.span()
	case k.kind == wholeKind:
		return k.kind.String() + ", " + r.span()
	case k.kind == listKind && r.some:
		return "list of text, not empty"
	}
	return k.kind.String()
}

// code shows a default as the file would have it, with braces for a mapping.
func code(value any) string {
	if v := reflect.ValueOf(value); v.Kind() == reflect.Map {
		return "`{}`"
	}
	line := strings.Join(valueLines("", value, false, 0), " ")
	return "`" + cell(strings.TrimPrefix(line, ": ")) + "`"
}

// cell makes a text fit into a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// prose shows a doc, in which a star is no mark of Markdown.
func prose(doc string) string { return strings.ReplaceAll(cell(sentence(doc)), "*", `\*`) }
