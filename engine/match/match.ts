import { copyInto } from '../arrays.ts'
import { none } from '../kernel-constants.ts'
import { runSteps, type Steps } from '../steps.ts'
import { depthOf, phraseOf } from './nodes.ts'
import { endField, endWidth, type PhraseTrie, phraseTrie } from './trie.ts'
import { bytesOf, hitWidth, type TrieTables, Workspace } from './workspace.ts'

/** Called for every place where a phrase stands: its index and UTF-16 offsets of the original text, end exclusive. */
type OnMatch = (phrase: number, start: number, end: number) => void

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
  return runSteps(matcherInSteps(phrases))
}

/** The same, bit by bit. */
export function* matcherInSteps(phrases: readonly string[]): Steps<Matcher> {
  return new Automaton(yield* phraseTrie(phrases))
}

const matchesAtFirst = 3 * 1024

/** Tables of no more bytes are copied to a workspace that all such matchers share, whenever another one was there. */
const sharedBytes = 1 << 18
const shared: Workspace[] = []

class Automaton implements Matcher {
  readonly size: number
  private readonly ends: Int32Array
  private readonly alike: Int32Array
  /** Where the tables stand: of a large trie only there, so that its workspace is its own. */
  private readonly tables: TrieTables | null = null
  private readonly own: Workspace | null = null

  constructor(trie: PhraseTrie) {
    this.size = trie.size
    this.ends = trie.ends
    this.alike = trie.alike
    const tables = trie.tables()
    if (bytesOf(tables) <= sharedBytes) {
      this.tables = tables
    } else {
      this.own = new Workspace(bytesOf(tables))
      this.own.load(this, tables)
    }
  }

  scan(text: string, onMatch: OnMatch): void {
    if (this.size === 0) return
    const workspace = this.own ?? this.borrowed()
    try {
      const length = workspace.find(text)
      const { hits } = workspace
      for (let at = 0; at < length; at += hitWidth) {
        const phrase = hits[at]!
        if (phrase < 0) this.several(workspace, hits[at + 1]!, hits[at + 2]!, onMatch)
        else onMatch(phrase, workspace.startOf(hits[at + 1]!), workspace.endOf(hits[at + 2]! - 1))
      }
    } finally {
      if (!this.own) shared.push(workspace)
    }
  }

  /** Where one phrase alone ends, as at most places where any does, it is noted here without a call. */
  list(text: string, into: Matches): void {
    into.length = 0
    if (this.size === 0) return
    const workspace = this.own ?? this.borrowed()
    const length = workspace.find(text)
    const { hits } = workspace
    let { numbers } = into
    let used = 0
    for (let at = 0; at < length; at += hitWidth) {
      const phrase = hits[at]!
      if (phrase < 0 || used === numbers.length) {
        into.length = used
        const append: OnMatch = (each, start, end) => add(into, each, start, end)
        if (phrase < 0) this.several(workspace, hits[at + 1]!, hits[at + 2]!, append)
        else append(phrase, workspace.startOf(hits[at + 1]!), workspace.endOf(hits[at + 2]! - 1))
        numbers = into.numbers
        used = into.length
        continue
      }
      numbers[used] = phrase
      numbers[used + 1] = workspace.startOf(hits[at + 1]!)
      numbers[used + 2] = workspace.endOf(hits[at + 2]! - 1)
      used += 3
    }
    into.length = used
    if (!this.own) shared.push(workspace)
  }

  /** One that nobody else uses until it is given back: whoever is told of a match may ask another matcher meanwhile. */
  private borrowed(): Workspace {
    const workspace = shared.pop() ?? new Workspace(sharedBytes)
    workspace.load(this, this.tables!)
    return workspace
  }

  /** Of several phrases that end with a token the longest first. */
  private several(workspace: Workspace, first: number, token: number, onMatch: OnMatch): void {
    const { ends, alike } = this
    const { tokenStarts, tokenEnds } = workspace
    const to = workspace.endOf(tokenEnds[token]! - 1)
    for (let end = first; end !== none; ) {
      const at = end * endWidth
      const isLast = end < none
      const depth = isLast ? depthOf(end) : ends[at + endField.depth]!
      const phrase = isLast ? phraseOf(end) : ends[at + endField.phrase]!
      const from = workspace.startOf(tokenStarts[token + 1 - depth]!)
      if (phrase >= 0) onMatch(phrase, from, to)
      else for (let each = ~phrase; each !== none; each = alike[each]!) onMatch(each, from, to)
      end = isLast ? none : ends[at + endField.shorter]!
    }
  }
}

/** Where the list is full there is more room made. */
function add(found: Matches, phrase: number, from: number, to: number): void {
  const { length } = found
  if (length === found.numbers.length) found.numbers = copyInto(found.numbers, new Int32Array(length * 2))
  found.numbers[length] = phrase
  found.numbers[length + 1] = from
  found.numbers[length + 2] = to
  found.length = length + 3
}
