package dealterms

// deals is a set of things of deals that a word may stand for.
type deals uint32

const (
	rounds      deals = 1 << iota // raising money, by its stages and parts
	instruments                   // what is bought and sold in it
	prices                        // what the whole is held to be worth, and what changes it
	equity                        // who owns which part
	rights                        // what a holder may do or prevent
	fees                          // what one firm pays another
	loans                         // money that has to be given back
	wages                         // what people get for their work
	cash                          // what is left, and for how long
	offers                        // bids, sales of the whole, and their refusal
	papers                        // where terms are written down
	transfers                     // verbs of giving, taking and holding
	bargains                      // verbs of asking, promising and agreeing
	conditions                    // on what, from when and until when
	permits                       // what one may and must not
	holders                       // who is a party to deals
	public                        // what everybody may read or buy
	inquiry                       // looking at things: its places, products and verbs
	sampled                       // many cases summed up
	sure                          // no other subject has the word
)

// dealing are the classes whose words make a figure a term.
const dealing = rounds | instruments | prices | equity | rights | fees | loans | wages | cash | offers
