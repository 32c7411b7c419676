import { none } from './arrays.ts'
import { rootNode } from './nodes.ts'
import { finished, type Steps } from './steps.ts'
import { charClass, Folder } from './text.ts'
import { endField, endWidth, isGlued, type PhraseTrie, phraseTrie } from './trie.ts'

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
  return finished(matcherInSteps(phrases))
}

/** The same, bit by bit. */
export function* matcherInSteps(phrases: readonly string[]): Steps<Matcher> {
  return new Automaton(yield* phraseTrie(phrases))
}

class Automaton implements Matcher {
  readonly size: number
  private readonly trie: PhraseTrie
  private readonly folder = new Folder()

  constructor(trie: PhraseTrie) {
    this.trie = trie
    this.size = trie.size
  }

  scan(text: string, onMatch: OnMatch): void {
    if (this.size === 0) return
    const { folder, trie } = this
    const { vocabulary, nodes } = trie
    folder.fold(text)
    const { classes, tokens, tokenStarts, tokenEnds } = folder
    let node = rootNode
    let endBefore = 0
    for (let place = 0; place < tokens; place++) {
      const start = tokenStarts[place]!
      const token = vocabulary.find(folder, place)
      if (token === none) {
        node = rootNode
      } else {
        const gap = start === endBefore ? 0 : 1
        node = trie.step(node, token * 2 + gap, start > 0 && isGlued(classes[start]!, gap, classes[start - 1]!))
        const first = nodes.end(node)
        if (first !== none && !this.runsOn(start, tokenEnds[place]!)) this.report(first, place, onMatch)
      }
      endBefore = tokenEnds[place]!
    }
  }

  /** Whether a symbol is followed by a word without a gap: nothing that ends with it ends there, as `C++` in `C++11`. */
  private runsOn(start: number, end: number): boolean {
    const { classes, length } = this.folder
    return classes[start] === charClass.symbol && end < length && classes[end] === charClass.word
  }

  /** Everything that ends with the token at `place`, the longest first. */
  private report(first: number, place: number, onMatch: OnMatch): void {
    const { trie, folder } = this
    const { ends, alike } = trie
    const to = folder.endOf(folder.tokenEnds[place]! - 1)
    for (let at = first * endWidth; at >= 0; at = ends[at + endField.shorter]! * endWidth) {
      const from = folder.startOf(folder.tokenStarts[place + 1 - ends[at + endField.depth]!]!)
      for (let phrase = ends[at + endField.phrase]!; phrase !== none; phrase = alike[phrase]!) onMatch(phrase, from, to)
    }
  }
}
