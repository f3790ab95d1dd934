package shared

import (
	"context"
	"errors"
	"net"
	"strconv"
)

// Bounds on what a server says. The client makes room for what a server announces, so that each announcement is looked at before.
const (
	maxAnswer   = 32 << 20 // bytes over one connection
	maxElements = 40_000   // of a list: names and values of a hash
	maxLine     = 8 << 10  // bytes of a line
	maxText     = 1 << 20  // bytes of a text; values are shorter, and one that is not is passed over alone
)

// errNoRedis says that an answer is not one of Redis, or goes beyond the bounds.
var errNoRedis = errors.New("it answers what is no answer of Redis, or more than kbgate takes")

// bounded gives connections that end at the first answer that goes beyond the bounds.
func bounded(dial func(ctx context.Context, network, addr string) (net.Conn, error)) func(ctx context.Context, network, addr string) (net.Conn, error) {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &connection{Conn: c, answers: answers{left: maxAnswer}}, nil
	}
}

type connection struct {
	net.Conn
	answers
}

func (c *connection) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if !c.take(p[:n]) {
		return 0, errNoRedis
	}
	return n, err
}

// answers watches what comes from a server for its form (https://redis.io/docs/latest/develop/reference/protocol-spec/, RESP2).
type answers struct {
	left int    // bytes that may still come
	body int    // bytes that belong to the text that was announced last, with the end of its line
	line []byte // what has come of the next line
}

// take reports whether the next bytes are within the bounds.
func (a *answers) take(p []byte) bool {
	if a.left -= len(p); a.left < 0 {
		return false
	}
	for _, c := range p {
		switch {
		case a.body > 0:
			a.body--
		case c != '\n':
			if a.line = append(a.line, c); len(a.line) > maxLine || !isKind(a.line[0]) {
				return false
			}
		case !a.announced():
			return false
		}
	}
	return true
}

// announced takes the line that has ended.
func (a *answers) announced() bool {
	line := a.line
	a.line = a.line[:0]
	if len(line) < 2 || line[len(line)-1] != '\r' {
		return false
	}
	if line[0] != '$' && line[0] != '*' {
		return true
	}
	n, err := strconv.Atoi(string(line[1 : len(line)-1]))
	switch {
	case err != nil || n < -1 || n > maxText:
		return false
	case line[0] == '*':
		return n <= maxElements
	case n >= 0:
		a.body = n + len("\r\n")
	}
	return true
}

// isKind reports whether an answer begins with a character: a status, an error, a number, a text or a list.
func isKind(c byte) bool { return c == '+' || c == '-' || c == ':' || c == '$' || c == '*' }
