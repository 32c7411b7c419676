import { wordsOf } from '../text/text.ts'
import type { Website } from './pages/statements.ts'
import type { Proposal } from './profile.ts'
import { foldProposals } from './proposals.ts'

const painsMost = 6
const wordsLeast = 2
const wordsMost = 7

/** Phrases before a pain that the product removes. */
const before =
  /(?<![\p{L}\p{N}-])(?:no more|stop|tired of|sick of|fed up with|say goodbye to|goodbye,?|end(?: of)? the|forget(?: about)?|without the|instead of|struggl(?:e|ing) with|drowning in|wast(?:e|ing) (?:time|hours) (?:on|with)?|never(?: have to)?|avoid|get rid of|eliminate|put an end to|spend(?:ing)? hours(?: on)?|los(?:e|ing) track of|keep(?:s)? (?:losing|forgetting|missing))\s+/giu
/** Phrases that are part of the pain. */
const painVerb = /^(?:losing|lose|keep|keeps)\b/i
const end =
  /\s+(?:again|anymore|any more|and start|and get|when|so|because|with \p{Lu}|by|ever)(?![\p{L}\p{N}])|[.!?:;,—–|(]/u

/** Texts that are not a customer's pain. */
const noPain =
  /^(?:you|it|us|there|that|this|here|worrying about nothing|by|at|being|more|less|miss out|sell|share your|store|charge|spam)\b/i

/** Returns the pains that the product removes, in the website's words. */
export function painsOf({ statements }: Website): Proposal[] {
  const found: (Proposal & { weight: number })[] = []
  for (const { text, origin, page, weight } of statements) {
    if (origin === 'navigation' || origin === 'title') continue
    for (const pain of painsIn(text)) found.push({ text: pain, origin, page, weight })
  }
  const ordered = found.sort((a, b) => b.weight - a.weight).map(({ text, origin, page }) => ({ text, origin, page }))
  return foldProposals(ordered).slice(0, painsMost)
}

/** Returns `lost receipts` for "No more lost receipts." */
export function painsIn(text: string): string[] {
  let read = 0
  return [...text.matchAll(before)].flatMap((match) => {
    if (match.index < read) return []
    const phrase = match[0].trim().toLowerCase()
    const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 120)
    const stop = rest.search(end)
    const object = (stop < 0 ? rest : rest.slice(0, stop)).trim().replace(/^(?:the|your|a|an)\s+/i, '')
    read = match.index + match[0].length + object.length
    if (noPain.test(object)) return []
    const pain = painVerb.test(phrase) ? `${phrase} ${object}` : /^never/.test(phrase) ? withoutVerb(object) : object
    const words = wordsOf(pain)
    return words.length >= wordsLeast && words.length <= wordsMost ? [lowered(pain)] : []
  })
}

/**
 * Returns `stale coffee` for "drink stale coffee", but all of `miss a deadline`, which says nothing without its verb.
 */
function withoutVerb(object: string): string {
  const [, second = '', ...others] = object.split(/\s+/)
  return others.length === 0 || /^(?:a|an|the|your|to)$/i.test(second) ? object : [second, ...others].join(' ')
}

/** Lowercases a heading whose words are all capitalized. */
function lowered(text: string): string {
  return /^(?:[\p{Lu}\d]\S*\s*)+$/u.test(text)
    ? text.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
    : text
}
