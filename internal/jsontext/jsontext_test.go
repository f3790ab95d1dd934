package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestAdd(t *testing.T) {
	entry := map[string]string{"run": "a<b"}
	for _, c := range []struct{ says, text, want string }{
		{"nothing", "", "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"run\": \"a<b\"\n      }\n    ]\n  }\n}\n"},
		{"an empty object", "{ }", "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"run\": \"a<b\"\n      }\n    ]\n  }\n}"},
		{"on one line", `{"a" : 1}`, "{\"a\" : 1,\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"run\": \"a<b\"\n      }\n    ]\n  }}"},
		{"tabs, and another's", "{\n\t\"hooks\": {\n\t\t\"Stop\": [ 1 ]\n\t}\n}\n", "{\n\t\"hooks\": {\n\t\t\"Stop\": [ 1,\n\t\t\t{\n\t\t\t\t\"run\": \"a<b\"\n\t\t\t} ]\n\t}\n}\n"},
		{"lines of Windows, and a byte order mark", "\xef\xbb\xbf{\r\n  \"hooks\": {\r\n    \"Stop\": []\r\n  }\r\n}\r\n",
			"\xef\xbb\xbf{\r\n  \"hooks\": {\r\n    \"Stop\": [\r\n      {\r\n        \"run\": \"a<b\"\r\n      }\r\n    ]\r\n  }\r\n}\r\n"},
	} {
		got, err := Add([]byte(c.text), entry, "hooks", "Stop")
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%q\nwant\n%q", c.says, err, got, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	for says, text := range map[string]string{
		"a comment": "{\n// mine\n}", "a comma too many": `{"a": 1,}`, "a name twice": `{"hooks": {}, "a": 1, "hooks": {}}`, "a name twice, written otherwise": `{"a": 1, "\u0061": 2}`,
		"another below": `{"x": [{"a": 1, "a": 1}]}`, "no object": `[]`, "hooks of text": `{"hooks": "x"}`, "an event that is no list": `{"hooks": {"Stop": {}}}`,
		"two values": `{} {}`, "no UTF-8": "{\"a\": \"\xff\"}", "cut off": `{"hooks"`, "huge": `{"a": "` + strings.Repeat("x", MaxText) + `"}`,
		"deep": strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000),
	} {
		if got, err := Add([]byte(text), 1, "hooks", "Stop"); !errors.Is(err, ErrForm) {
			t.Errorf("%s: %.80q, %v", says, got, err)
		}
	}
}

func TestWithout(t *testing.T) {
	for _, c := range []struct {
		text  string
		child int
		want  string
	}{
		{`[1, 2 , 3]`, 0, `[2 , 3]`}, {`[1, 2 , 3]`, 1, `[1 , 3]`}, {`[1, 2 , 3]`, 2, `[1, 2]`}, {`[ 1 ]`, 0, `[]`},
		{`{"a": 1, "b": 2}`, 0, `{"b": 2}`}, {`{"a": 1, "b": 2}`, 1, `{"a": 1}`},
	} {
		v, err := Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(v.Without(c.child)); got != c.want {
			t.Errorf("%s without %d: %s, want %s", c.text, c.child, got, c.want)
		}
	}
}

// What is added is all that is new, and taking it away gives the text back.
func FuzzAdd(f *testing.F) {
	for _, s := range []string{"", "{}", `{"hooks":{"Stop":[1]},"b":"\"]}"}`, "{\r\n\t\"a\": [ ]\r\n}", "[[]]", "\xef\xbb\xbf{}", `{"a":[1,{"b":null}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		added, err := Add(text, map[string]int{"x": 1}, "hooks", "Stop")
		if err != nil {
			return
		}
		var before, after map[string]any
		if json.Unmarshal(bytes.TrimPrefix(added, byteOrderMark), &after) != nil {
			t.Fatalf("%q became %q", text, added)
		}
		v, err := Parse(added)
		if err != nil {
			t.Fatal(err)
		}
		list := v.Member("hooks").Member("Stop")
		out := list.Without(len(list.Items) - 1)
		if json.Unmarshal(bytes.TrimPrefix(text, byteOrderMark), &before) == nil && before["hooks"] != nil && before["hooks"].(map[string]any)["Stop"] != nil {
			if len(list.Items) > 1 && !bytes.Equal(out, text) {
				t.Errorf("%q came back as %q", text, out)
			}
			var again map[string]any
			if json.Unmarshal(bytes.TrimPrefix(out, byteOrderMark), &again) != nil || !reflect.DeepEqual(before, again) {
				t.Errorf("%q came back as %q", text, out)
			}
		}
	})
}
