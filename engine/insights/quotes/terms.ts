import { rootOf, stem } from '../../text/stem.ts'
import { wordsOf } from '../../text/text.ts'
import { rarityAt, shareAt, wordNumber } from '../../text/words.ts'
import { functionWords } from '../../website/function-words.ts'

/** A word or a pair of words that may be a topic. */
export interface Term {
  /** The same for different endings. */
  key: string
  /** As it is written, in lower case. */
  text: string
  /** The text without the endings that the table of words ignores. Terms with one have the same share. */
  stem: string
  /** The share of posts at large that have it, roughly. */
  share: number
}

/** The least rarity of a term's rarest word, so that everyday words are no topics. */
const rarityLeast = 0.9
/** A word that is too rare for the table. */
const rareShare = 1 / 5_000
/** How often two words stand side by side in posts that have the rarer one, at a guess. */
const pairShare = 0.05

/** Words that say what people do or feel, not what it is about. */
const vague = new Set(
  'able accept advance date monthly send sending seed another answer anything appreciate appreciated april august begin bring buy buying come containing december enjoyed favorite february friday greatly homework include including january july june march may monday needed needs november october offer perhaps provide purchase read reading received research result results saturday searching september shows sunday thoughts thursday tuesday wanting wednesday  ideally preferably easy best platform software product products service services paid address handle process information info myself yourself select fully name names situation experience option options actual actually add advice ago almost already alternative amount annoying anybody anymore anything anyway app area aside ask asked available away bad basic basically based bit bunch case cause change cheap come common completely constantly couple crap crazy current currently cut day deal decent decide definitely different difficult doing eat edit end entire especially etc exactly example expensive extremely fact far feature feel feeling felt figure figured find fine fix forever frustrated frustrating frustration fuck fucking general genuinely given good great guess guy happen hard hate heard hello help hey honest honestly hope hour huge idea impossible incredibly info issue kind lack later literally little long looking lose losing lost lot main maybe mean mention mess minute money month morning multiple must near nice nightmare none number obvious obviously okay ok option ones overwhelmed pain painful part particular past people perfect person personally place plus point possible post preferably pretty problem put question quick quickly quite random reason recently recommend recommendation reddit request right run running say second seem sense set shit sick side similar simple single situation slow small solution someone something somewhere sort spend spending spent stick stuck struggle struggling stuff stupid suggest suggestion super sure switch talk tedious tell thank thanks think thinking thought time tired tool total totally tried trouble try trying turn type unable understand usually version wait wasted wasting way week weird whatever wish wonder wondering word work worked working worried worry worst worth wrong year yeah yes yesterday im ive dont cant doesnt didnt isnt id ll ve re don doesn didn isn couldn wouldn won can edit tl dr update hi hey guys amp nbsp'.split(
    ' ',
  ),
)

/** Returns whether a word may be part of a term. */
function isTelling(word: string): boolean {
  return (
    word.length > 2 &&
    /^\p{L}[\p{L}\p{N}'+#.-]*$/u.test(word) &&
    !functionWords.has(word) &&
    !vague.has(word) &&
    !vague.has(stem(word))
  )
}

/** Returns the words and pairs of words of a text that may be topics, each once. `without` has roots of words to skip. */
export function termsIn(text: string, without: ReadonlySet<string>): Term[] {
  const found = new Map<string, Term>()
  let before: Word | null = null
  for (const written of wordsOf(text)) {
    const word = isTelling(written) ? wordOf(written) : null
    const own = word !== null && !without.has(word.root) ? word : null
    if (own && own.rarity >= rarityLeast)
      put(found, { key: own.root, text: own.text, stem: own.stem, share: own.share })
    if (own && before && Math.max(own.rarity, before.rarity) >= rarityLeast && own.root !== before.root) {
      put(found, {
        key: `${before.root} ${own.root}`,
        text: `${before.text} ${own.text}`,
        stem: `${before.stem} ${own.stem}`,
        share: Math.min(own.share, before.share) * pairShare,
      })
    }
    before = own
  }
  return [...found.values()]
}

function put(found: Map<string, Term>, term: Term): void {
  if (!found.has(term.key)) found.set(term.key, term)
}

interface Word {
  text: string
  stem: string
  root: string
  rarity: number
  share: number
}

function wordOf(text: string): Word {
  const stemmed = stem(text)
  const number = wordNumber(stemmed)
  return {
    text,
    stem: stemmed,
    root: rootOf(text),
    rarity: rarityAt(number),
    share: Math.max(rareShare, shareAt(number)),
  }
}

/**
 * Returns how much more often something is found than expected: Dunning's log-likelihood ratio of `found` of `all` against
 * a share that is known. Zero if it isn't found more often.
 */
function excess(found: number, all: number, share: number): number {
  const expected = all * share
  if (found <= expected || all === 0) return 0
  const others = all - found
  const rest = others === 0 ? 0 : others * Math.log(others / (all - expected))
  return 2 * (found * Math.log(found / expected) + rest)
}

/** How often a term is used. */
export interface Count {
  key: string
  authors: Set<string>
  leadIds: string[]
  /** How often each text of it is used. */
  texts: Map<string, number>
  /** By stem: the share of posts at large. */
  shares: Map<string, number>
}

/** Counts the terms that authors use. */
export function countTerms(
  uses: readonly { author: string; leadId: string; terms: readonly Term[] }[],
): Map<string, Count> {
  const byKey = new Map<string, Count>()
  for (const { author, leadId, terms } of uses) {
    for (const { key, text, stem: stemmed, share } of terms) {
      const count = byKey.get(key) ?? emptyCount(key)
      byKey.set(key, count)
      count.authors.add(author)
      count.leadIds.push(leadId)
      count.texts.set(text, (count.texts.get(text) ?? 0) + 1)
      count.shares.set(stemmed, share)
    }
  }
  return byKey
}

function emptyCount(key: string): Count {
  return { key, authors: new Set(), leadIds: [], texts: new Map(), shares: new Map() }
}

/** Returns how much more authors use a term than posts at large do. `all` is the number of authors. */
export function excessOf({ authors, shares }: Count, all: number): number {
  return excess(
    authors.size,
    all,
    Math.min(
      1,
      [...shares.values()].reduce((sum, share) => sum + share),
    ),
  )
}

/** Returns the text of a term that is used most; of equally common ones, the shortest. */
export function textOf({ texts }: Count): string {
  return [...texts].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]![0]
}
