import { promotionStance, type Rule, type Stance } from '../../reddit/promotion-stance.ts'
import { folded, patternOf, sentencesOf } from '../../reddit/rule-text.ts'

/**
 * What a community's rule demands of a reply. promotion: none, or on terms · ratio: a share of promotion · thread: only
 * in a certain thread · links, someLinks: no links, or none of a kind · referrals: no affiliate links or codes ·
 * machineText: no text by a model · messages: no private messages · english: only English · posts: about posts only
 */
export type DemandKind =
  | 'promotion'
  | 'spam'
  | 'ratio'
  | 'thread'
  | 'links'
  | 'someLinks'
  | 'referrals'
  | 'disclosure'
  | 'surveys'
  | 'machineText'
  | 'civility'
  | 'messages'
  | 'privacy'
  | 'flair'
  | 'age'
  | 'karma'
  | 'english'
  | 'posts'

export interface Demand {
  kind: DemandKind
  /** The sentence of the rule that demands it. */
  words: string
  /** promotion: the community's stance. */
  stance: Stance
  /** ratio: the largest share of promotion, 0 to 1 · age: days · karma: points; null if the rule names no number. */
  limit: number | null
}

const ban = patternOf(
  `no|not|dont|do not|never|cannot|cant|wont|isnt|arent|without|nor|prohibit*|forbid*|ban|banned|bans|disallow*|unwelcome
  |against the rules|zero tolerance|removed|deleted|removal|avoid|refrain|stop|only|unless|permission|approval|keep out`,
)
/** Sentences about reaching the moderators, or about what they do. */
const moderators = patternOf('mod|mods|moderator|moderators|modmail|mod mail|mod team|report|appeal')

/** Kinds that a sentence shows by its topic and a ban. */
const banned = {
  referrals: patternOf(
    `affiliate*|referral*|referrer*|refer a friend|ref link*|ref code*|coupon*|promo code*|discount code*|voucher*|invite code*
    |invite link*|rabattcode*|rabattcodes|codigos|codes promo`,
  ),
  surveys: patternOf(
    'survey|surveys|questionnaire*|user research|market research|research participants|poll|polls|umfragen|encuestas|sondages',
  ),
  machineText: patternOf(
    `ai|a.i.|ai generated|ai written|chatgpt|chat gpt|gpt|llm|llms|language model|language models|generated text|generated content
    |machine generated|bot generated|bots`,
  ),
  messages: patternOf(
    'dm|dms|pm|pms|direct message*|private message*|privately message*|inbox|chat request*|private chat*',
  ),
} as const

/** Kinds that a sentence shows by its topic alone. */
const named = {
  disclosure: patternOf(
    `disclos*|undisclosed|declare your|declare any|state your affiliation|transparent|transparency|say that it is yours|say its yours
    |say it is yours|identify yourself|reveal your|announce your affiliation|conflict of interest|conflicts of interest
    |affiliations`,
  ),
  spam: patternOf('spam|spamming|spammer|spammers|spammy|spammed'),
  civility: patternOf(
    `civil|civility|respect|respectful|respectfully|be nice|be kind|kindness|polite|politeness|courteous|harass*|insult*
    |personal attack*|name calling|hate speech|hateful|bully*|toxic*|troll*|rude*|racis*|sexis*|profan*|swear*|slur*
    |attack the idea|be excellent|remember the human|reddiquette|rediquette|decent|be friendly|hostil*|abusive|dont be a dick
    |dont be a jerk|freundlich*|beleidig*|respekt*|respeto|insultos|courtois|insultes`,
  ),
  privacy: patternOf(
    `personal information|personal info|private information|private info|personal data|personal details|personally identif*
    |identifying information|doxx*|dox|doxing|phone number*|contact information|contact details|contact info|pii`,
  ),
  flair: patternOf('user flair*|your user flair|flair yourself|flair up|vendor flair*|account flair*|promo flair'),
  english: patternOf('english only|only english|in english|english language|post english|speak english|use english'),
  posts: patternOf(
    `title|titles|headline*|flair|flaired|repost|reposts|reposting|crosspost*|cross post*|search first|search before|use search
    |search bar|image post*|meme|memes|screenshots`,
  ),
} as const

const links = patternOf('link|links|linking|url|urls|hyperlink*|link dropping|link drop')
/** Bans that leave no link: `No links`, `Links are removed`. */
const everyLink =
  /(?<![\p{L}\p{N}])(?:no|without|zero|(?:dont|do not|never|not) (?:post|share|include|use|drop|leave|add|put)(?: any)?) (?:any |external |outside |outbound |direct )*(?:links?|urls?)(?! to| that| with| from| posts?| flair| short|\p{L})|(?:(?<![\p{L}\p{N}])(?:or|and) |, )(?:any |external |outside |outbound )*(?:links?|urls?)(?! to| that| with| from| posts?| flair| short|\p{L})|^(?:external |outside )?(?:links?|urls?)(?: in comments?)? (?:are |is |will be |get )?(?:not|never|prohibited|forbidden|banned|disallowed|removed|deleted)/u
