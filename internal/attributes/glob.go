package attributes

import "strings"

// glob is a pattern as git's wildmatch has it.
type glob struct {
	anywhere bool // it has no slash, so that it matches the last part of a path
	// begins and ends are what stands before the first and behind the last character that is special.
	begins, ends string
	tokens       []token
}

type token struct {
	kind    tokenKind
	literal byte     // of a literal one
	set     *charset // of a set
	negated bool     // the set is of the bytes that do not fit
}

type tokenKind uint8

const (
	nothing  tokenKind = iota // what no byte fits
	literal                   // one byte
	anyByte                   // one that is no slash
	oneOf                     // one of a set that is no slash
	star                      // any bytes but slashes
	all                       // any bytes
	folders                   // nothing, or what the next token takes
	anySlash                  // any bytes, and a slash
)

type charset [4]uint64

func (c *charset) has(b byte) bool { return c[b/64]&(1<<(b%64)) != 0 }

// add takes in the bytes from one to another.
func (c *charset) add(first, last byte) {
	for b := int(first); b <= int(last); b++ {
		c[b/64] |= 1 << (b % 64)
	}
}

// fits reports whether a token takes a byte, or with fold that letter in the other case.
func (t *token) fits(b byte, fold bool) bool {
	other := b
	if lower := b | 0x20; fold && lower >= 'a' && lower <= 'z' {
		other ^= 0x20
	}
	switch t.kind {
	case literal:
		return t.literal == b || t.literal == other
	case anyByte:
		return b != '/'
	case oneOf:
		if t.negated {
			return b != '/' && !t.set.has(b)
		}
		return b != '/' && (t.set.has(b) || t.set.has(other))
	}
	return false
}

