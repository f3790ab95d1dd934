package draft

import (
	"bytes"
	"cmp"
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

// readMail reads a mail message (RFC 5322) that has a subject or an addressee: addressee, subject, and the text that mail programs show.
// It is false for what is no such message. What is called one (.eml) is one, or an error.
func readMail(data []byte, called bool) (d *Draft, isMail bool, err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if called && bytes.HasPrefix(data, []byte("From ")) { // the line of a mailbox
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	message, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil && called {
		return nil, true, fmt.Errorf("the headers of the message cannot be read: %w", err)
	}
	if err != nil || !called && !isMessage(message.Header) {
		return nil, false, nil
	}
	words := mime.WordDecoder{CharsetReader: charset}
	d = &Draft{Type: decision.Email, Subject: decoded(&words, cmp.Or(message.Header.Get("Subject"), message.Header.Get("Assunto")))}
	for _, names := range [][]string{toNames, {"Cc"}, {"Bcc"}} { // it goes to the others where it is to nobody
		if to := strings.Join(headersOf(message.Header, names), ", "); d.To == "" {
			if d.To, err = addressee(&words, to); err != nil {
				return nil, true, err
			}
		}
	}
	p := parts{left: maxParts}
	p.take(textproto.MIMEHeader(message.Header), message.Body, 0)
	if p.err != nil {
		return nil, true, p.err
	}
	d.Body, err = p.text()
	return d, true, err
}

// toNames are the names of the header that says for whom a message is, as people write it in both languages.
var toNames = []string{"To", "Para"}

// isMessage reports whether headers are those of a mail message: they have a subject, an address to which it goes, or both ends.
func isMessage(h mail.Header) bool {
	to := strings.Join(headersOf(h, toNames), ", ")
	isTo := to != "" && (h.Get("From") != "" || h.Get("De") != "" || strings.Contains(to, "@"))
	return h.Get("Subject") != "" || h.Get("Assunto") != "" || isTo
}

// headersOf gives what all headers of some names say.
func headersOf(h mail.Header, names []string) (all []string) {
	for _, name := range names {
		all = append(all, h[name]...)
	}
	return all
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

// parts are the texts of a message that mail programs show.
type parts struct {
	plain, html []string
	left        int // how many parts are still read
	err         error
}

func (p *parts) take(header textproto.MIMEHeader, body io.Reader, depth int) {
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		kind, params = "text/plain", nil
	}
	disposition, _, _ := strings.Cut(header.Get("Content-Disposition"), ";")
	isAttached := strings.EqualFold(strings.TrimSpace(disposition), "attachment")
	p.left--
	switch {
	case p.left < 0:
		p.err = fmt.Errorf("the message has more than %d parts", maxParts)
	case depth > maxDepth:
		p.err = fmt.Errorf("the message nests deeper than %d levels", maxDepth)
	case strings.HasPrefix(kind, "multipart/") && params["boundary"] != "":
		p.each(multipart.NewReader(body, params["boundary"]), depth)
	case kind == "text/plain" && !isAttached:
		p.plain = p.add(p.plain, header, params["charset"], body)
	case kind == "text/html" && !isAttached:
		p.html = p.add(p.html, header, params["charset"], body)
	}
}

func (p *parts) each(all *multipart.Reader, depth int) {
	for p.err == nil {
		part, err := all.NextRawPart()
		if err != nil { // the end, or what is cut off
			return
		}
		p.take(part.Header, part, depth+1)
	}
}

func (p *parts) add(to []string, header textproto.MIMEHeader, charset string, body io.Reader) []string {
	text, err := readText(header, charset, body)
	p.err = err
	return append(to, text)
}

// text gives the one text of a message. A program shows the plain text or the HTML, so what both say has to be the same.
func (p *parts) text() (string, error) {
	plain, html := strings.Join(p.plain, "\n\n"), strings.Join(p.html, "\n\n")
	switch {
	case len(p.plain) == 0 && len(p.html) == 0:
		return "", fmt.Errorf("the message has no part that is text")
	case strings.TrimSpace(plain) == "":
		return html, nil
	case strings.TrimSpace(html) != "" && !saysSame(plain, html):
		return "", fmt.Errorf("the message says one thing as plain text and another as HTML, and its reader sees one of them; make both say the same")
	}
	return plain, nil
}

// lacking is which share of the words of one text another may lack that says the same: links and the last lines differ.
const lacking = 0.2

// saysSame reports whether the HTML of a message has hardly a word that its plain text has not.
func saysSame(plain, html string) bool {
	var has, seen set
	has.addAll(terms(plain))
	html = rendering(html)
	if len(html) > readable {
		return false // nobody reads on
	}
	all, missing := 0, 0
	for _, t := range termsShown(html) {
		if seen.has(t.hash) {
			continue
		}
		seen.add(t.hash)
		if all++; !has.has(t.hash) {
			missing++
		}
	}
	return float64(missing) <= lacking*float64(all)
}

// readText gives the text of a part.
func readText(header textproto.MIMEHeader, name string, body io.Reader) (string, error) {
	encoding, _, _ := strings.Cut(header.Get("Content-Transfer-Encoding"), "(") // a comment
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	body, err := charset(name, body)
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(io.LimitReader(body, 2*MaxSize)) // a byte of another character set takes two or three
	if err != nil {
		return "", fmt.Errorf("the text of the message: %w", err)
	}
	if !utf8.Valid(data) {
		return "", fmt.Errorf("the text of the message is not in the character set that it names, %q", name)
	}
	return string(data), nil
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
