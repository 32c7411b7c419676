import { type Rules, rule } from './rules.ts'

const products =
  'tools?|apps?|software|services?|platforms?|programs?|plugins?|extensions?|solutions?|systems?|options?|alternatives?|websites?|sites?|company|companies|provider|providers|products?|resources?|trackers?|planners?|crms?|calculators?|templates?|courses?|agency|agencies|brands?|api|apis|library|package|device|devices'
const want = `need|needs|want|'d like|would like|'d love|would love|require|are after|am after|'m after|'re after`

const vague =
  'feedback|advice|tips|opinions?|thoughts|help|guidance|input|insights?|direction|answers|ideas|clarity|perspectives?|experiences|work|jobs?|a job|a new job|my first|a role|clients|customers|leads|a co|co-?founders?|partners?|a partner|people|someone to talk|anyone|beta|testers|a way out|an? internship|months|a while|years|weeks|the past|now|reasons|new things'
const vaguely = `(?! (?:[\\p{L}-]+ ){0,2}?(?:${vague}|\\d+ (?:months|weeks|years|days))(?!\\p{L}))(?= [\\p{L}\\d])`
const productAnchors =
  'tool app apps soft serv plat prog plug exte solu syst opti alte webs site comp prov prod reso trac plan crm crms calc temp cour agen bran api apis libr pack devi'

/** What authors ask for, by kind. A sentence counts for the first. */
export const requestRules: Rules = {
  Alternatives: [
    rule(
      'alte repl',
      `(?:best|good|better|cheaper|free|open[- ]source|any|an) (?:\\p{L}+ )?(?:alternatives?|replacements?) (?:to|for)`,
    ),
  ],
  Features: [
    rule(
      'wish',
      `wish (?:there (?:was|were)|it|they|that|someone|i could|i had (?:a|an|some)|we could|\\p{L}+ (?:would|could|had a))`,
    ),
    rule(
      'shou must has need woul',
      `(?:app|tool|software|platform|solution|system|it|they) (?:should|must|has to|needs to|would need to) (?:be able to|have (?:an?|the|some)|support|work with|work on|allow|integrate|let me|include|handle)`,
    ),
    rule(
      'woul',
      `would be (?:nice|great|awesome|ideal|perfect|amazing|cool|helpful|a plus|a bonus|lovely) (?:if|to have|to be able)`,
    ),
    rule('requ add', `(?:feature request|please add|can you add|(?:they|you) (?:need to|should|should really) add)`),
  ],
  Requirements: [
    rule(
      'idea pref bonu must requ nice',
      `(?:ideally|preferably|bonus points|bonus if|must[- ]haves?:?|requirements?:|nice to have)`,
    ),
  ],
  Recommendations: [
    rule(
      'know',
      `any(?:one|body) (?:here |else |out there )?(?:know|knows) (?:of |if there's |if there is |about )?(?:a|an|any|some|good|which|what|where|another)(?![\\p{L}])`,
    ),
    rule(
      'reco sugg have',
      `any(?:one|body) (?:here |else |out there )?(?:recommend|recommends|suggest|have (?:a |any |some )?(?:good )?(?:recommendations?|recs|suggestions?))`,
    ),
    rule(
      `reco recs sugg alte ${productAnchors}`,
      `any(?: \\p{L}+)? (?:recommendations?|recs|suggestions?|alternatives?|${products}) (?:for|that|on|to|which|you|out|with)`,
    ),
    rule(
      'reco sugg poin',
      `(?:can|could|would) (?:any(?:one|body)|some(?:one|body)|you guys|y'all|people|you) (?:please )?(?:recommend (?!not |against |\\p{L}+ing)|suggest|point me)`,
    ),
    rule(
      'what which',
      `(?:what|which)(?:'s| is| are)? ?(?:the |your |a |some |are )?(?:best |good |favorite |favourite |go-?to |cheapest |other |\\p{L}+ )?(?:${products}) (?:do|are|would|should|is|have|can|for|to|you|does|did|out|that)`,
    ),
    rule(
      'what whats',
      `(?:what's|what is|whats|what are|which is) (?:the |your |some )?(?:best|go-?to|cheapest|easiest|good|most reliable|favorite|favourite) (?:\\p{L}+ ){1,4}?(?:for|to|of|that|with|in|out)`,
    ),
    rule('reco sugg', `(?:please recommend|recommend me|suggest me) (?:a|an|any|some|something|good)`),
  ],
  'Ways to do something': [
    rule(
      'way ways',
      `(?:is|are) there (?:a|an|any|some|another|other)(?:thing)? ?(?:\\p{L}+ ){0,2}?ways? (?:to|for|i|we|that|of)|need a way to`,
    ),
  ],
  'Products and services': [
    rule(
      'look sear hunt shop mark',
      `(?:i|i'm|im|i am|we|we're|am|are|been|just|currently|also|still|now|and|team|company)(?<!(?:you|they|people) are) (?:looking|searching|hunting|shopping|in search|on the hunt|on the lookout|in the market)(?: around| everywhere| desperately)? (?:for|of|to (?:find|buy|hire|get|switch|replace|move|purchase|automate|invest in))${vaguely}`,
    ),
    rule(
      'look sear hunt',
      `(?<=(?:^|[.!?] ) ?(?:hi[ ,!]*|hey[ ,!]*|hello[ ,!]*|\\[[^\\]]*\\] ?|\\p{L}+: ?)?)(?:looking|searching|hunting|in search) (?:for|of|to (?:find|buy|hire|get|switch|replace|purchase))${vaguely}`,
    ),
    rule(
      'need want like love requ afte',
      `(?:i|we|team|company|business|really|just|also|desperately|and|i'll|still|definitely) ?(?:${want}) (?:to (?:find|buy|hire|switch to|replace|be able to)|a(?:n)? (?:\\p{L}+ ){0,4}?(?:${products}|way|place)|something(?: \\p{L}+){0,4}?(?: that| which| to| with| where| for| like)|(?:some|any) (?:\\p{L}+ ){0,2}?(?:${products}))`,
    ),
    rule(
      'ther',
      `(?:is|are) there (?:a|an|any|some|anything|something|other|also)(?:thing)? ?(?:[\\p{L}'-]+ ){0,4}?(?:${products}|place|that (?:can|does|will|lets|works|would|could|has)|out there|anything)`,
    ),
    rule(
      'some',
      `something (?:more |less |a bit |a little |that's |very |super |really )?(?:that (?:can|will|lets|allows|does|works|integrates|handles|doesn't|won't|automatically|i can|we can)|similar to|free|cheap|cheaper|affordable|easier|lightweight)`,
    ),
    rule(
      'that whic',
      `(?:good|decent|free|cheap|affordable|reliable|some|any|a|an) (?:\\p{L}+ ){0,2}?(?:${products}) (?:that|which) (?:can|will|lets|allows|does|could|works|integrates|handles|doesn't|won't|automatically|i can|we can|actually|supports?)`,
    ),
  ],
}
