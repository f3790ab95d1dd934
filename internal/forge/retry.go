package forge

import (
	"context"
	"errors"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/hint"
)

const (
	// firstPause is waited after a first failure, and doubled after each further one, up to longestPause.
	firstPause   = time.Second
	longestPause = 30 * time.Second
	// limitPause is waited after a secondary limit that names no time (GitHub: at least a minute), and doubled too.
	limitPause = time.Minute
)

// verdict says what to do about an answer.
type verdict int

const (
	final  verdict = iota // an answer to take as it is
	again                 // a failure that may pass: what has no further effect may be sent again
	refuse                // a limit: nothing was done, so anything may be sent again
)

// judge tells a passing failure from an answer, and how long the forge asks to wait; a negative wait: it does not say.
func judge(answer *answer, now time.Time) (verdict, time.Duration) {
	asked := askedWait(answer.header, now)
	switch status := answer.status; {
	case status == http.StatusTooManyRequests, status == http.StatusForbidden && limited(answer):
		if asked < 0 {
			asked = resetWait(answer.header, now)
		}
		return refuse, asked
	case status >= 500 && status != http.StatusNotImplemented, status == http.StatusRequestTimeout:
		return again, asked
	}
	return final, 0
}

// limited tells a 403 for too many requests from one for a missing permission.
func limited(answer *answer) bool {
	return answer.header.Get("Retry-After") != "" || answer.header.Get("X-RateLimit-Remaining") == "0" ||
		strings.Contains(strings.ToLower(said(answer.body)), "rate limit")
}

// askedWait reads Retry-After, in seconds or as a date (RFC 9110, 10.2.3); negative where there is none.
func askedWait(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		return wholeSeconds(seconds)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return -1
}

// resetWait reads when a limit ends, as seconds since 1970: GitHub's X-RateLimit-Reset, GitLab's RateLimit-Reset.
func resetWait(header http.Header, now time.Time) time.Duration {
	for _, name := range []string{"X-RateLimit-", "RateLimit-"} {
		reset, err := strconv.ParseUint(header.Get(name+"Reset"), 10, 62)
		if err == nil && header.Get(name+"Remaining") == "0" {
			if at := now.Unix(); int64(reset) > at {
				return wholeSeconds(reset - uint64(at))
			}
			return 0
		}
	}
	return -1
}

// wholeSeconds is a duration that does not run over.
func wholeSeconds(seconds uint64) time.Duration {
	return time.Duration(min(seconds, math.MaxInt64/uint64(time.Second))) * time.Second
}

// pause is how long to wait before an attempt is repeated that failed for the nth time. What the forge asks for is kept
// to; else it is between the half and the whole of what doubles each time, so that clients do not come back as one.
func (c *Client) pause(kind verdict, asked time.Duration, n int) time.Duration {
	if asked >= 0 {
		return asked
	}
	if kind == refuse {
		return limitPause << min(n-1, 6)
	}
	whole := min(firstPause<<min(n-1, 10), longestPause)
	return whole/2 + time.Duration(c.config.Random()*float64(whole/2))
}

// rest waits, unless that takes too long.
func (c *Client) rest(ctx context.Context, wait time.Duration, why error) error {
	now := c.config.Now()
	longest := maxWait
	if deadline, ok := ctx.Deadline(); ok {
		longest = min(longest, deadline.Sub(now))
	}
	if wait > longest {
		return hint.Broken("run it again then; --timeout gives it more time, and a single wait is at most "+round(maxWait),
			"%w; %s has to be waited, until %s, and that is longer than this run may take", why, round(wait), until(now, wait))
	}
	return c.config.Sleep(ctx, wait)
}

// until is the end of a wait, unless it is beyond all calendars.
func until(now time.Time, wait time.Duration) string {
	const century = 100 * 365 * 24 * time.Hour
	if wait > century {
		return "the end of time"
	}
	return now.Add(wait).UTC().Format("2006-01-02 15:04:05 UTC")
}

func round(d time.Duration) string { return d.Round(time.Second).String() }

// neverSent reports whether a request failed before a byte of it could reach the forge.
func neverSent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}
