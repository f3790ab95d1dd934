package draft

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/kbgate/kbgate/internal/decision"
)

// Bounds of a mail message of several parts.
const (
	maxParts = 100
	maxDepth = 4
)

// readMail reads a mail message (RFC 5322) that has a subject: addressee, subject, and the text, of several parts the first that is plain
// text, else the first that is HTML. It is false for what is no such message.
func readMail(data []byte) (d *Draft, isMail bool, err error) {
	message, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil || message.Header.Get("Subject") == "" {
		return nil, false, nil
	}
	words := mime.WordDecoder{CharsetReader: charset}
	d = &Draft{Type: decision.Email, Subject: decoded(&words, message.Header.Get("Subject"))}
	if d.To, err = addressee(&words, message.Header.Get("To")); err != nil {
		return nil, true, err
	}
	p := parts{left: maxParts}
	p.take(textproto.MIMEHeader(message.Header), message.Body, 0)
	switch {
	case p.err != nil:
		return nil, true, p.err
	case p.plain != nil:
		d.Body = *p.plain
	case p.html != nil:
		d.Body = *p.html
	default:
		return nil, true, fmt.Errorf("the message has no part that is text")
	}
	return d, true, nil
}

func decoded(words *mime.WordDecoder, s string) string {
	if plain, err := words.DecodeHeader(s); err == nil {
		return plain
	}
	return s
}

// addressee gives the one address of a To line, "" where there is none.
func addressee(words *mime.WordDecoder, to string) (string, error) {
	parser := mail.AddressParser{WordDecoder: words}
	all, err := parser.ParseList(to)
	switch {
	case err != nil:
		return strings.TrimSpace(decoded(words, to)), nil // a name, say
	case len(all) > 1:
		return "", fmt.Errorf("to: names %d addressees; a draft is for one", len(all))
	}
	return all[0].Address, nil
}

// parts looks for the text of a message.
type parts struct {
	plain, html *string // nil: there is none yet
	left        int     // how many parts are still read
	err         error
}

func (p *parts) take(header textproto.MIMEHeader, body io.Reader, depth int) {
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		kind, params = "text/plain", nil
	}
	p.left--
	switch {
	case p.left < 0:
		p.err = fmt.Errorf("the message has more than %d parts", maxParts)
	case depth > maxDepth:
		p.err = fmt.Errorf("the message nests deeper than %d levels", maxDepth)
	case strings.HasPrefix(kind, "multipart/") && params["boundary"] != "":
		p.each(multipart.NewReader(body, params["boundary"]), depth)
	case strings.HasPrefix(header.Get("Content-Disposition"), "attachment"):
	case kind == "text/plain" && p.plain == nil:
		p.plain, p.err = readText(header, params["charset"], body)
	case kind == "text/html" && p.html == nil:
		p.html, p.err = readText(header, params["charset"], body)
	}
}

func (p *parts) each(all *multipart.Reader, depth int) {
	for p.err == nil && p.plain == nil {
		part, err := all.NextRawPart()
		if err != nil { // the end, or what is cut off
			return
		}
		p.take(part.Header, part, depth+1)
	}
}

// readText gives the text of a part.
func readText(header textproto.MIMEHeader, name string, body io.Reader) (*string, error) {
	switch strings.ToLower(strings.TrimSpace(header.Get("Content-Transfer-Encoding"))) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	body, err := charset(name, body)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(body, 2*MaxSize)) // a byte of another character set takes two or three
	if err != nil {
		return nil, fmt.Errorf("the text of the message: %w", err)
	}
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("the text of the message is not in the character set that it names, %q", name)
	}
	text := string(data)
	return &text, nil
}

// charset reads the character sets that mail in English and Portuguese comes in.
func charset(name string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(name) {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		return r, nil
	case "iso-8859-1", "latin1", "windows-1252", "cp1252": // browsers read the first as the last, too
		return charmap.Windows1252.NewDecoder().Reader(r), nil
	case "iso-8859-15":
		return charmap.ISO8859_15.NewDecoder().Reader(r), nil
	}
	return nil, fmt.Errorf("the character set %.40q is not known; write the draft in UTF-8", name)
}
