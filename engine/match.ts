import { none, powerOfTwo } from './arrays.ts'
import { rootNode } from './nodes.ts'
import { charClass, Folder } from './text.ts'
import { endField, endWidth, isGlued, PhraseTrie } from './trie.ts'

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
 * number twice, plus one where white space must precede it: `node.js` and `node js` are different phrases. Whether a
 * phrase may begin where it does is decided by its links, whether it may end there once a token: nothing is found and
 * then thrown away, so that no text costs more than its tokens and its matches.
 */
export function buildMatcher(phrases: readonly string[]): Matcher {
  return new Automaton(new PhraseTrie(phrases))
}

class Automaton implements Matcher {
  readonly size: number
  private readonly trie: PhraseTrie
  /** Where the latest tokens began, as a ring as long as the longest phrase. */
  private readonly ring: Int32Array
  private readonly folder = new Folder()

  constructor(trie: PhraseTrie) {
    this.trie = trie
    this.size = trie.size
    this.ring = new Int32Array(powerOfTwo(trie.deepest + 1))
  }

  scan(text: string, onMatch: OnMatch): void {
    if (this.size === 0) return
    const { folder, ring, trie } = this
    const { vocabulary, nodes } = trie
    const ringMask = ring.length - 1
    folder.fold(text)
    const { classes, length } = folder
    let node = rootNode
    let gap = 0
    let kindBefore: number = charClass.space
    let tokens = 0
    for (let i = 0; i < length; ) {
      const kind = classes[i]!
      if (kind === charClass.space) {
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
        node = trie.step(node, token * 2 + gap, isGlued(kind, gap, kindBefore))
        const first = nodes.end(node)
        if (first !== none && !this.runsOn(kind, end)) this.report(first, tokens, end, onMatch)
      }
      kindBefore = kind
      gap = 0
      i = end
    }
  }

  /** Whether a symbol is followed by a word without a gap: nothing that ends with it ends there, as `C++` in `C++11`. */
  private runsOn(kind: number, end: number): boolean {
    const { classes, length } = this.folder
    return kind === charClass.symbol && end < length && classes[end] === charClass.word
  }

  /** Everything that ends with the latest token, the longest first. */
  private report(first: number, tokens: number, end: number, onMatch: OnMatch): void {
    const { trie, ring, folder } = this
    const { ends, alike } = trie
    const to = folder.endOf(end - 1)
    for (let at = first * endWidth; at >= 0; at = ends[at + endField.shorter]! * endWidth) {
      const from = folder.startOf(ring[(tokens - ends[at + endField.depth]!) & (ring.length - 1)]!)
      for (let phrase = ends[at + endField.phrase]!; phrase !== none; phrase = alike[phrase]!) onMatch(phrase, from, to)
    }
  }
}
