import lists from '../data/sentiment.json' with { type: 'json' }
import type { TextRange } from '../text/readable-sentences.ts'
import type { Sentiment } from './mention-content.ts'

export interface Judgment {
  sentiment: Sentiment
  /** The number of expressions that show the sentiment; 0 if it is neutral. */
  strength: number
  /** The words that show the sentiment; none if it is neutral. */
  shown: TextRange[]
}

const neutral: Judgment = { sentiment: 'neutral', strength: 0, shown: [] }

/** How far back a clause may begin, in characters. Limits the cost of endless sentences. */
const clauseMost = 300

/** The characters that mask the phrase itself and other names. */
const phraseMark = '§'
const otherMark = '¤'

/** Words that may separate an opinion from its phrase: "love | using the new | X". */
const link = 'using|with|the|my|our|your|their|this|that|it|at|to|and|about|how|all|from|of|a|an|paying|for|new|old'
const word = String.raw`[\p{L}\p{N}'%$/-]+`
/** Words that introduce another subject. */
const turn =
  'i|we|you|he|she|who|my|our|your|but|while|whereas|than|vs|versus|though|although|if|when|which|what|so|to|for|or|brand|store|shop|website|site|business|buyer|seller|customer|client'
const gap = `(?: (?!(?:${turn}) )${word}){0,4}?`
const not = `not|never|no|hardly|nothing|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|cannot|won't|wouldn't|without|far from|nowhere near|anything but|stop|zero`
const adverb = `very|so|really|too|extremely|pretty|super|absolutely|just|quite|way|much|far|even|incredibly|insanely|still|also|actually|always|constantly|again|a|an|the|such|some|by|that|all|kind of|a bit|a little|bit|fairly|honestly|getting|been|become|being|definitely|totally|completely|genuinely|ridiculously|more and more|${not}`
const copula = `is|are|was|were|be|seems|seem|seemed|feels|feel|felt|looks|gets|got|getting|became|becomes|becoming|been|has|have|had|offers|provides|isn't|aren't|wasn't|weren't|remains|works|worked|runs`
/** The phrase, or a pronoun that refers to it later in the sentence. */
const subject = String.raw`(?:(?<!(?:${phraseMark}|to |into |from |besides |unlike |than |without ))${phraseMark}+(?:'s)?|(?<=${phraseMark}[^${otherMark}]{0,90}?(?:[,;:–—-]|\.\.\.| and| but| because| since| as| though| although) ?(?:and |but |because |since |as |so )?)(?:it|they|its|their))`

type Rule = { pattern: RegExp; sign: 1 | -1; isLeaving?: boolean; keepsWhenNegated?: boolean }

const apart = (source: string) => new RegExp(String.raw`(?<![\p{L}\p{N}'])${source}(?![\p{L}\p{N}])`, 'dgu')
const before = (words: string) => apart(`(?<opinion>${words})(?: (?:${link})){0,4} ${phraseMark}+`)
const after = (words: string) =>
  new RegExp(`${subject}${gap}(?: (?:${adverb})){0,2} (?<opinion>${words})(?![\\p{L}\\p{N}])`, 'dgu')
const being = (words: string) =>
  new RegExp(
    `${subject}(?:'s|'re|${gap} (?:${copula}))(?: (?:${adverb})){0,4} (?<opinion>${words})(?![\\p{L}\\p{N}])`,
    'dgu',
  )
const than = (words: string) =>
  apart(`(?<opinion>(?:${words})(?: ${word}){0,2}? (?:than|to|of))(?: (?:${link}|what|anything)){0,3} ${phraseMark}+`)

const wondering = (words: string) =>
  apart(`why (?:is|are|was|were|has) ${phraseMark}+(?:'s)?${gap}(?: (?:${adverb})){0,4} (?<opinion>${words})`)

