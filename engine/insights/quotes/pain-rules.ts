import { type Rules, rule, some, very } from './rules.ts'

/** Problems that authors have, by what they are about. A sentence counts for the first. */
export const painRules: Rules = {
  'Manual work': [rule('manu hand', `(?:manually|by hand)(?= |[,.;!]|$)`)],
  'Taking too long': [
    rule(
      'forever ages hours days weeks long much',
      `(?:takes?|took|taking) (?:me |us )?(?:forever|ages|hours|days|weeks|(?:way |far )?too (?:long|much time)|so (?:long|much time))`,
    ),
    rule(
      'spen',
      `(?:spend|spends|spending|spent) (?:way |far )?(?:too much|so much|too long|hours|countless hours|(?:my |an |the )?(?:entire|whole) (?:day|weekend|evening|afternoon|morning|week|night)s?|half (?:my|the|a) (?:day|time|week)|most of my (?:day|time|week)|a (?:lot|ton) of time)`,
    ),
  ],
  'Lost time or money': [
    rule(
      'wast lose losi lost',
      `(?:wast(?:e|es|ed|ing)|los(?:e|es|ing)|lost) ${some}(?:hours|time|money|customers|clients|sales|leads|track|deals|sleep|patience|data|work|my mind|hope)`,
    ),
  ],
  'Not working': [
    rule(
      'keep',
      `keeps? (?:on )?(?:crashing|failing|breaking|freezing|losing|forgetting|missing|dropping|disconnecting|lagging|glitching|stopping|rejecting|bouncing|hitting|running into|getting (?:stuck|lost|rejected|ghosted|worse|flagged|banned|blocked|denied|burned|errors?))`,
    ),
    rule(
      'work load sync connect updating respond help cutting cut scale',
      `(?:doesn't|does not|didn't|isn't|aren't|won't|wouldn't|never|stopped|hasn't been) (?:really |even |actually |properly |always )?(?:work|works|working|loading|syncing|sync|connect|connecting|updating|respond|responding|helping|cutting it|cut it|scale)`,
    ),
    rule(
      'cras free froz lags glit brea brok fail suck stop',
      `(?:it|app|software|site|website|program|phone|computer|page|tool|server) (?:just |always |constantly |still |often |randomly )?(?:crashes|crashed|freezes|froze|lags|glitches|breaks|broke|fails|failed|sucks|stopped)`,
    ),
  ],
  'Chasing people': [
    rule('chas', `chas(?:e|ing) (?:down )?(?:clients?|customers?|people|invoices?|payments?|late|after)`),
  ],
  Scams: [
    rule(
      'scam ripp scre over ghos burn hack char',
      `(?:got|been|was|were|getting|keep getting) (?:scammed|ripped off|screwed|overcharged|ghosted|burned|hacked|charged twice)`,
    ),
  ],
  'Too much at once': [
    rule(
      'drow stuc bogg fall slip',
      'drowning (?:in|under)|stuck (?:with|in|at|doing|trying|between|using)|bogged down|falling behind|slipp?(?:s|ing)? through the cracks|falling through the cracks|fall through the cracks|falls? apart',
    ),
  ],
  'Slow or tedious': [
    rule(
      'pain nightmare mess headache hassle chore disaster bottleneck time',
      '(?:a|such a|real|huge|major|total|complete|absolute|massive|big) (?:pain(?! point)|nightmare|mess|headache|hassle|chore|disaster|bottleneck|time sink|time suck|time waster)',
    ),
    rule(
      'slow tedious clun bugg lagg annoying confusing time cumbersome mess unre inef glit comp painful exhausting stre over chaotic nightmare hit inco unma',
      `(?:${very}|becoming|gets|getting|it's|is|was|been) (?:slow|tedious|clunky|buggy|laggy|annoying|confusing|time[- ]consuming|cumbersome|messy|unreliable|inefficient|glitchy|complicated|painful|exhausting|stressful|overwhelming|chaotic|a mess|a nightmare|hit or miss|inconsistent|unmanageable)(?! (?:enough|than))`,
    ),
    rule('tedi time erro cumb', '(?:tedious|time[- ]consuming|error[- ]prone|cumbersome)'),
  ],
  'Errors and problems': [
    rule(
      'trouble issue problem headache error delay complaint difficult',
      `(?:having|have|had|got|getting|run into|running into|ran into|facing|experiencing|dealing with|deal with) (?!no |any |never )${some}(?:trouble|issues?|problems?|headaches?|errors?|delays|complaints|difficulties)(?! (?:card|tracker|tracking|solving))`,
    ),
    rule(
      'problem issue pain frustration challenge bottleneck struggle complaint annoyance gripe',
      String.raw`(?:my|our|main|biggest|only|one|the|recurring|common) (?:\p{L}+ )?(?:problem|issue|pain point|frustration|challenge|bottleneck|struggle|complaint|annoyance|gripe)(?: (?:is|was|i have|we have|i'm having|we're having|i keep|i've had|i run into|with|has been|right now|i'm facing|here is))`,
    ),
  ],
  'Hard to do': [
    rule(
      'struggl hard difficult tough',
      String.raw`(?:struggl(?:e|es|ed|ing)|hard time|difficult time|tough time|difficult(?:y|ies)) (?:\p{L}+ ){0,2}?(?:with|to|on|finding|getting|keeping|managing|understanding|deciding|choosing|figuring|staying|making|trying)`,
    ),
    rule(
      "can't cann can coul unab able",
      `(?:can't|cannot|can not|couldn't|could not|unable to|not able to) (?:seem to |even |really |actually |just |ever )?(?:figure|get|keep|find|handle|focus|manage|make|stick|track|tell|see|do|access|log|send|sleep|stay|remember|seem|understand|decide|stop)`,
    ),
    rule(
      'hard diff impo toug tric',
      `(?:it's|it is|is|been|getting|becoming|so|really|very|extremely|incredibly|pretty|too|find it|makes it|making it|impossible|nearly impossible|almost impossible) (?:hard|difficult|impossible|tough|tricky|to) (?:for (?:me|us|my team) )?to (?:keep|track|find|manage|get|know|tell|see|stay|figure|organize|remember|maintain|focus|understand|scale|justify|choose)`,
    ),
    rule(
      'way idea',
      "no (?:easy |good |real |clear )?(?:way to|idea (?:(?:how|what|where|which)(?: \\p{L}+)? to|what (?:i|we|i'm)))",
    ),
  ],
  Worries: [
    rule(
      'worr anxi afra scar conc stre lost over stuc loss clue',
      `(?:i'm|i am|we're|am|i've been|really|bit|so) (?:worried|anxious|afraid|scared|concerned|stressed|lost|overwhelmed|stuck|at a loss|clueless)`,
    ),
  ],
  Frustration: [
    rule(
      'tired sick fed exhausted burned burnt frustrated annoyed unhappy disappointed overwhelmed swamped',
      '(?:sick and tired|so tired|tired|sick|fed up|exhausted|getting tired|burned out|burnt out|frustrated|annoyed|unhappy|disappointed|overwhelmed|swamped) (?:of|with|by|from)',
    ),
    rule(
      'hate dread despise stand',
      `(?:i|we|really|absolutely|just|also) (?:hate|dread|despise|can't stand)(?: (?:how|that|when|having to|doing|using|dealing with))?`,
    ),
    rule('frustrated', `(?:${very}|it's|is|been|gets|getting|a bit|most) frustrat(?:ed|ing)`),
    rule(
      'driv kill eati eats',
      '(?:driv(?:es|ing) me (?:crazy|nuts|insane|mad|up the wall)|killing (?:me|us)|eating up|eats up)',
    ),
  ],
}
