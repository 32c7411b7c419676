import { plainText } from '../text/plain-text.ts'
import { promotionWords } from './promotion-words.ts'

/** What a community says to those who promote what they make; unknown where its rules do not speak of it. */
export type Stance = 'welcomes' | 'tolerates' | 'forbids' | 'unknown'

/** A rule as its community wrote it, in Markdown. */
export interface Rule {
  name: string
  description: string
}

export interface StanceFound {
  stance: Stance
  /** The name of the rule that says so, and its sentence; null where the stance is unknown. */
  because: { rule: string; words: string } | null
}

type Verdict = Exclude<Stance, 'unknown'>
interface Said {
  verdict: Verdict
  rule: string
  words: string
  /** How much or how is said, and not when a ban does not hold: beside a ban it says nothing. */
  isWeak: boolean
}

/** Nobody reads more of a sentence that never ends. */
const sentenceMost = 300

/**
 * Where a community stands on promotion, by the words of its rules. Exceptions count before a ban, since they say when it
 * does not hold ("No promotion outside the weekly thread"); what follows a ban only where it names one. A ban counts before
 * all other terms, wherever they stand, and makes terms of itself and a welcome. Careful where it is in doubt: who takes a
 * ban for terms may be banned.
 */
export function promotionStance(rules: readonly Rule[]): StanceFound {
  const said = rules.flatMap(saidIn)
  const first = (verdict: Verdict) => said.find((each) => each.verdict === verdict)
  const exception = said.find(({ verdict, isWeak }) => verdict === 'tolerates' && !isWeak)
  const [terms, ban, welcome] = [first('tolerates'), first('forbids'), first('welcomes')]
  const found = exception ?? ban ?? terms ?? welcome
  if (!found) return { stance: 'unknown', because: null }
  const { rule, words, verdict } = found
  return { stance: ban && welcome ? 'tolerates' : verdict, because: { rule, words } }
}

/** What one rule says: its sentences about promotion, and all of them where its name is about it. */
function saidIn({ name, description }: Rule): Said[] {
  const [rule = '', ...behind] = sentencesOf(name)
  const ofName = verdictOf(rule)
  const isTopic = isAbout(rule)
  const isFinal = never.test(normalised(rule))
  const said: Said[] = ofName ? [{ ...ofName, rule, words: rule }] : []
  let isBanned = ofName?.verdict === 'forbids'
  for (const sentence of [...behind, ...sentencesOf(description)]) {
    const own = isAbout(sentence)
    if (!own && (!isTopic || isElsewhere(sentence))) continue
    const found = verdictOf(sentence, { below: own ? null : rule, isBanned })
    // What follows a rule's name and does not name promotion again can only say on which terms that holds.
    if (found && (own || !ofName || (found.verdict === 'tolerates' && !isFinal))) {
      said.push({ ...found, rule, words: sentence.slice(0, sentenceMost).toWellFormed() })
      isBanned ||= found.verdict === 'forbids'
    }
  }
  // The sentence says more than the name that it explains.
  return ofName && said.slice(1).some(({ verdict }) => verdict === ofName.verdict) ? said.slice(1) : said
}

/** Where questions, reports and ads of other kinds go says nothing about promotion. */
function isElsewhere(sentence: string): boolean {
  return otherAds.test(folded(sentence)) || asksModerators.test(normalised(sentence))
}

const asksModerators = patternOf(
  'report|reports|reporting|appeal|appeals|question|questions|unsure|not sure|doubt|in error|by mistake|concerns|removed by'.concat(
    '|bei fragen|preguntas|dudas|des questions|duvidas|domande|vragen|pytania',
  ),
)
/** Terms that do not hold after all, or are none of promotion. */
const never = patternOf(
  'under any circumstances|of any kind|no exception|no exceptions|without exception|including in|even in|even on|even if|even with|regardless'.concat(
    '|ohne ausnahme|keine ausnahmen|sin excepcion*|sans exception|aucune exception|sem excecao|senza eccezioni',
  ),
)
/** Ads of other kinds are not promotion. */
const otherAds = patternOf(
  'job ad|job ads|job adverts|job advertisements|classified ads|ad blocker*|ad block*|fake ads',
)
const everyOtherAd = new RegExp(otherAds, 'gu')

/** In the order in which they are tried: English first, since people write rules in it everywhere. */
const languages = Object.values(promotionWords).map((words) => ({
  about: patternOf(words.about),
  forbids: patternOf(words.forbids),
  exceptions: patternOf(words.exceptions),
  terms: patternOf(`${words.exceptions}|${words.terms}`),
  allows: patternOf(words.allows),
}))

function isAbout(sentence: string): boolean {
  const text = normalised(sentence)
  return languages.some(({ about }) => about.test(text))
}

/** Where a sentence stands: below a rule's name that says what it is about, and behind a ban or not. */
interface Standing {
  below: string | null
  isBanned: boolean
}

/** What a sentence says, where it or the name that it stands below is about promotion. */
function verdictOf(
  sentence: string,
  { below, isBanned }: Standing = { below: null, isBanned: false },
): Pick<Said, 'verdict' | 'isWeak'> | null {
  const text = normalised(sentence).replace(everyBan, ' not ')
  const topic = below === null ? text : normalised(below)
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

/** Bans in words that without their negation, or before another verb, would be terms. */
const bans = patternOf(
  'must not|mustnt|must never|must stop|must be avoided|must be removed|must be reported|must avoid|must refrain|have to stop'
    .concat(
      '|has to stop|need to stop|needs to stop|have to avoid|need to avoid|not approve|dont approve|never approve',
    )
    .concat('|doesnt approve|isnt approved|arent approved|never approved'),
)
const everyBan = new RegExp(bans, 'gu')

/** What follows an "allowed" and takes some of it back. */
const isConditional = patternOf('if|when|but|however|only|wenn|aber|si|pero|mais|se|ma|mas|als|maar|jesli|ale')

function sentencesOf(markdown: string): string[] {
  return markdown
    .split(/\r?\n/)
    .map((line) => plainText(line).text.trim())
    .flatMap((line) => line.split(/(?<=[.!?;])(?<!\b(?:e\.g|i\.e|etc|incl|approx|max|min|bzw|z\.B|ca|p\.ej|ex)\.)\s+/i))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** A text as the lists of words are written, without ads that are no promotion. */
function normalised(text: string): string {
  return folded(text).replace(everyOtherAd, ' ')
}

/** Small letters without accents, hyphens and apostrophes. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/n['’ʼ`´]t\b/g, 'nt')
    .replace(/['’ʼ`´]/g, ' ')
    .replace(/[-‐‑–—_]+/g, ' ')
    .replace(/\s+/g, ' ')
}

/** One pattern of phrases between bars, at the borders of words. */
function patternOf(phrases: string): RegExp {
  const alternatives = phrases
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .map((phrase) =>
      phrase
        .replace(/[.+?^${}()[\]\\/]/g, '\\$&')
        .replace(/\*/g, '[\\p{L}\\p{N}]*')
        .replace(/#/g, '\\d+'),
    )
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u')
}
