package gate_test

import (
	"testing"

	"github.com/kbgate/kbgate/internal/gate"
)

// factualNote makes a claim from title, description and body.
func factualNote(title, description, body string) []byte {
	return []byte("---\ntype: claim\ndescription: \"" + description + "\"\nsource: \"[[audit]]\"\n---\n# " + title + "\n\n" + body + "\n")
}

var factualSource = map[string][]byte{"sources/audit.md": []byte(`---
type: source
---
# Harbour audit

The port handled 1.84 million boxes in 2019 and 2.31 million in 2024. Of the 412 delays 61 percent were put down to missing
crew and 22 percent to weather. Sickness leave was 8 percent among dockers and 3 percent among clerks. The new crane cost
415 million euros. Mean waiting time fell from 6.8 days to 3.9 days.

Ingrid Solbakk, who runs the yard, quoted her predecessor Abe Rosen: "A box that waits has already been paid for." She added
of her own: "We cancel for people, not for waves."
`)}

func TestFactualDiscrepancy(t *testing.T) {
	const plain = "The register follows the yard over five seasons. It is a record of work and of waiting."
	for _, c := range []struct {
		about, title, description, body string
		faulty                          bool
	}{
		{"a percentage in other words", "half of the boxes wait for crew", "", "In 50 percent of cases a box waits for crew, and in 20 for a crane.", false},
		{"a percentage that the body lacks", "92 percent of the boxes wait for crew", "", plain, true},
		{"a percentage of another value", "72 percent of the boxes wait for crew", "", "Of all boxes 27 percent wait for crew.", true},
		{"fair rounding", "about 60 percent of the boxes wait for crew", "", "Of all boxes 59.6 percent wait for crew.", false},
		{"rounding too far", "about 80 percent of the boxes wait for crew", "", "Of all boxes 48.6 percent wait for crew.", true},
		{"a bound that holds", "more than a third of the boxes wait for crew", "", "Of all boxes 38 percent wait for crew.", false},
		{"a bound that fails", "more than a third of the boxes wait for crew", "", "Of all boxes 28 percent wait for crew.", true},
		{"million for billion", "ports earned 7.2 million dollars on fees", "", "Ports took in 7.2 billion dollars, less than 90 million of it for storage.", true},
		{"a sum in signs", "ports earned $1.57T on fees", "", "Ports took in 1.57 trillion dollars.", false},
		{"a ratio that follows", "the crane doubled throughput", "", "Throughput went from 96 boxes an hour to 194.", false},
		{"a ratio that does not", "the crane tripled throughput", "", "Throughput went from 96.5 boxes an hour to 194.5.", true},
		{"a difference that follows", "clerks lead dockers by 5 points", "", "The clerks scored 76.5 percent and the dockers 71.3 percent.", false},
		{"a relative change", "waiting fell by 43 percent", "", "Waiting fell from 6.8 days to 3.9 days.", false},
		{"a relative change of another value", "waiting fell by 63 percent", "", "Waiting fell from 6.8 days to 3.9 days.", true},
		{"a part of a whole", "9 of 10 cranes idle at night", "", "Of the cranes 90 percent idle at night.", false},
		{"one in so many", "one crane in seven idles at night", "", "Out of 34 cranes five idle at night.", false},
		{"a year of another value", "the 1931 strike closed the yard", "", "The strike of 1913 closed the yard for a month.", true},
		{"a year in a range", "the 1995 rule closed the yard", "", "Between 1990 and 1998 the rule was in force.", false},
		{"a decade", "the quota of the 1990s failed", "", "Between 1990 and 1996 the quota stayed the same.", false},
		{"a month of another name", "the March 2021 storm closed the yard", "", "The storm of May 2021 closed the yard.", true},
		{"a length of time between years", "the yard grew for four years", "", "The yard grew from 2020 to 2024.", false},
		{"a length of time of another value", "the yard was closed for 72 days", "", "The yard was closed for 27 days.", true},
		{"hours and minutes", "the nine hour outage closed the yard", "", "The outage took 4 hours 35 minutes in all.", true},
		{"numbers that are names", "GPT-4 and Web3 tools read Article 230 like Windows 95 manuals", "", plain, false},
		{"a small count", "four mechanisms slow the yard", "", plain, false},
		{"a small count with its list", "four mechanisms slow the yard", "", "- tides\n- crews\n- cranes\n- paper", false},
		{"numbered paragraphs of another number", "five reasons slow the yard", "", "**1. Tides.** They turn.\n\n**2. Crews.** They rest.\n\n**3. Cranes.** They break.\n\n**4. Paper.** It waits.", true},
		{"prose that counts on", "four reasons slow the yard", "", "The first reason is the tide. The second is the crew. The third is paper.", true},
		{"a count of the same things", "six locks lift the boats", "", "Boats pass a flight of nine locks.", true},
		{"a subset of the things", "three paths lead to the yard", "", "The first two paths are steep.", false},
		{"a description with a figure of its own", "crews decide on delays", "Overtime costs 310 crowns per shift", plain, false},
		{"a description that contradicts the body", "crews decide on delays", "The median shift lasts 5.9 hours", "The median shift lasts 3.6 hours, by the log.", true},
		{"a rate that contradicts the body", "crews decide on delays", "The queue moves by 15 kilometres a year", "The queue moved at about 8 kilometres a year.", true},
		{"a description that contradicts the source", "crews decide on delays", "Missing crew explains 16 percent of the delays", plain, true},
		{"a description that agrees with the source", "crews decide on delays", "The crane, at €415M, changed nothing", plain, false},
		{"groups exchanged", "crews decide on delays", "Sickness leave was 3 percent among dockers, against 8 percent among clerks", plain, true},
		{"years exchanged", "ports grow since 2.31 million boxes came in 2019", "", "The port handled 2.31 million boxes, and 2019 was a good year.", true},
		{"a source that speaks of other things", "tides decide on delays in 34 percent of cases", "", "Tides explain 34 percent of the delays at the northern quay, by its own log.", false},
		{"words of somebody else", "waiting is paid for", "Ingrid Solbakk said it best: 'A box that waits has already been paid for'", plain, true},
		{"words of the right one", "waiting is paid for", "Abe Rosen's line, 'A box that waits has already been paid for', still holds", plain, false},
		{"words passed on", "waiting is paid for", "Ingrid Solbakk quotes Abe Rosen: 'A box that waits has already been paid for'", plain, false},
		{"words of somebody else in the body", "waiting is paid for", "", "The yard's head is blunt. Solbakk says: \"A box that waits has already been paid for.\"", true},
		{"her own words", "people stop the yard", "", "Solbakk says: \"We cancel for people, not for waves.\"", false},
		{"a quoted name that the body has", "the \"Maria Pita\" carried vaccine", "", "The corvette Maria Pita reached the port in February.", false},
		{"a quoted name that the body lacks", "the \"Santa Lucia\" carried vaccine", "", "The corvette Maria Pita reached the port in February.", true},
		{"a range turned round", "robots took the berth from 31 to 37 lifts an hour", "", "A berth used to make 37 lifts an hour and now makes 31.", true},
		{"a range as it was", "robots took the berth from 31 to 37 lifts an hour", "", "A berth makes 37 lifts an hour now, and made 31 before.", false},
		{"a ratio of two counts", "gulls outnumber dockers five to one", "", "The warden counted 1,000 gulls and 200 dockers.", false},
		{"a ratio of two counts that does not follow", "gulls outnumber dockers five to one", "", "The warden counted 1,000 gulls and 450 dockers.", true},
		{"percent for points", "pilots raised the share of early ships by 14 percent", "", "In spring 30 percent of ships were early, and in autumn 44 percent.", true},
		{"points for points", "pilots raised the share of early ships by 14 points", "", "In spring 30 percent of ships were early, and in autumn 44 percent.", false},
		{"doubled for halved", "the quay doubled its output", "", "Output went from 30 crates to 44. The power used fell from 9.2 to 4.6 kilowatts.", true},
		{"a table of another number of rows", "four steps clear a ship", "", "This is the list of the steps:\n\n| step | who |\n|---|---|\n| 1 | pilot |\n| 2 | doctor |\n| 3 | customs |\n| 4 | clerk |\n| 5 | cashier |", true},
		{"a value of another time", "the dredging still deepens the channel by 2.4 metres five years later", "", "After two years the channel was 2.4 metres deeper. After five it was 0.3 metres deeper.", true},
		{"a level that the body does not give", "automation cut the usual gang to four men", "", "Gangs had 14 men in those days and have 9 now.", true},
		{"a difference with the unit once", "the new lock took seven hours off the passage", "", "The passage takes 12 hours, while it had been 19.", false},
		{"half below the median", "half of all crews rest less than 6 hours", "", "The median crew rests for 6 hours.", false},
		{"a rate by another time", "a berth earns little more than $2,000 a month", "", "The ledger has $24,600 for the year.", false},
		{"a rate that is of another time", "a berth earns $2,000 a month", "", "The ledger has $2,000 a year for a berth.", true},
		{"a year reckoned from another", "the yard reopened in 1954", "", "The yard closed in 1949 and opened again five years later.", false},
		{"digits exchanged in the description's year", "the wreck waited for its finder", "The bell was raised in 1932", "A diver found the bell in 1923, in mud.", true},
		{"digits exchanged against the source", "crews decide on delays", "Staffing was behind 16 percent", plain, true},
		{"a name misspelled", "the Hartwell gauge shows tides too high", "", "The Hartley gauge reads nine centimetres too high.", true},
		{"a name and its adjective", "ships of Portugal wait longest", "", "The log has each Portuguese ship waiting for days.", false},
		{"the other direction", "lamp oil rose 30 percent", "", "After the storm lamp oil fell 30 percent.", true},
		{"the same direction in other words", "lamp oil got 30 percent dearer and rose ever since", "", "After the storm lamp oil climbed 30 percent.", false},
		{"the other direction towards a level", "catches improved", "Catches fell to 640 kilos by the sixth spring", "Catches rose from 310 kilos before the ban to 640 in the sixth spring.", true},
		{"another part of the same whole", "locks fail for want of grease", "Only 4 of the 65 locks had grease in their log", "In 14 of the 65 locks the log tells of grease.", true},
		{"another vote", "the guild voted 8 to 5 for the quay", "", "The guild carried the quay by 9 to 4 in the vote.", true},
		{"the same vote", "the guild voted 8 to 5 for the quay", "", "The guild carried the quay by 8 to 5.", false},
		{"a threshold for a mean", "a crew rests 21 hours on average between two trips", "", "Crews rest between trips: mean 34 hours. Only crews with at least 21 hours were asked.", true},
		{"a value of the past for today", "a third of the crews still sing at work", "", "Today 12 percent of the crews sing; in 1991 34 percent of the crews did.", true},
		{"a change that the ends do not allow", "tolls went down", "The night toll narrowed by more than half in a year", "The night toll fell from 71 to 52 dollars. Half of the barges wait.", true},
		{"a year with two digits exchanged", "the dam moved the mills", "Its completion in 1852 moved the mills", "After the opening in 1825 the mills went south.", true},
		{"the bound of a time that is another", "silt has grown since 1980 at the quay", "", "Between 1970 and 1990 silt grew at the quay.", true},
		{"an abstract noun for another", "four circumstances decide on the berth of a ship", "", "Three factors decide on the berth of a ship, and rank is none of them.", true},
		{"a name between single marks", "the 'Orsted report' blamed the pilots", "", "The report of Lindqvist blamed the pilots.", true},
		{"a difference that the source leaves to the reader", "a wait shrank by 2.9 days", "", plain, false},
		{"parts exchanged", "delays decide", "Wages rose by a third in the yard while freight rates climbed 50 percent", "In the yard wages rose by 50 percent, and freight was a third higher.", true},
		{"a bound with another age", "the pilots over 42 berth slowest", "", "The harbour office timed 310 berthings. Those by pilots of 75 and older were the slowest.", true},
		{"a small number in digits", "crews rest 8 hours between tides", "", "By the log crews rest 5 hours between two tides. Some sleep ashore.", true},
		{"an end of a range beside the other", "cranes help", "Waiting fell from 94 minutes to 52", "The median wait went from 74 to 52 minutes.", true},
		{"a range as the body has it", "cranes help", "Waiting fell from 74 minutes to 52", "The median wait went from 74 to 52 minutes.", false},
		{"one of two groups", "cranes help", "Storm lamps were missing on 34 percent of the barges and on 12 percent of the ferries", "Storm lamps were missing on 21 percent of the barges and on 12 percent of the ferries.", true},
		{"an addition of the description's own", "cranes help", "Waiting fell from 74 minutes to 52; the yard has 26 berths", "The median wait went from 74 to 52 minutes. The cranes cost 40 million kroner.", false},
		{"a number of a quotient", "cranes help", "Of 19 masters 6 would have taken the new berth", "Of 19 masters 14 would have taken the new berth at once.", true},
		{"the difference in points of two shares", "cranes help", "Lamps raised early berthings by 8 points", "Early berthings were at 71 percent without lamps and at 79 percent with them.", false},
	} {
		note := factualNote(c.title, c.description, c.body)
		if got := judge(t, gate.FactualDiscrepancy, "claims/note.md", note, factualSource); got != c.faulty {
			t.Errorf("%s: found %v, want %v", c.about, got, c.faulty)
		}
	}
}

// A file name often has no points and no per cent signs.
func TestFactualDiscrepancyFileNames(t *testing.T) {
	for _, c := range []struct {
		name, body string
		faulty     bool
	}{
		{"movements win by Chenoweth's 3-5 percent rule.md", "Campaigns that mobilised 3.5 percent won.", false},
		{"movements-win-by-the-3-5-percent-rule.md", "Campaigns that mobilised 3.5 percent won.", false},
		{"movements-win-with-25-percent-support.md", "Campaigns that mobilised 3.5 percent won.", true},
		{"six-locks-one-lift.md", "Boats pass a flight of nine locks.", true},
	} {
		note := []byte("---\ntype: claim\ndescription: \"Success rates of 10-52% are too low\"\n---\n\n" + c.body + "\n")
		if got := judge(t, gate.FactualDiscrepancy, c.name, note, nil); got != c.faulty {
			t.Errorf("%s: found %v, want %v", c.name, got, c.faulty)
		}
	}
}
