package comment

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"strings"
)

// ErrNone says that there is no rejection block.
var ErrNone = errors.New("there is no rejection block")

// Signed is a block as it was read, with its signature. Nothing has been verified.
type Signed struct {
	Block
	// Payload is the exact bytes of the block. The signature covers them.
	Payload []byte
	// Signature and KeyID are nil and "" where the comment is not signed.
	Signature []byte
	KeyID     string
	// Copy is the visible copy of the block; nil if the comment has lost it.
	Copy []byte
	// Author is the account that wrote the comment, "" where the comment stood alone.
	Author string
}

// maxBody is the size in bytes above which a text is no comment: GitLab, which takes the longest, takes 1,000,000 characters.
const maxBody = 4 << 20

// Parse reads the block of a comment. It stands in the first line, or, where HTML comments were stripped, in the fence of its
// copy. A comment that only quotes or mentions a block has none: ErrNone. A block that cannot be read is another error.
func Parse(body string) (*Signed, error) {
	if len(body) > maxBody {
		return nil, fmt.Errorf("%w: the text takes more than %d bytes", ErrNone, maxBody)
	}
	body = strings.TrimLeft(strings.ReplaceAll(body, "\r\n", "\n"), "\n")
	payload, signed, isHidden := headLines(body)
	copied, copiedSigned := copies(body)
	if !isHidden {
		if copied == nil || !isPeople(body) {
			return nil, ErrNone
		}
		payload, signed = copied, copiedSigned
	}
	b, err := decode(payload)
	if err != nil {
		return nil, fmt.Errorf("the rejection block is damaged: %w", err)
	}
	s := &Signed{Block: *b, Payload: payload, Copy: copied}
	if signed != nil {
		var line signature
		if err = json.Unmarshal(signed, &line); err == nil {
			s.Signature, err = line.bytes()
		}
		if err != nil {
			return nil, fmt.Errorf("the signature of the rejection block is damaged: %w", err)
		}
		s.KeyID = line.Key
	}
	return s, nil
}

// headLines gives the block of the first line, and the signature of the second.
func headLines(body string) (payload, signed []byte, ok bool) {
	first, rest, _ := strings.Cut(body, "\n")
	payload, ok = between(first, Marker)
	if !ok {
		return nil, nil, false
	}
	second, _, _ := strings.Cut(rest, "\n")
	signed, _ = between(second, signatureMarker)
	return payload, signed, true
}

// between gives what stands in a line that is an HTML comment.
func between(line, marker string) ([]byte, bool) {
	line, ok := strings.CutPrefix(strings.TrimRight(line, " \t\r"), marker)
	if !ok {
		return nil, false
	}
	line, ok = strings.CutSuffix(line, markerEnd)
	return []byte(line), ok
}

// isPeople reports whether a text begins with the lines for people.
func isPeople(body string) bool {
	body = strings.TrimLeft(body, " \t\n")
	for _, start := range []string{rejectedStart, warningsStart, passedStart, unverifiedStart} {
		if strings.HasPrefix(body, start) {
			return true
		}
	}
	return false
}

// copies gives the block and the signature from the fences that hold one line of JSON each. A sanitiser may have removed the name
// of the language and escaped quotes as HTML does; the copy itself holds no &. A copy inside another fence is a quotation.
func copies(body string) (payload, signed []byte) {
	var found [][]byte
	lines := strings.Split(body, "\n")
	around := "" // the fence that is open
	for i := 0; i < len(lines) && len(found) < 2; i++ {
		switch {
		case around != "":
			if closes(lines[i], around) {
				around = ""
			}
		case i+2 < len(lines) && isCopy(lines[i:i+3]):
			found = append(found, []byte(html.UnescapeString(lines[i+1])))
			i += 2
		default:
			around = opens(lines[i])
		}
	}
	found = append(found, nil, nil)
	return found[0], found[1]
}

func isCopy(lines []string) bool {
	return (lines[0] == fenceOpen || lines[0] == fenceClose) && strings.HasPrefix(lines[1], "{") && strings.HasSuffix(lines[1], "}") && lines[2] == fenceClose
}

// opens gives the run of backticks or tildes by which a line opens a fence, or "" (CommonMark 0.31, section 4.5).
func opens(line string) string {
	line, ok := dedented(line)
	if !ok || !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~") {
		return ""
	}
	info := strings.TrimLeft(line, line[:1])
	if line[0] == '`' && strings.Contains(info, "`") {
		return "" // a span of code
	}
	return line[:len(line)-len(info)]
}

// closes reports whether a line closes a fence.
func closes(line, fence string) bool {
	line, ok := dedented(line)
	return ok && strings.HasPrefix(line, fence) && strings.Trim(strings.TrimLeft(line, fence[:1]), " \t") == ""
}

// dedented is a line without the blanks that may stand before a fence: three at most.
func dedented(line string) (string, bool) {
	rest := strings.TrimLeft(line, " ")
	return rest, len(line)-len(rest) <= 3
}
