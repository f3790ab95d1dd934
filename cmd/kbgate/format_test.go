package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page on formats tells of each, with a command that is understood.
func TestFormatsAreDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range formatNames() {
		row := regexp.MustCompile("(?m)^\\| `" + name + "` \\| .* \\| `kbgate check( .*)?` \\|$").FindSubmatch(page)
		if row == nil {
			t.Errorf("docs/formats.md has no row with a command for %s", name)
		} else if command := string(row[1]); name != "text" && !strings.Contains(command, name) {
			t.Errorf("the command for %s is kbgate check%s", name, command)
		}
	}
	commands := regexp.MustCompile("kbgate check( [^`|\n]*)?").FindAllString(string(page), -1)
	if len(commands) < len(formats) {
		t.Fatalf("only the commands %q", commands)
	}
	for _, command := range commands {
		if strings.Contains(command, "FORMAT") {
			continue // how it is called in general
		}
		check := newCheck().Build()
		if err := check.ParseFlags(strings.Fields(command)[2:]); err != nil {
			t.Errorf("%s: %v", command, err)
			continue
		}
		name, err := check.Flags().GetString("format")
		if err != nil {
			t.Fatal(err)
		}
		files, err := check.Flags().GetStringArray("output")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := outputsOf(name, files); err != nil {
			t.Errorf("%s: %v", command, err)
		}
	}
}

func TestOutputs(t *testing.T) {
	for _, test := range []struct {
		format string
		flags  []string
		want   string // format:file of each, or a part of the mistake
	}{
		{"text", nil, "text:"},
		{"json", []string{"a"}, "json:a"},
		{"text", []string{"sarif=a", "json=b"}, "text: sarif:a json:b"},
		{"text", []string{"sarif=a", "b", "sarif=c"}, "text:b sarif:a sarif:c"},
		{"text", []string{"./sarif=a"}, "text:./sarif=a"},
		{"text", []string{"text=sarif=a"}, "text: text:sarif=a"},
		{"text", []string{"x=sarif"}, "text:x=sarif"},
		{"text", []string{"json=/dev/stdout"}, "text: json:/dev/stdout"},
		{"text", []string{"a", "b"}, "two files for one format"},
		{"text", []string{"sarif=a", "json=./a"}, "one file twice"},
		{"text", []string{"sarif=a", "a"}, "one file twice"},
		{"text", []string{"sarif=a", "sarif=a"}, "one file twice"},
		{"text", []string{"github="}, "names no file"},
		{"text", []string{""}, "names no file"},
		{"text", []string{"jsn=a"}, "unknown format"},
		{"yaml", nil, "unknown format"},
	} {
		all, err := outputsOf(test.format, test.flags)
		var got []string
		for _, o := range all {
			got = append(got, o.format.name+":"+o.file)
		}
		if err != nil && strings.Contains(err.Error(), test.want) || err == nil && strings.Join(got, " ") == test.want {
			continue
		}
		t.Errorf("%s %q: %q, %v; want %s", test.format, test.flags, got, err, test.want)
	}
}
