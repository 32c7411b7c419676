import { copied, none } from './arrays.ts'
import { aloneAt, depthOf, phraseOf, rootNode } from './nodes.ts'
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
  /** The same as a list, which is overwritten: for phrases that hardly overlap. */
  list(text: string, into: Matches): void
}

/** Phrase, start and end of each match in turn, in the first `length` numbers. */
export interface Matches {
  numbers: Int32Array
  length: number
}

export function noMatches(): Matches {
  return { numbers: new Int32Array(matchesAtFirst), length: 0 }
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

const matchesAtFirst = 3 * 1024

class Automaton implements Matcher {
  readonly size: number
  private readonly trie: PhraseTrie
  private readonly folder = new Folder()
  /** Matches that are still to be reported: as many as there is room for. */
  private readonly found = noMatches()
  /** Per token of a text: its number, its key, and where the key leads from the token before (Nodes.followPairs). */
  private tokens = new Int32Array(1024)
  private keys = new Int32Array(1024)
  private pairs = new Int32Array(1024)

  constructor(trie: PhraseTrie) {
    this.trie = trie
    this.size = trie.size
  }

  scan(text: string, onMatch: OnMatch): void {
    const { found } = this
    this.read(text, found, onMatch)
    report(found, onMatch)
  }

  list(text: string, into: Matches): void {
    this.read(text, into, null)
  }

  /**
   * Looks all tokens up before any is followed: what one look-up waits for, the memory, the next ones need not wait
   * for. Where one phrase alone ends, as at most places where any does, it is noted here without a call.
   */
  private read(text: string, found: Matches, onMatch: OnMatch | null): void {
    const { folder, trie } = this
    const { nodes } = trie
    found.length = 0
    if (this.size === 0) return
    folder.fold(text)
    const { classes, length, tokens: count, tokenStarts, tokenEnds } = folder
    if (count > this.tokens.length) this.reserve(count * 2)
    const { tokens, keys, pairs } = this
    trie.vocabulary.findAll(folder, tokens)
    writeKeys(folder, tokens, keys)
    nodes.followPairs(tokens, keys, count, pairs)
    const { beginning } = nodes
    let { numbers } = found
    let used = 0
    let node = rootNode
    for (let place = 0; place < count; place++) {
      const token = tokens[place]!
      if (token === none) {
        node = rootNode
        continue
      }
      const start = tokenStarts[place]!
      const stop = tokenEnds[place]!
      const pair = pairs[place]!
      if (node !== rootNode) node = node <= beginning ? pair : nodes.follow(node, keys[place]!, pair)
      if (node === rootNode && token < beginning) {
        const glued = start > 0 && isGlued(classes[start]!, keys[place]! & 1, classes[start - 1]!)
        node = glued ? rootNode : token + 1
      }
      const end = nodes.end(node)
      if (end === none || runsOn(classes, length, start, stop)) continue
      if (aloneAt(end) < 0 || used === numbers.length) {
        found.length = used
        this.note(end, place, found, onMatch)
        numbers = found.numbers
        used = found.length
        continue
      }
      numbers[used] = phraseOf(aloneAt(end))
      numbers[used + 1] = folder.startOf(tokenStarts[place + 1 - depthOf(aloneAt(end))]!)
      numbers[used + 2] = folder.endOf(stop - 1)
      used += 3
    }
    found.length = used
  }

  private reserve(tokens: number): void {
    this.tokens = new Int32Array(tokens)
    this.keys = new Int32Array(tokens)
    this.pairs = new Int32Array(tokens)
  }

  /** Everything that ends with the token at `place`, the longest first. */
  private note(first: number, place: number, found: Matches, onMatch: OnMatch | null): void {
    const { trie, folder } = this
    const { ends, alike } = trie
    const to = folder.endOf(folder.tokenEnds[place]! - 1)
    if (aloneAt(first) >= 0) {
      const alone = aloneAt(first)
      const from = folder.startOf(folder.tokenStarts[place + 1 - depthOf(alone)]!)
      add(found, phraseOf(alone), from, to, onMatch)
      return
    }
    for (let at = first * endWidth; at >= 0; at = ends[at + endField.shorter]! * endWidth) {
      const from = folder.startOf(folder.tokenStarts[place + 1 - ends[at + endField.depth]!]!)
      for (let phrase = ends[at + endField.phrase]!; phrase !== none; phrase = alike[phrase]!) {
        add(found, phrase, from, to, onMatch)
      }
    }
  }
}

/** The key of each token of a text; that of an unknown one leads nowhere. */
function writeKeys({ tokens: count, tokenStarts, tokenEnds }: Folder, tokens: Int32Array, keys: Int32Array): void {
  let endBefore = 0
  for (let place = 0; place < count; place++) {
    const gap = (endBefore - tokenStarts[place]!) >>> 31
    keys[place] = tokens[place]! * 2 + gap
    endBefore = tokenEnds[place]!
  }
}

/** Whether a symbol is followed by a word without a gap: nothing that ends with it ends there, as `C++` in `C++11`. */
function runsOn(classes: Uint8Array, length: number, start: number, end: number): boolean {
  return classes[start] === charClass.symbol && end < length && classes[end] === charClass.word
}

/** Where the list is full, what it holds is reported, or else there is more room made. */
function add(found: Matches, phrase: number, from: number, to: number, onMatch: OnMatch | null): void {
  if (found.length === found.numbers.length) {
    if (onMatch) report(found, onMatch)
    else found.numbers = copied(found.numbers, new Int32Array(found.length * 2))
  }
  const { numbers, length } = found
  numbers[length] = phrase
  numbers[length + 1] = from
  numbers[length + 2] = to
  found.length = length + 3
}

function report(found: Matches, onMatch: OnMatch): void {
  const { numbers, length } = found
  found.length = 0
  for (let at = 0; at < length; at += 3) onMatch(numbers[at]!, numbers[at + 1]!, numbers[at + 2]!)
}
