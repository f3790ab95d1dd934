package forge

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/lazy"
)

// nextPage is the address of the page behind one, "" behind the last. GitLab's X-Next-Page does not depend on how the server knows
// itself; its lists by keyset have a Link header only (https://docs.gitlab.com/api/rest/#pagination), as those of others.
func nextPage(page *url.URL, header http.Header) string {
	n, err := strconv.ParseUint(header.Get("X-Next-Page"), 10, 31)
	if err != nil || n == 0 {
		return nextLink(header.Values("Link"))
	}
	query := page.Query()
	query.Set("page", strconv.FormatUint(n, 10))
	return "?" + query.Encode()
}

// A link of a header is <target>; name=value; name="value", where a backslash in a quoted value takes the next character's meaning
// (RFC 8288). A quoted value that is not closed ends with the header.
var (
	linkPattern      = lazy.Regexp(`^[ \t,]*<([^>]*)>((?:[ \t]*;[^=;,]*(?:=[ \t]*(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^";,][^;,]*)?)?)*)[ \t]*(?:,|$)`)
	parameterPattern = lazy.Regexp(`;([^=;,]*)(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)(?:"|\\?$)|([^";,][^;,]*))?)?`)
	escapePattern    = lazy.Regexp(`\\(.)`)
)

// nextLink gives the target of the first link with the relation "next" in Link headers, or nothing.
func nextLink(headers []string) string {
	for _, rest := range headers {
		for link := linkPattern().FindStringSubmatch(rest); link != nil; link = linkPattern().FindStringSubmatch(rest) {
			if isNext(link[2]) {
				return link[1]
			}
			rest = rest[len(link[0]):]
		}
	}
	return ""
}

func isNext(parameters string) bool {
	for _, p := range parameterPattern().FindAllStringSubmatch(parameters, -1) {
		if strings.EqualFold(strings.TrimSpace(p[1]), "rel") {
			for relation := range strings.FieldsSeq(escapePattern().ReplaceAllString(p[2], "$1") + p[3]) {
				if strings.EqualFold(relation, "next") {
					return true
				}
			}
		}
	}
	return false
}

// posted is a comment as any of the forges gives it. Where its author has gone, there is none.
type posted struct {
	ID     int64   `json:"id"`
	Body   string  `json:"body"`
	URL    string  `json:"html_url"`
	User   account `json:"user"`
	Author account `json:"author"` // GitLab's
	// OriginalAuthor is set where a comment was brought from elsewhere (Gitea): User then is who brought it.
	OriginalAuthor string `json:"original_author"`
	// System says that a note tells of a change, and that nobody wrote it (GitLab).
	System bool `json:"system"`
}

// account is who wrote something; GitLab calls the name otherwise.
type account struct {
	Login    string `json:"login"`
	Username string `json:"username"`
}

func (a account) name() string { return cmp.Or(a.Login, a.Username) }

func (c *Client) comment(p *posted) Comment {
	comment := Comment{ID: p.ID, Body: p.Body, URL: cleanURL(p.URL)}
	if c.forge.page != nil {
		comment.URL = c.forge.page(*c.base, c.pr, p.ID)
	}
	if p.OriginalAuthor == "" && !p.System {
		comment.Author = cmp.Or(p.User.name(), p.Author.name())
	}
	return comment
}

// longestURL is far above what any forge needs.
const longestURL = 2000

// cleanURL lets an address through that may be shown and linked to, and else nothing.
func cleanURL(s string) string {
	u, err := url.Parse(s)
	if err != nil || len(s) > longestURL || !utf8.ValidString(s) || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return ""
	}
	u.Host = quote(u.Host)
	return u.String()
}
