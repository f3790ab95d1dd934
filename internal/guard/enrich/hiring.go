package enrich

import "github.com/kbgate/kbgate/internal/draft"

// Confidence of what is known of hiring, 0.75 to 0.85. The field of the lead data comes from an advertisement; a researcher's remark says
// the same at second hand; a signal of intent, or a field that names no post ("hiring"), says only that the company grows.
const (
	ofAdvertisement = 0.85
	ofHiringRemark  = 0.8
	ofGrowth        = 0.75
)

// hiringSignals extracts whom a company looks for.
func hiringSignals(lead *draft.Lead) []Signal {
	var signals []Signal
	if n := contents(lead.HiringSignal, lead); n > 1 {
		signals = append(signals, Signal{HiringSignal, lead.HiringSignal, ofAdvertisement, "hiring_signal", true})
	} else if n > 0 {
		signals = append(signals, Signal{HiringSignal, lead.HiringSignal, ofGrowth, "hiring_signal", false})
	}
	for _, hook := range about(HiringSignal, lead.Hooks, lead) {
		signals = append(signals, Signal{HiringSignal, hook, ofHiringRemark, "hooks", true})
	}
	for _, s := range seen(HiringSignal, lead) {
		signals = append(signals, Signal{HiringSignal, s.Value, ofHiringRemark, FromSignals, true})
	}
	for _, intent := range about(HiringSignal, lead.Intent, lead) {
		signals = append(signals, Signal{HiringSignal, intent, ofGrowth, "intent", false})
	}
	return signals
}