// parseGlob reads a pattern. One that excludes is none, and one that names folders alone matches no file.
func parseGlob(pattern string) (g glob, ok bool) {
	if strings.HasPrefix(pattern, "!") || strings.HasSuffix(pattern, "/") {
		return g, false
	}
	g.anywhere = !strings.Contains(pattern, "/")
	pattern = strings.TrimPrefix(pattern, "/")
	end := strings.IndexAny(pattern, `*?[\`)
	if end < 0 {
		end = len(pattern)
	}
	g.begins, g.tokens = pattern[:end], tokensOf(pattern[end:])
	last := len(g.tokens)
	for last > 0 && g.tokens[last-1].kind == literal {
		last--
	}
	var ends strings.Builder
	for _, t := range g.tokens[last:] {
		ends.WriteByte(t.literal)
	}
	g.ends, g.tokens = ends.String(), g.tokens[:last]
	return g, true
}

// tokensOf reads what stands behind the literal beginning of a pattern, which git compares by itself: to it the rest is a
// pattern of its own.
func tokensOf(p string) (tokens []token) {
	for i := 0; i < len(p); {
		switch p[i] {
		case '*':
			end := i
			for end < len(p) && p[end] == '*' {
				end++
			}
			tokens = append(tokens, stars(p, i, end)...)
			if tokens[len(tokens)-1].kind == anySlash {
				end++
			}
			i = end
		case '?':
			tokens, i = append(tokens, token{kind: anyByte}), i+1
		case '[':
			t, end := bracket(p, i+1)
			tokens, i = append(tokens, t), end
		case '\\':
			if i++; i == len(p) {
				return append(tokens, token{})
			}
			fallthrough
		default:
			tokens, i = append(tokens, token{kind: literal, literal: p[i]}), i+1
		}
	}
	return tokens
}

// stars are the tokens of asterisks from start to end. Two of them cross slashes only where they are a whole part of the path.
func stars(p string, start, end int) []token {
	rest := p[end:]
	switch whole := start == 0 || p[start-1] == '/'; {
	case end-start < 2 || !whole || rest != "" && rest[0] != '/' && !strings.HasPrefix(rest, `\/`):
		return []token{{kind: star}}
	case strings.HasPrefix(rest, "/"):
		return []token{{kind: folders}, {kind: anySlash}}
	}
	return []token{{kind: all}}
}

// bracket reads the set behind an opening bracket, and where it ends. One that does not end, or names a class that is none,
// matches nothing, and no set matches a slash.
func bracket(p string, i int) (t token, end int) {
	set := &charset{}
	t = token{kind: oneOf, set: set, negated: i < len(p) && (p[i] == '!' || p[i] == '^')}
	if t.negated {
		i++
	}
	var before byte // the last character that may begin a range
	for first := true; ; first = false {
		if i >= len(p) {
			return token{}, len(p)
		}
		c := p[i]
		if c == ']' && !first {
			break
		}
		switch {
		case c == '-' && before != 0 && i+1 < len(p) && p[i+1] != ']':
			if i++; p[i] == '\\' {
				i++
			}
			if i >= len(p) {
				return token{}, len(p)
			}
			set.add(before, p[i])
			before = 0
		case c == '[' && strings.HasPrefix(p[i+1:], ":"):
			length := strings.IndexByte(p[i+2:], ']')
			if length < 0 {
				return token{}, len(p)
			}
			name, closed := strings.CutSuffix(p[i+2:i+2+length], ":")
			if !closed {
				set.add('[', '[')
				before = '['
				break
			}
			ranges, known := classes[name]
			if !known {
				return token{}, len(p)
			}
			for ; ranges != ""; ranges = ranges[2:] {
				set.add(ranges[0], ranges[1])
			}
			i += 2 + length
			before = 0
		default:
			if c == '\\' {
				if i++; i == len(p) {
					return token{}, len(p)
				}
				c = p[i]
			}
			set.add(c, c)
			before = c
		}
		i++
	}
	return t, i + 1
}

// classes are the named sets of characters, each by the first and last characters of its ranges.
var classes = map[string]string{
	"alnum": "09AZaz", "alpha": "AZaz", "blank": "\t\t  ", "cntrl": "\x00\x1f\x7f\x7f", "digit": "09", "graph": "!~", "lower": "az",
	"print": " ~", "punct": "!/:@[`{~", "space": "\t\r  ", "upper": "AZ", "xdigit": "09AFaf",
}

// matchCost is how many steps the look at a pattern counts for, whatever it comes to: it is memory that is far away.
const matchCost = 4

// match reports whether a path below the folder of the file fits: on systems that tell no case, and everywhere.
func (g *glob) match(name string, steps *int) (maybe, sure bool) {
	*steps -= matchCost
	if g.anywhere {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	if len(name) < len(g.begins)+len(g.ends) {
		return false, false
	}
	begin, end := name[:len(g.begins)], name[len(name)-len(g.ends):]
	if !strings.EqualFold(begin, g.begins) || !strings.EqualFold(end, g.ends) {
		return false, false
	}
	between := name[len(begin) : len(name)-len(end)]
	if maybe = g.run(between, true, steps); maybe {
		sure = begin == g.begins && end == g.ends && g.run(between, false, steps)
	}
	return maybe, sure
}

// run follows all the ways in which the tokens may fit at once, so that no pattern takes longer than its length times the
// name's.
func (g *glob) run(name string, fold bool, steps *int) bool {
	switch {
	case len(g.tokens) == 0:
		return name == ""
	case len(g.tokens) == 1 && g.tokens[0].kind == star:
		return !strings.Contains(name, "/")
	case len(g.tokens) == 1 && g.tokens[0].kind == all:
		return true
	}
	now, next := make([]bool, len(g.tokens)+1), make([]bool, len(g.tokens)+1)
	g.enter(now, 0)
	for i := range len(name) {
		clear(next)
		alive := false
		for at := range g.tokens {
			*steps--
			if now[at] {
				alive = g.step(next, at, name[i], fold) || alive
			}
		}
		if !alive {
			return false
		}
		now, next = next, now
	}
	return now[len(g.tokens)]
}

// enter marks a token, and those behind it that may be reached without a byte.
func (g *glob) enter(states []bool, at int) {
	for !states[at] {
		states[at] = true
		if at == len(g.tokens) {
			return
		}
		switch g.tokens[at].kind {
		case star, all:
			at++
		case folders:
			g.enter(states, at+2)
			at++
		}
	}
}

// step takes a byte at a token, and reports whether any way goes on.
func (g *glob) step(next []bool, at int, b byte, fold bool) bool {
	switch t := &g.tokens[at]; t.kind {
	case star:
		if b == '/' {
			return false
		}
		g.enter(next, at)
	case all:
		g.enter(next, at)
	case anySlash:
		if b == '/' {
			g.enter(next, at+1)
		}
		next[at] = true
	default:
		if !t.fits(b, fold) {
			return false
		}
		g.enter(next, at+1)
	}
	return true
}
