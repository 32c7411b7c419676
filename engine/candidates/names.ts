import type { Item } from '../item.ts'
import type { Hit } from './candidates.ts'

/** Characters around a name that show how it is written. */
const around = 80
/** How close another name, or a keyword behind it, shows that a word is a name: `Wave or FreshBooks`, `Wave is a CRM`. */
const besideName = 40
const beforeKeyword = 6

const domainEnd = /^\.(?:com|io|app|co|ai|net|org|so|dev)(?![\p{L}\p{N}])/iu
const sentenceStart = /(?:^|[.!?\n]["'”’)]*)[\s"'“‘([*_#>•–—-]*$/
const sentenceEnd = /[.!?](?:\s|$)|\n/

/** Returns whether the word that ends at `end` goes on as a domain: `monday.com`. */
export function isDomain(text: string, end: number): boolean {
  return text.charCodeAt(end) === 46 && domainEnd.test(text.slice(end, end + 5))
}

/**
 * Returns whether a capitalized everyday word is written as a name: as a domain, or with a capital that neither the
 * start of a sentence nor a title in capitals explains.
 */
export function isWrittenAsName(text: string, start: number, end: number): boolean {
  if (isDomain(text, end)) return true
  // A character more than the window, so that only the start of the text matches `^`.
  const before = text.slice(Math.max(0, start - around), start)
  if (sentenceStart.test(start > around ? `x${before}` : before)) return false
  const line = `${before.slice(before.lastIndexOf('\n') + 1)} ${text.slice(end, end + around).split('\n', 1)[0]}`
  const words = line.match(/[\p{L}\p{N}']{4,}/gu) ?? []
  const capitals = words.filter((word) => word.charAt(0) !== word.charAt(0).toLowerCase())
  return words.length < 2 || capitals.length * 2 < words.length
}

/** Returns whether a hit is close to another name, or directly before a keyword, in the same sentence. */
export function isBesideName(item: Item, hit: Hit, hits: readonly Hit[]): boolean {
  const text = item[hit.field] ?? ''
  return hits.some((other) => {
    if (other.field !== hit.field || other.phrase === hit.phrase) return false
    const isBefore = hit.end <= other.start
    const [from, to] = isBefore ? [hit.end, other.start] : [other.end, hit.start]
    const most = other.kind === 'competitor' ? besideName : isBefore && other.kind === 'keyword' ? beforeKeyword : -1
    return from <= to && to - from <= most && !sentenceEnd.test(text.slice(from, to))
  })
}
