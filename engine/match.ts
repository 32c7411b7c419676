import { none, powerOfTwo } from './arrays.ts'
import { charClass, Folder } from './text.ts'
import { PhraseTrie, rootNode } from './trie.ts'

/** Called for every place where a phrase stands: its index and UTF-16 offsets of the original text, end exclusive. */
export type OnMatch = (phrase: number, start: number, end: number) => void

export interface Matcher {
  /** Phrases that can match; a phrase without any visible character never does. */
  readonly size: number
  /** Reports every occurrence, overlapping ones included, in order of their ends. */
  scan(text: string, onMatch: OnMatch): void
}

/**
 * One automaton over all phrases (DESIGN 4): a trie whose edges are tokens, in typed arrays, with failure links, so
 * that a text is read once however many phrases there are and however much they overlap. An edge key is the token's
 * number twice, plus one where white space must precede it: `node.js` and `node js` are different phrases.
 */
export function buildMatcher(phrases: readonly string[]): Matcher {
  return new Automaton(new PhraseTrie(phrases))
}

class Automaton implements Matcher {
  readonly size: number
  private readonly trie: PhraseTrie
  /** Where the latest tokens began, as a ring as long as the deepest path. */
  private readonly ring: Int32Array
  private readonly folder = new Folder()

  constructor(trie: PhraseTrie) {
    this.trie = trie
    this.size = trie.size
    let deepest = 1
    for (const depth of trie.depth) if (depth > deepest) deepest = depth
    this.ring = new Int32Array(powerOfTwo(deepest + 1))
  }

  scan(text: string, onMatch: OnMatch): void {
    if (this.size === 0) return
    const { folder, ring, trie } = this
    const { vocabulary, output, fail, depth } = trie
    const ringMask = ring.length - 1
    folder.fold(text)
    const { classes, length } = folder
    let node = rootNode
    let gap = 0
    let tokens = 0
    for (let i = 0; i < length; ) {
      if (classes[i] === charClass.space) {
        gap = 1
        i++
        continue
      }
      const end = folder.tokenEnd(i)
      ring[tokens++ & ringMask] = i
      const token = vocabulary.find(folder, i, end)
      if (token === none) {
        node = rootNode
      } else {
        node = trie.step(node, token * 2 + gap)
        for (let at = output[node]!; at !== none; at = output[fail[at]!]!) {
          const start = ring[(tokens - depth[at]!) & ringMask]!
          if (isBounded(folder, start, end)) this.report(at, start, end, onMatch)
        }
      }
      gap = 0
      i = end
    }
  }

  private report(node: number, start: number, end: number, onMatch: OnMatch): void {
    const { first, next } = this.trie
    const from = this.folder.startOf(start)
    const to = this.folder.endOf(end - 1)
    for (let phrase = first[node]!; phrase !== none; phrase = next[phrase]!) onMatch(phrase, from, to)
  }
}

/** A phrase that begins or ends with a symbol must not touch a word there: `.NET` is not in `example.net`. */
function isBounded(folder: Folder, start: number, end: number): boolean {
  const { classes, length } = folder
  if (classes[start] === charClass.symbol && start > 0 && classes[start - 1] === charClass.word) return false
  return !(classes[end - 1] === charClass.symbol && end < length && classes[end] === charClass.word)
}
