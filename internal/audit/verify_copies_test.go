package audit

import (
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/store"
)

// Of one event there may be several records; of an id that began here there is one.
func TestSharedIDs(t *testing.T) {
	const own, other = "decisions/2025/11/01/01K8ZDR3800000000000000001.yaml", "decisions/2025/11/01/01K8ZDR3800000000000000001-0123abcd.yaml"
	for _, c := range []struct {
		what       string
		own, other eventID
		taken      bool
	}{
		{"one event", eventID{own, decision.Human, "7"}, eventID{other, decision.Human, "7"}, false},
		{"two events", eventID{own, decision.Human, "7"}, eventID{other, decision.Human, "8"}, true},
		{"two sources", eventID{own, decision.Human, "7"}, eventID{other, decision.Import, "7"}, true},
		{"one from elsewhere", eventID{own, decision.Human, ""}, eventID{other, decision.Human, "7"}, true},
		{"a random id", eventID{own, decision.Human, ""}, eventID{other, decision.Human, ""}, true},
	} {
		v := &verifier{audit: &Audit{}, origins: severals([]store.Name{{Path: other}, {Path: own}})}
		for key := range v.origins {
			v.origins[key] = []eventID{c.other, c.own}
		}
		disputed := v.shared()
		if len(v.audit.Notices) != 1 || !strings.HasPrefix(v.audit.Notices[0], "1 record has twins") {
			t.Errorf("%s: %q", c.what, v.audit.Notices)
		}
		if (len(disputed) == 1) != c.taken || c.taken && disputed[0] != (dispute{own, other}) {
			t.Errorf("%s: %+v", c.what, disputed)
		}
	}
}