const rules: Rule[] = [
  { pattern: before(lists.likes), sign: 1 },
  { pattern: before(lists.dislikes), sign: -1 },
  { pattern: before(lists.leaves), sign: -1, isLeaving: true },
  { pattern: being(lists.good), sign: 1 },
  { pattern: being(lists.bad), sign: -1 },
  { pattern: wondering(lists.bad), sign: -1 },
  { pattern: after(lists.doesGood), sign: 1 },
  { pattern: after(lists.doesBad), sign: -1, keepsWhenNegated: true },
  { pattern: being(lists.betterThan), sign: 1 },
  { pattern: being(lists.worseThan), sign: -1 },
  { pattern: than(lists.betterThan), sign: -1 },
  { pattern: than(lists.worseThan), sign: 1 },
  { pattern: apart(`(?<opinion>${lists.goodBefore}) ${phraseMark}+`), sign: 1 },
  { pattern: apart(`(?<opinion>${lists.badBefore}) ${phraseMark}+`), sign: -1 },
]

const negation = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${not})(?: (?!but |and )${word}){0,3} $`, 'u')
/** Negations that praise: "can't recommend X enough", "couldn't be happier with X". */
const praiseByNot =
  /(?:can't|cannot|couldn't|can not|could not) (?:live without|recommend|fault|be happier|say enough)/u
const doubt =
  /(?<![\p{L}\p{N}])(?:(?:don't|do not|didn't|never) (?:think|believe|feel|find)|doubt|wouldn't say|not convinced)(?![\p{L}\p{N}])/u
/** Questions even without a question mark. */
const asksOthers =
  /^(?:so |and |but |or |hi |hey |also |just )*(?:(?:would|do|did|have|can|could|should) (?:you|i|we|anyone)|has anyone|does anyone|anyone)(?! else)(?![\p{L}\p{N}'])/u
const asks =
  /^(?:so |and |but |or |hi |hey |also |just )*(?:is|are|was|were|does|do|did|has|have|had|can|could|should|would|will|anyone|anybody|any|what|which|whats|what's|who|how|where|when|thoughts|worth|has anyone)(?![\p{L}\p{N}'])/u
const supposes =
  /(?<![\p{L}\p{N}])(?:if|whether|unless|in case|imagine|suppose|would be|could be|might be|may be|should be|want|wants|wanted|need|looking for|searching for|hoping|hope|wish|would love|i'd love|we'd love|would hate|not sure|unsure|wondering|curious|considering|thinking|debating|planning|supposed to|used to)(?![\p{L}\p{N}])/u
const onlyAsked =
  /(?<![\p{L}\p{N}])(?:if|whether|unless|in case|imagine|suppose|not sure|unsure|wondering|curious|every time|whenever|when i|when you)(?![\p{L}\p{N}])/u
/** Words after praise that qualify it. */
const takesBack = /(?<![\p{L}\p{N}])(?:but|until|except|however|pretty bad|for now)(?![\p{L}\p{N}])/u
const sarcasm =
  /(?:^|[\s.])\/s(?:$|[\s.])|🙄|yeah,? right|^(?:oh )?(?:great|nice|awesome|lovely|wonderful|fantastic|good job|great job|well done|thanks|thank you|bravo)(?:,|!|\.\.\.|…)/u

const { source: _, ...listed } = lists
const entries = Object.values(listed).flatMap((list) => list.split('|'))
/** All words that express an opinion. They are never names, whatever their case. */
const opinionWords = new Set([...entries, link, turn, adverb, copula, not].flatMap(wordsOf))
/** The longest word of each expression. A sentence without any of these words is neutral, which is a fast check. */
const longestWords = new Set(entries.map((entry) => wordsOf(entry).reduce((a, b) => (b.length > a.length ? b : a))))

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}']+/u)
}

/**
 * Returns the opinion on the phrase in a sentence, with the words that show it. A sentence is neutral if it has no
 * opinion, has good and bad ones, only asks, only supposes, or seems to mean the opposite (docs/decisions/0039).
 */
export function sentimentOf(sentence: string, phrases: readonly TextRange[]): Judgment {
  const text = masked(sentence, phrases)
  if (!text.includes(phraseMark) || !wordsOf(text).some((each) => longestWords.has(each)) || sarcasm.test(text))
    return neutral
  const found = rules.flatMap((rule) =>
    [...text.matchAll(rule.pattern)].flatMap((match) => opinionsOf(rule, match, text)),
  )
  const distinct = withoutParts(found)
  const signs = new Set(distinct.map(({ sign }) => sign))
  if (signs.size !== 1 || signs.has(0)) return neutral
  return {
    sentiment: signs.has(1) ? 'positive' : 'negative',
    strength: distinct.length,
    shown: distinct.map(({ stretch }) => stretch).toSorted((a, b) => a[0] - b[0]),
  }
}

interface Opinion {
  /** 0 for qualified praise. */
  sign: 1 | -1 | 0
  stretch: TextRange
}

function opinionsOf(rule: Rule, match: RegExpExecArray, text: string): Opinion[] {
  const [start, end] = match.indices!.groups!.opinion!
  const clause = text.slice(clauseStart(text, match.index), start)
  const opening = clause.trimStart() || match[0]
  const isQuestion = text.trimEnd().endsWith('?')
  if (asksOthers.test(opening) || (isQuestion && (rule.sign === 1 || asks.test(opening)))) return []
  if ((rule.isLeaving ? onlyAsked : supposes).test(clause + text.slice(start, end))) return []
  const isPraise = praiseByNot.test(text.slice(Math.max(0, start - 12), end))
  const negated = isPraise || rule.keepsWhenNegated ? null : (clause.slice(-60).match(negation) ?? clause.match(doubt))
  const words = text.slice(start, end)
  if (/^too (?!much)/u.test(text.slice(Math.max(0, start - 4), start)) && rule.sign === 1) return []
  if (rule.sign === 1 && !negated && takesBack.test(text.slice(end))) return [{ sign: 0, stretch: [start, end] }]
  if (!negated) return [{ sign: rule.sign, stretch: [start, end] }]
  // A negated complaint isn't praise, and neither is staying with a product.
  if (rule.isLeaving || (rule.sign === -1 && !/problem|issue|trouble|complain/u.test(words))) return []
  const from = start - (clause.length - clause.lastIndexOf(negated[0]))
  return [{ sign: rule.sign === 1 ? -1 : 1, stretch: [from, end] }]
}

function clauseStart(text: string, at: number): number {
  const from = Math.max(0, at - clauseMost)
  const last = [...text.slice(from, at).matchAll(/[,;:()–—]|\.\.\.| - | but | because /gu)].at(-1)
  return last ? from + last.index + last[0].length : from
}

/** Keeps the longest of overlapping ranges, since it includes the word that negates the others. */
function withoutParts(found: readonly Opinion[]): Opinion[] {
  const kept: Opinion[] = []
  for (const opinion of found.toSorted((a, b) => b.stretch[1] - b.stretch[0] - (a.stretch[1] - a.stretch[0]))) {
    if (kept.every(({ stretch }) => opinion.stretch[0] >= stretch[1] || opinion.stretch[1] <= stretch[0]))
      kept.push(opinion)
  }
  return kept
}

/** Returns the sentence in lower case and with the same length, with the phrase and other names masked. */
function masked(sentence: string, phrases: readonly TextRange[]): string {
  let text = sentence.replace(/[§¤]/g, ' ').replace(/[’‘`´]/g, "'")
  for (const [start, end] of phrases) {
    text = text.slice(0, start) + phraseMark.repeat(end - start) + text.slice(end)
  }
  const words = [...text.matchAll(/\p{L}[\p{L}\p{N}'.-]*\p{L}/gu)]
  const isTitle = words.filter(([each]) => /^\p{Lu}/u.test(each)).length > words.length / 2
  if (!isTitle) {
    text = text.replace(/(?<=[\p{L}\p{N},'§] )\p{Lu}[\p{L}\p{N}.-]*\p{Ll}[\p{L}\p{N}]*/gu, (name) =>
      opinionWords.has(name.toLowerCase()) ? name : otherMark.repeat(name.length),
    )
  }
  text = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return text.replace(/\s/g, ' ')
}
