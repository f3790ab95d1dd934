package decision

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// readAll tells a stream line by line: the number and the source's id, or the number and what is wrong.
func readAll(r io.Reader, o ReadOptions) (told []string) {
	for line, err := range ReadAll(r, o) {
		var bad *LineError
		switch {
		case errors.As(err, &bad) && bad.Number == line.Number && line.Decision == nil:
			told = append(told, fmt.Sprintf("%d! %s", line.Number, strings.ReplaceAll(err.Error(), "\n", "; ")))
		case err != nil:
			told = append(told, "end: "+err.Error())
		default:
			told = append(told, fmt.Sprintf("%d %s %s", line.Number, line.Decision.Source, line.Decision.SourceID))
		}
	}
	return told
}

func eventLine(id string) string {
	return `{"decision_id":"` + id + `","gate_id":"HITL-1","decision":"REJECTED","timestamp":"2026-11-21T10:00:00Z"}`
}

func recordLine(id string) string {
	return `{"source":"github","source_id":"` + id + `","at":"2026-11-21T10:00:00Z","verdict":"rejected","agent":"rio","artifact":{"type":"claim","name":"a.md"}}`
}

func TestReadAll(t *testing.T) {
	const yamlRecord = "source: human\nsource_id: y\nat: 2026-11-21T10:00:00Z\nverdict: approved\nagent: rio\nartifact:\n  type: claim\n  name: a.md\n"
	const yamlEvent = "decision_id: e\ndecision: approved\ntimestamp: 2026-11-21T10:00:00Z\n"
	for name, test := range map[string]struct {
		stream string
		want   []string
	}{
		"nothing":         {"", nil},
		"white space":     {"\n\n  \n", nil},
		"JSON Lines":      {eventLine("a") + "\n" + recordLine("b") + "\n", []string{"1 event a", "2 github b"}},
		"no last newline": {eventLine("a") + "\n" + recordLine("b"), []string{"1 event a", "2 github b"}},
		"CRLF, BOM, gaps": {"\ufeff" + eventLine("a") + "\r\n\r\n" + recordLine("b") + "\r\n", []string{"1 event a", "3 github b"}},
		"bad among good":  {eventLine("a") + "\nwhat\n{\"x\":1}\n{\"decision_id\":\n" + eventLine("b"), []string{"1 event a", "2! line 2: is not valid JSON: invalid character 'w' looking for beginning of value", "3! line 3: is neither a decision (it would have a `verdict`) nor a decision event (a `decision_id` and a `decision`)", "4! line 4: the JSON object has no end", "5 event b"}},
		"bad first":       {"what\n" + eventLine("a"), []string{"1! line 1: is no record: neither a JSON object nor `field: value` lines", "2 event a"}},
		"cut first":       {eventLine("a")[:40] + "\n" + eventLine("b"), []string{"1! line 1: the JSON object has no end", "2 event b"}},
		"many faults":     {strings.Replace(strings.Replace(recordLine("a"), "rejected", "no", 1), "rio", "../../x", 1), []string{"1! line 1: verdict: \"no\" is none of approved, rejected, approved_with_changes; line 1: agent: \"../../x\" holds one of / \\ : * ? \" < > |, which the name of an agent cannot"}},
		"secret":          {strings.Replace(eventLine("a"), "HITL-1", "ghp_"+letters36, 1), []string{"1! line 1: review_point holds what looks like a GitHub personal access token, at the bytes 1 to 40"}},
		"printed JSON":    {"{\n  \"decision_id\": \"a\",\n  \"decision\": \"APPROVED\",\n  \"timestamp\": \"2026-11-21T10:00:00Z\"\n}\n{\n  \"verdict\": 1\n}\n" + eventLine("b"), []string{"1 event a", "6! line 7: verdict: takes a text, so in quotation marks", "9 event b"}},
		"YAML":            {yamlRecord, []string{"1 human y"}},
		"YAML documents":  {"# all of them\n---\n" + yamlRecord + "---\n" + yamlEvent + "...\n---\n" + yamlRecord, []string{"3 human y", "12 event e", "17 human y"}},
		"bad document":    {yamlRecord + "---\na: b: c\n---\n- a\n---\ntags: x\nverdict: [a]\n---\n" + yamlEvent, []string{"1 human y", "10! line 10: the record is not valid YAML: mapping values are not allowed in this context", "12! line 12: is no record: neither a JSON object nor `field: value` lines", "14! line 14: tags: takes a list; line 15: verdict: takes a text", "17 event e"}},
		"mixed":           {yamlEvent + eventLine("a") + "\n---\n" + yamlRecord + "---\n" + recordLine("b") + "\n", []string{"1 event e", "4 event a", "6 human y", "15 github b"}},
		"braces in YAML":  {"---\n{decision_id: a, decision: approved, timestamp: 2026-11-21T10:00:00Z}\n---\n{decision_id: b,\n decision: rejected, timestamp: 2026-11-21T10:00:00Z}\n", []string{"2 event a", "4 event b"}},
		"a list":          {"[" + eventLine("a") + ",\n" + eventLine("b") + "]\n", []string{"1! line 1: this is a list; each record stands on a line of its own (`jq -c '.[]'` writes a list so)"}},
		"amendment":       {`{"schema":"kbgate.amendment/1"}`, []string{"1! line 1: schema: \"kbgate.amendment/1\" is not kbgate.decision/1 or a newer version of it"}},
		"bomb":            {"a: &a [x]\nb: [*a, *a]\n---\n" + yamlEvent, []string{"1! line 1: anchors (`&a`) are not allowed in a record", "4 event e"}},
		"zero bytes":      {"\x00\x00\n---\n" + yamlEvent, []string{"1! line 1: the record is not valid YAML: control characters are not allowed", "3 event e"}},
		"own id":          {strings.Replace(recordLine("a"), `"source"`, `"id":"../../x","source"`, 1), []string{"1! line 1: id: \"../../x\" is no ULID: 26 letters and digits, capitals"}},
	} {
		if got := readAll(strings.NewReader(test.stream), ReadOptions{Now: now}); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
		if got := readAll(iotest.OneByteReader(strings.NewReader(test.stream)), ReadOptions{Now: now}); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s, byte by byte:\n%s", name, strings.Join(got, "\n"))
		}
	}
}

