import { promotionWords } from './promotion-words.ts'
import { folded, patternOf, sentencesOf } from './rule-text.ts'

/** A community's stance on promoting your own product; unknown if its rules don't mention it. */
export type Stance = 'welcomes' | 'tolerates' | 'forbids' | 'unknown'

/** A rule as its community wrote it, in Markdown. */
export interface Rule {
  name: string
  description: string
}

export interface StanceFound {
  stance: Stance
  /** The name of the deciding rule and its sentence; null if the stance is unknown. */
  because: { rule: string; words: string } | null
}

type Verdict = Exclude<Stance, 'unknown'>
interface RuleVerdict {
  verdict: Verdict
  rule: string
  words: string
  /** True if it says how or how much to promote, but not when a ban is lifted. It has no effect next to a ban. */
  isWeak: boolean
}

/** The maximum length of a quoted sentence, as some never end. */
const sentenceMost = 300

/**
 * Returns a community's stance on promotion from its rules. Exceptions outrank a ban, because they say when it does not
 * hold ("No promotion outside the weekly thread"). After a ban, only sentences that name an exception count. A ban
 * outranks all other terms, and a ban plus a welcome means terms. In doubt, the stricter verdict wins: mistaking a ban
 * for terms can get you banned.
 */
export function promotionStance(rules: readonly Rule[]): StanceFound {
  const verdicts = rules.flatMap(verdictsIn)
  const first = (verdict: Verdict) => verdicts.find((each) => each.verdict === verdict)
  const exception = verdicts.find(({ verdict, isWeak }) => verdict === 'tolerates' && !isWeak)
  const [terms, ban, welcome] = [first('tolerates'), first('forbids'), first('welcomes')]
  const found = exception ?? ban ?? terms ?? welcome
  if (!found) return { stance: 'unknown', because: null }
  const { rule, words, verdict } = found
  return { stance: ban && welcome ? 'tolerates' : verdict, because: { rule, words } }
}

/** Returns the verdicts of one rule: its sentences about promotion, or all of them if its name is about promotion. */
function verdictsIn({ name, description }: Rule): RuleVerdict[] {
  const [rule = '', ...behind] = sentencesOf(name)
  const ofName = verdictOf(rule)
  const isTopic = isAbout(rule)
  const isFinal = never.test(normalized(rule))
  const verdicts: RuleVerdict[] = ofName ? [{ ...ofName, rule, words: rule }] : []
  let isBanned = ofName?.verdict === 'forbids'
  for (const sentence of [...behind, ...sentencesOf(description)]) {
    const own = isAbout(sentence)
    if (!own && (!isTopic || isElsewhere(sentence))) continue
    const found = verdictOf(sentence, { below: own ? null : rule, isBanned })
    // A sentence after the name that does not mention promotion again can only add terms.
    if (found && (own || !ofName || (found.verdict === 'tolerates' && !isFinal))) {
      verdicts.push({ ...found, rule, words: sentence.slice(0, sentenceMost).toWellFormed() })
      isBanned ||= found.verdict === 'forbids'
    }
  }
  // The sentence is more precise than the name that it explains.
  return ofName && verdicts.slice(1).some(({ verdict }) => verdict === ofName.verdict) ? verdicts.slice(1) : verdicts
}

/** Returns whether a sentence is about questions, reports or other kinds of ads, and so not about promotion. */
function isElsewhere(sentence: string): boolean {
  return otherAds.test(folded(sentence)) || asksModerators.test(normalized(sentence))
}

const asksModerators = patternOf(
  'report|reports|reporting|appeal|appeals|question|questions|unsure|not sure|doubt|in error|by mistake|concerns|removed by'.concat(
    '|bei fragen|preguntas|dudas|des questions|duvidas|domande|vragen|pytania',
  ),
)
/** Terms that turn out not to hold or are not about promotion. */
const never = patternOf(
  'under any circumstances|of any kind|no exception|no exceptions|without exception|including in|even in|even on|even if|even with|regardless'.concat(
    '|ohne ausnahme|keine ausnahmen|sin excepcion*|sans exception|aucune exception|sem excecao|senza eccezioni',
  ),
)
/** Kinds of ads that are not promotion. */
const otherAds = patternOf(
  'job ad|job ads|job adverts|job advertisements|classified ads|ad blocker*|ad block*|fake ads',
)
const everyOtherAd = new RegExp(otherAds, 'gu')

/** In the order of testing: English first, since communities of any language write rules in it. */
const languages = Object.values(promotionWords).map((words) => ({
  about: patternOf(words.about),
  forbids: patternOf(words.forbids),
  exceptions: patternOf(words.exceptions),
  terms: patternOf(`${words.exceptions}|${words.terms}`),
  allows: patternOf(words.allows),
}))

function isAbout(sentence: string): boolean {
  const text = normalized(sentence)
  return languages.some(({ about }) => about.test(text))
}

/** The context of a sentence: the rule name above it, and whether it follows a ban. */
interface Standing {
  below: string | null
  isBanned: boolean
}

/** Returns the verdict of a sentence if it or the rule name above it is about promotion. */
function verdictOf(
  sentence: string,
  { below, isBanned }: Standing = { below: null, isBanned: false },
): Pick<RuleVerdict, 'verdict' | 'isWeak'> | null {
  const text = normalized(sentence).replace(everyBan, ' not ')
  const topic = below === null ? text : normalized(below)
  for (const { about, forbids, exceptions, terms, allows } of languages) {
    if (!about.test(topic)) continue
    if ((isBanned ? exceptions : terms).test(text) && !never.test(text)) {
      return { verdict: 'tolerates', isWeak: !exceptions.test(text) }
    }
    if (forbids.test(text)) return { verdict: 'forbids', isWeak: false }
    if (allows.test(text)) return { verdict: isConditional.test(text) ? 'tolerates' : 'welcomes', isWeak: false }
  }
  return null
}

/** Bans whose words would be terms without the negation or with another verb. */
const bans = patternOf(
  'must not|mustnt|must never|must stop|must be avoided|must be removed|must be reported|must avoid|must refrain|have to stop'
    .concat(
      '|has to stop|need to stop|needs to stop|have to avoid|need to avoid|not approve|dont approve|never approve',
    )
    .concat('|doesnt approve|isnt approved|arent approved|never approved'),
)
const everyBan = new RegExp(bans, 'gu')

/** Words after an "allowed" that take some of it back. */
const isConditional = patternOf('if|when|but|however|only|wenn|aber|si|pero|mais|se|ma|mas|als|maar|jesli|ale')

/** Normalizes a text like the word lists and removes ads that are not promotion. */
function normalized(text: string): string {
  return folded(text).replace(everyOtherAd, ' ')
}
