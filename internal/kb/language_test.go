package kb

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/lang"
)

// What a page does not show tells no language.
func TestLanguagesOfWhatIsShown(t *testing.T) {
	const body = "Harler kept 40 loaves of rye in a cellar for nine weeks, and the three who tasted them said that the crumb was moist.\n"
	const spanish = "que el la los las una por con para como pero sus este esta entre cuando muy sin sobre hasta hay donde quien desde todo nos durante "
	keyed := strings.ReplaceAll(spanish, " ", "-")
	for name, hidden := range map[string]string{
		"nothing":   "",
		"address":   "[](" + keyed + ") ",
		"in angles": "[](<" + spanish + ">) ",
		"title":     "[](x \"" + spanish + "\") ",
		"picture":   "![](" + keyed + ".png) ",
		"attribute": "<b title=\"" + spanish + "\"></b> ",
		"comment":   "<!-- " + spanish + "-->\n",
		"code":      "`" + spanish + "` ",
	} {
		c := claim.Parse("a.md", []byte("---\ntype: claim\n---\n# sour dough inevitably replaces yeast\n\n"+body+"\n"+strings.Repeat(hidden, 8)+"\n"))
		if title, body := languagesOf(c, AppendProse(nil, c)); title != lang.English || body != lang.English {
			t.Errorf("%s: %v, %v", name, title, body)
		}
	}
}
