package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/kbgate/kbgate/internal/attributes"
	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/secret"
	"github.com/kbgate/kbgate/internal/text/rendered"
)

// parsing are notes that repeat markup of which goldmark takes more for each mark that went before.
func parsing() (all []work) {
	add := func(name string, make func(size int) string) {
		all = append(all, onText(name, make, func(text string) error {
			claim.Parse("x.md", []byte(text))
			return nil
		}))
	}
	for _, unit := range []string{">", "- ", "1. ", "a*b_", "<!-- ", "a:\n", "[a](", "[a](<b", "[a](b '\"\n", "[", "[a]: b\n"} {
		add(fmt.Sprintf("%q", unit), func(size int) string { return "`\n\n" + repeated(unit)(size) + "x" })
	}
	for _, unit := range []string{"[a](", "[a](<b", "[a](b '\"\n", "[", "a*b_"} {
		add(fmt.Sprintf("%q after a backtick", unit), func(size int) string { return "`" + repeated(unit)(size) })
	}
	for _, depth := range []int{9, 200} {
		for _, unit := range []string{"\n", "a\n"} {
			add(fmt.Sprintf("%q in a list of depth %d", unit, depth), func(size int) string {
				return "`\n" + strings.Repeat("- ", depth) + "x\n" + repeated(unit)(size)
			})
		}
	}
	add("lists deeper and deeper", func(size int) string { return "`\n" + strings.Repeat(" ", 1000) + repeated("- a\n  ")(size) })
	add("links in a header", func(size int) string { return "---\na: \"" + repeated("[[a]] ")(min(size, headerSize)) + "\"\n---\n" })
	add("items in a header", func(size int) string { return "---\na: [" + repeated("é,")(min(size, headerSize)) + "é]\n---\n" })
	add("fields of a header", func(size int) string { return "---\n" + repeated("a:\n")(min(size, headerSize)) + "---\n" })
	add("links in a header without an end", func(size int) string { return "---\na: " + repeated("[[a]] ")(size) })
	return all
}

// headerSize is as much as the header of a note may hold.
const headerSize = 60 << 10

// rendering is done for text and for addresses, with marks whose ends never come.
func rendering() (all []work) {
	for _, unit := range []string{"[[", "a[[", "](", "](()", "<a ", "<a =\"", "<a =\">\"", "<a ='\">", "<!--", "%%%", "[^", "^[", "]{", "{.", "&#0", "](\"",
		"](a '", "<rt>", "<script>", "a[[b", "a[[b]]", "$", "$a", "e\u0301\u0332", "\n\n](", "%41", "((", "]["} {
		all = append(all, onText(fmt.Sprintf("%q", unit), repeated(unit), func(text string) error {
			rendered.Of([]byte(text), rendered.Markdown|rendered.Alike)
			rendered.Of([]byte(text), rendered.Address|rendered.Alike)
			return nil
		}))
	}
	return all
}

// secrets are looked for in all encodings, also in those that are nested.
func secrets() (all []work) {
	nested := base64.StdEncoding.EncodeToString([]byte("nothing in it"))
	for range 2 {
		nested = base64.StdEncoding.EncodeToString([]byte(nested))
	}
	for _, unit := range []string{
		"TVRFeA", nested[:40], "3637", "%25", "ａ", "&#103;", `\x67`, "MIIE\n", "MIIEvQIBADAN", "ed25519-private:", "AccountKey=", "67 ", "0x67, ", "&#1", "MIIE\n> ",
		" \t\u200b", "a\x01", wideBase64("nothing in it"), "password=$a1[", "a://b:cdefgh", "\n+ |", "a<b>", "a<!--", "a<!-->", "0000 6768 ", "0000: 67 68\n", "0000 676 ",
		"&lowbar;", `\_`, base64.StdEncoding.EncodeToString([]byte("\xffnothing secret is here")),
		"-----BEGIN PRIVATE KEY-----\n", "-eyJ", "sk-ant-api03-", "glpat-", "=", "MTEx", "&#", `\x`, "deadbeef", "a-b_c-", "abcdefghijklmnopqrstuvwxyz",
		"Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
	} {
		all = append(all, onText(fmt.Sprintf("%q", unit), repeated(unit), func(text string) error {
			secret.Find(text)
			return nil
		}))
	}
	return all
}

// wideBase64 is the beginning of the base64 of what some systems write, with a zero after each letter.
func wideBase64(text string) string {
	var wide []byte
	for _, unit := range utf16.Encode([]rune(base64.StdEncoding.EncodeToString([]byte(text)))) {
		wide = binary.LittleEndian.AppendUint16(wide, unit)
	}
	return base64.StdEncoding.EncodeToString(wide)[:40]
}

// amendments are folded into one record, size of them.
func amendments() []work {
	at := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	record := &decision.Decision{Schema: decision.Schema, ID: decision.DerivedID(at, "human", "r-7"), Source: decision.Human, At: at,
		Verdict: decision.Rejected, Reviewer: "reviewer-1", Agent: "rio", Reason: "Examples don't work correctly"}
	make := func(size int) (all []*decision.Amendment) {
		for i := range size {
			when := at.Add(time.Duration(i) * time.Second)
			all = append(all, &decision.Amendment{Schema: decision.AmendmentSchema, ID: decision.DerivedID(when, "human", fmt.Sprint(i)), At: when, Of: record.ID,
				Field: "reason", Value: decision.TextValue(fmt.Sprint("Examples ", i)), By: "reviewer-2", Why: "looked again"})
		}
		return all
	}
	return []work{
		{"fold", func(size int) (func() error, int) {
			all := make(size)
			return func() error {
				if got, want := decision.Fold(record, all...).Reason, fmt.Sprint("Examples ", size-1); got != want {
					return fmt.Errorf("the reason is %q, want %q", got, want)
				}
				return nil
			}, size
		}},
		{"views", func(size int) (func() error, int) {
			all := make(size)
			return func() error {
				decision.FoldAmendments(all)
				return nil
			}, size
		}},
	}
}

// patterns of a file of attributes are compared with names for as many steps as the comparison counts itself.
func patterns() []work {
	return []work{{"stars", func(size int) (func() error, int) {
		var text strings.Builder
		for i := 0; text.Len() < attributes.MaxSize-64; i++ {
			fmt.Fprintf(&text, "*s*o*m*e*%d*n*o*t*e*%d*x.md filter=x\n", i%10, i%7)
		}
		file, err := attributes.Parse("", []byte(text.String()))
		return func() error {
			left := size
			for i := 0; left > 0 && err == nil; i++ {
				attributes.Stack{file}.Of(fmt.Sprintf("d%d/some-note-%d-of-many-%d.md", i%100, i, i), &left)
			}
			return err
		}, size
	}}}
}
