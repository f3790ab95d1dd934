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
	kind        tokenKind
	literal     byte    // of one that takes a single byte, else 0
	set, folded charset // of bytes, for one
}

type tokenKind uint8

const (
	one      tokenKind = iota // a byte of a set
	star                      // any bytes but slashes
	all                       // any bytes
	folders                   // nothing, or what the next token takes
	anySlash                  // any bytes, and a slash
)

type charset [4]uint64

func (c *charset) add(b byte)      { c[b/64] |= 1 << (b % 64) }
func (c *charset) has(b byte) bool { return c[b/64]&(1<<(b%64)) != 0 }

func (c *charset) negate() {
	for part := range c {
		c[part] = ^c[part]
	}
}

const slash = '/'

// withCase is the set with each letter in both cases.
func (c charset) withCase() charset {
	for lower := byte('a'); lower <= 'z'; lower++ {
		if upper := lower - 'a' + 'A'; c.has(lower) || c.has(upper) {
			c.add(lower)
			c.add(upper)
		}
	}
	return c
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
	for last > 0 && g.tokens[last-1].literal != 0 {
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
			tokens, i = append(tokens, oneOf(func(b byte) bool { return b != '/' })), i+1
		case '[':
			t, end := bracket(p, i+1)
			tokens, i = append(tokens, t), end
		case '\\':
			if i++; i == len(p) {
				return append(tokens, token{}) // which matches nothing
			}
			fallthrough
		default:
			literal := oneOf(func(b byte) bool { return b == p[i] })
			literal.literal = p[i]
			tokens, i = append(tokens, literal), i+1
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

func oneOf(has func(byte) bool) token {
	var t token
	for b := range 256 {
		if has(byte(b)) {
			t.set.add(byte(b))
		}
	}
	t.folded = t.set.withCase()
	return t
}

// bracket reads the set behind an opening bracket, and where it ends. One that does not end, or names a class that is none,
// matches nothing, and no set matches a slash.
func bracket(p string, i int) (t token, end int) {
	set := &t.set
	negated := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negated {
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
			for b := int(before); b <= int(p[i]); b++ {
				set.add(byte(b))
			}
			before = 0
		case c == '[' && strings.HasPrefix(p[i+1:], ":"):
			length := strings.IndexByte(p[i+2:], ']')
			if length < 0 {
				return token{}, len(p)
			}
			name, closed := strings.CutSuffix(p[i+2:i+2+length], ":")
			if !closed {
				set.add('[')
				before = '['
				break
			}
			class, known := classes[name]
			if !known {
				return token{}, len(p)
			}
			for b := range byte(128) {
				if class(b) {
					set.add(b)
				}
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
			set.add(c)
			before = c
		}
		i++
	}
	t.folded = set.withCase()
	for _, set := range []*charset{&t.set, &t.folded} {
		if negated {
			set.negate()
		}
		set[slash/64] &^= 1 << (slash % 64)
	}
	return t, i + 1
}

// classes are the named sets of characters, all of them ASCII.
var classes = map[string]func(byte) bool{
	"alnum": func(b byte) bool { return isLetter(b) || isDigit(b) },
	"alpha": isLetter,
	"blank": func(b byte) bool { return b == ' ' || b == '\t' },
	"cntrl": func(b byte) bool { return b < 0x20 || b == 0x7f },
	"digit": isDigit,
	"graph": func(b byte) bool { return b > 0x20 && b < 0x7f },
	"lower": isLower,
	"print": func(b byte) bool { return b >= 0x20 && b < 0x7f },
	"punct": func(b byte) bool { return b > 0x20 && b < 0x7f && !isLetter(b) && !isDigit(b) },
	"space": func(b byte) bool { return strings.IndexByte(" \t\n\v\f\r", b) >= 0 },
	"upper": func(b byte) bool { return isLetter(b) && !isLower(b) },
	"xdigit": func(b byte) bool {
		return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'f'
	},
}

func isDigit(b byte) bool  { return b >= '0' && b <= '9' }
func isLower(b byte) bool  { return b >= 'a' && b <= 'z' }
func isLetter(b byte) bool { return isLower(b | 0x20) }

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

func (t *token) fits(b byte, fold bool) bool { return t.set.has(b) || fold && t.folded.has(b) }

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
	case one:
		if !t.fits(b, fold) {
			return false
		}
		g.enter(next, at+1)
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
	case folders:
		return false
	}
	return true
}