const ownLinks = /links? to (?:your|ones|their|own)|linking to your/u
const linksOfPosts = patternOf('link post|link posts|link flair*|link submission*|links posts')
/** Threads to which a rule sends people. */
const threads =
  /(?<![\p{L}\p{N}])(?:weekly|monthly|daily|quarterly|pinned|sticky|stickied|dedicated|designated|promo|promotion|self promotion|sharing|feedback|showcase|sammel)(?: [\p{L}\p{N}]+){0,4} ?(?:thread|post|megathread|discussion)s?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])mega ?threads?|(?<![\p{L}\p{N}])sammelthread/u
const ratio =
  /(?<![\p{L}\p{N}])(?:9:1|1:9|10:1|1:10|90\/10|90:10|10\/90|80\/20|(\d+) ?(?:%|percent)|9 to 1|nine to one|(?:one|1) (?:in|out of) (?:ten|10)|(?:one|1) (?:in|out of) every (?:ten|10)|ten percent)(?![\p{L}\p{N}])/u
const age =
  /(?<![\p{L}\p{N}])(?:(\d[\d.,]*)|(an?|one|two|three|six))\+? (day|week|month|year)s?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])account age|(?<![\p{L}\p{N}])new accounts?(?![\p{L}\p{N}])/u
const ageContext = patternOf(
  'account|accounts|days old|weeks old|months old|day old|week old|month old|year old|years old|account age',
)
const karma = patternOf('karma')
const karmaNumber = /(\d[\d.,]*)(k?)\+?(?: [\p{L}]+){0,2} karma|karma\D{0,40}?(\d[\d.,]*)(k?)/u
const days = { day: 1, week: 7, month: 30, year: 365 } as const
const numberWords: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, six: 6 }

/** Returns what a rule demands, each kind once; empty if nothing in it is recognized. */
export function demandsOf(rule: Rule): Demand[] {
  const found = new Map<DemandKind, Demand>()
  const add = (kind: DemandKind, words: string, more: Partial<Demand> = {}) => {
    const known = found.get(kind)
    // A sentence that gives a number says more than the name above it.
    if (known && (known.limit !== null || more.limit == null)) return
    found.set(kind, { kind, words, stance: 'unknown', limit: null, ...more })
  }
  const { stance, because } = promotionStance([rule])
  if (because) add('promotion', because.words, { stance })
  const [name = '', ...rest] = [...sentencesOf(rule.name), ...sentencesOf(rule.description)]
  for (const words of [name, ...rest])
    demandsOfSentence(words, { topic: folded(name), promotes: because !== null }, add)
  if (found.has('links')) found.delete('someLinks')
  return [...found.values()]
}

type Add = (kind: DemandKind, words: string, more?: Partial<Demand>) => void

function demandsOfSentence(words: string, { topic, promotes }: { topic: string; promotes: boolean }, add: Add): void {
  const text = folded(words)
  const isBan = ban.test(text)
  const toModerators = moderators.test(text)
  for (const kind of Object.keys(banned) as (keyof typeof banned)[]) {
    const isOurs = banned[kind].test(text) && !(kind === 'messages' && toModerators)
    // `Affiliates must be disclosed` is a demand to disclose.
    const isTerms = kind === 'referrals' && named.disclosure.test(text) && !/\b(?:links?|codes?)\b/.test(text)
    if (isOurs && !isTerms && (isBan || (text === topic && kind !== 'machineText'))) add(kind, words)
  }
  for (const kind of Object.keys(named) as (keyof typeof named)[]) if (named[kind].test(text)) add(kind, words)
  // Links to the product are part of promotion, and affiliate links a demand of their own.
  const isOther = !banned.referrals.test(text) && !(promotes && ownLinks.test(text)) && !linksOfPosts.test(text)
  if (links.test(text) && isBan && isOther) add(everyLink.test(text) ? 'links' : 'someLinks', words)
  if (promotes && threads.test(text)) add('thread', words)
  const share = ratio.exec(text)
  if (share && (promotes || /post|content|comment|contribut|submission/.test(text))) add('ratio', words, shareOf(share))
  const old = age.exec(text)
  if (old && ageContext.test(text)) add('age', words, { limit: daysOf(old) })
  if (karma.test(text)) add('karma', words, { limit: karmaOf(text) })
}

function shareOf([whole, percent]: RegExpExecArray): Pick<Demand, 'limit'> {
  if (percent !== undefined) {
    const share = Number(percent) / 100
    return { limit: share > 0.5 ? 1 - share : share }
  }
  return { limit: whole.startsWith('80') ? 0.2 : 0.1 }
}

function daysOf([, digits, word, unit]: RegExpExecArray): number | null {
  const count = digits === undefined ? numberWords[word ?? ''] : Number(digits.replace(/[.,]/g, ''))
  return count === undefined || unit === undefined ? null : count * days[unit as keyof typeof days]
}

function karmaOf(text: string): number | null {
  const match = karmaNumber.exec(text)
  const digits = match?.[1] ?? match?.[3]
  if (digits === undefined) return null
  const isThousands = (match?.[2] ?? match?.[4]) === 'k'
  return isThousands ? Number(digits.replace(',', '.')) * 1000 : Number(digits.replace(/[.,]/g, ''))
}