func TestReadAllCompletes(t *testing.T) {
	stream := `{"verdict":"approved","reason":"fine"}`
	o := ReadOptions{Now: now, Complete: func(d *Decision) {
		d.Source, d.At, d.ID, d.Agent, d.Artifact = Human, at, NewID(at, fixed(1)), "rio", Artifact{Type: Claim, Name: "a.md"}
	}}
	for line, err := range ReadAll(strings.NewReader(stream), o) {
		if err != nil || line.Decision.Validate(now) != nil || line.Decision.Reason != "fine" {
			t.Errorf("%+v, %v", line, err)
		}
	}
	for line, err := range ReadAll(strings.NewReader(recordLine("a")), ReadOptions{}) {
		if err != nil || line.Decision.ID != DerivedID(at, "github", "a") {
			t.Errorf("%+v, %v", line, err)
		}
	}
	for line, err := range ReadAll(strings.NewReader(strings.Replace(wholeEvent, "\n\t", " ", -1)+"\n"), ReadOptions{}) {
		if err == nil && len(line.Notices) != 1 {
			t.Errorf("%+v", line)
		}
	}
}

func TestReadAllEnds(t *testing.T) {
	broken := errors.New("broken pipe")
	got := readAll(io.MultiReader(strings.NewReader(eventLine("a")+"\n"), iotest.ErrReader(broken)), ReadOptions{})
	if want := []string{"1 event a", "end: reading records behind line 1: broken pipe"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	n := 0
	for range ReadAll(strings.NewReader(strings.Repeat(eventLine("a")+"\n", 10)), ReadOptions{}) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Error(n)
	}
}

// endless gives the same piece again and again.
type endless struct {
	piece string
	left  int
	at    int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) && e.left > 0 {
		c := copy(p[n:], e.piece[e.at:])
		c = min(c, e.left)
		n, e.at, e.left = n+c, (e.at+c)%len(e.piece), e.left-c
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func TestReadAllHoldsOneRecord(t *testing.T) {
	if testing.Short() {
		t.Skip("not in the short lane: reads many records")
	}
	const size = 64 << 20
	for name, stream := range map[string]io.Reader{
		"a line of JSON":   io.MultiReader(strings.NewReader("{\"decision_id\":\""), &endless{piece: "aaaaaaaaaaaaaaa", left: size}),
		"a line of YAML":   io.MultiReader(strings.NewReader("reason: "), &endless{piece: "aaaaaaaaaaaaaaa", left: size}),
		"a document":       io.MultiReader(strings.NewReader("reason: |\n"), &endless{piece: "  aaaaaaaaaaaa\n", left: size}),
		"printed JSON":     io.MultiReader(strings.NewReader("{\n"), &endless{piece: "  \"a\": \"b\",\n", left: size}),
		"nothing but ends": &endless{piece: "\n\n \n", left: size},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := readAll(io.MultiReader(stream, strings.NewReader("\n---\n"+eventLine("last")+"\n")), ReadOptions{})
		runtime.ReadMemStats(&after)
		if len(got) == 0 || !strings.HasSuffix(got[len(got)-1], " event last") || len(got) == 2 && !strings.Contains(got[0], "longer than 1048576 bytes") || len(got) > 2 {
			t.Errorf("%s: %.300q", name, got)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
			t.Errorf("%s: %d MiB for a record", name, took>>20)
		}
	}
}

func FuzzReadAll(f *testing.F) {
	f.Add([]byte(eventLine("a") + "\n" + recordLine("b") + "\nwhat\n"))
	f.Add([]byte("---\na: b\n---\n{\n\"a\": 1\n}\n...\n{a: b}\n[\n"))
	f.Add([]byte("decision_id: e\ndecision: approved\ntimestamp: 2026-11-21T10:00:00Z\n--- # x\n\"verdict\": a\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		number := 0
		for line, err := range ReadAll(bytes.NewReader(data), ReadOptions{Now: now}) {
			if line.Number <= number || line.Number > bytes.Count(data, []byte("\n"))+1 {
				t.Fatalf("line %d behind line %d in %q", line.Number, number, data)
			}
			number = line.Number
			if err != nil {
				var bad *LineError
				if !errors.As(err, &bad) || !strings.Contains(err.Error(), "line ") {
					t.Fatalf("%v in %q", err, data)
				}
				continue
			}
			file, err := line.Decision.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if again, err := Decode(file); err != nil || !reflect.DeepEqual(again, line.Decision) || line.Decision.Path() == "" {
				t.Fatalf("%+v\n%+v, %v", again, line.Decision, err)
			}
		}
	})
}

func BenchmarkReadAll(b *testing.B) {
	line := eventLine("a") + "\n"
	b.SetBytes(int64(len(line)))
	n := 0
	for range ReadAll(&endless{piece: line, left: len(line) * b.N}, ReadOptions{Now: now}) {
		n++
	}
	if n != b.N {
		b.Fatal(n)
	}
}
