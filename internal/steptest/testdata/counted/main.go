// Command counted runs cases at sizes, and prints for each run the case, the size of its input and the steps that it took, parted by
// tabs. A step is a block of code, a byte that was searched or a word that was allocated, so neither a clock nor the load of the
// machine has a say. The program is built as steptest_test.go says. Its arguments are `GROUP=SIZE,SIZE…`.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"runtime"
	"runtime/coverage"
	"slices"
	"strconv"
	"strings"
	_ "unsafe" // for go:linkname
)

// work is one case: what it does at a size is made ready before steps are counted. It tells how large its input became.
type work struct {
	name  string
	ready func(size int) (do func() error, length int)
}

// onText is a case that works on a text.
func onText(name string, make func(size int) string, do func(text string) error) work {
	return work{name, func(size int) (func() error, int) {
		text := make(size)
		return func() error { return do(text) }, len(text)
	}}
}

// repeated gives texts that repeat a unit.
func repeated(unit string) func(size int) string {
	return func(size int) string { return strings.Repeat(unit, size/len(unit)+1) }
}

var groups = map[string]func() []work{
	"notes": notes, "parsing": parsing, "rendering": rendering, "secrets": secrets, "amendments": amendments, "patterns": patterns,
}

func main() {
	if strings.IndexByte(strings.Repeat("a", 1000), 'b'); searched < 1000 {
		fmt.Fprintln(os.Stderr, "searches are not counted")
		os.Exit(1)
	}
	for _, arg := range os.Args[1:] {
		if err := run(arg); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", arg, err)
			os.Exit(1)
		}
	}
}

func run(arg string) error {
	group, sizes, _ := strings.Cut(arg, "=")
	cases := groups[group]
	if cases == nil {
		return fmt.Errorf("no such group; there are %q", slices.Sorted(maps.Keys(groups)))
	}
	first := true
	for _, w := range cases() {
		for size := range strings.SplitSeq(sizes, ",") {
			n, err := strconv.Atoi(size)
			if err != nil {
				return err
			}
			do, length := w.ready(n)
			if first { // what is made once is made now
				if err := do(); err != nil {
					return err
				}
				first = false
			}
			taken, err := steps(do)
			if err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			fmt.Printf("%s\t%d\t%d\n", w.name, length, taken)
		}
	}
	return nil
}

//go:linkname searched internal/bytealg.Searched
var searched uint64

// wordSize is how many allocated bytes are a step: they are cleared and copied by words.
const wordSize = 8

// steps counts what a run takes.
func steps(do func() error) (uint64, error) {
	var before, after runtime.MemStats
	if err := coverage.ClearCounters(); err != nil {
		return 0, err
	}
	runtime.ReadMemStats(&before)
	from := searched
	if err := do(); err != nil {
		return 0, err
	}
	bytesSearched := searched - from
	runtime.ReadMemStats(&after)
	var counters bytes.Buffer
	if err := coverage.WriteCounters(&counters); err != nil {
		return 0, err
	}
	blocks, err := sum(counters.Bytes())
	return blocks + bytesSearched + (after.TotalAlloc-before.TotalAlloc)/wordSize, err
}

// sum adds up what coverage.WriteCounters wrote: a header, the names of a segment and its functions, each with its counters, as
// ULEB128 numbers or as they are in memory, and a footer (internal/coverage/defs.go of Go).
func sum(data []byte) (n uint64, err error) {
	const fileHeader, segmentHeader, flavour, uleb = 32, 16, 24, 2
	if len(data) < fileHeader+segmentHeader || string(data[:4]) != "\x00\x63\x77\x6d" {
		return 0, fmt.Errorf("no coverage counters: % x", data[:min(len(data), fileHeader)])
	}
	segment := data[fileHeader:]
	functions := binary.LittleEndian.Uint64(segment)
	rest := segment[segmentHeader+binary.LittleEndian.Uint32(segment[8:])+binary.LittleEndian.Uint32(segment[12:]):]
	next := func() uint64 {
		if data[flavour] == uleb {
			v, size := binary.Uvarint(rest)
			rest = rest[max(size, 1):]
			return v
		}
		v := binary.LittleEndian.Uint32(rest)
		rest = rest[4:]
		return uint64(v)
	}
	for range functions {
		counters, _, _ := next(), next(), next()
		for range counters {
			n += next()
		}
	}
	return n, nil
}
