import { copyInto } from '../arrays.ts'
import { none } from '../kernel-constants.ts'
import { runSteps, type Steps } from '../steps.ts'
import { depthOf, phraseOf } from './nodes.ts'
import { endField, endWidth, type PhraseTrie, phraseTrie } from './trie.ts'
import { bytesOf, hitWidth, type TrieTables, Workspace } from './workspace.ts'

/** The callback for each match: the index of the phrase, and UTF-16 offsets in the original text, end exclusive. */
type OnMatch = (phrase: number, start: number, end: number) => void

export interface Matcher {
  /** The number of phrases that can match. A phrase without a visible character can't. */
  readonly size: number
  /** Reports every occurrence, overlapping ones included, in order of their ends. */
  scan(text: string, onMatch: OnMatch): void
  /** Writes the same matches to a list, which it overwrites. Meant for phrases that rarely overlap. */
  list(text: string, into: Matches): void
}

/** The phrase, start and end of each match, in the first `length` numbers. */
export interface Matches {
  numbers: Int32Array
  length: number
}

export function noMatches(): Matches {
  return { numbers: new Int32Array(matchesAtFirst), length: 0 }
}

/**
 * Builds one automaton over all phrases (DESIGN 4): a trie with tokens as edges and with failure links, in typed
 * arrays. It reads a text once, however many phrases there are and however much they overlap. The key of an edge is
 * twice the token's number, plus one if white space must precede the token: `node.js` and `node js` are different
 * phrases. The links decide where a phrase may begin, and one check per token where it may end. No match is found and
 * then discarded, so a text costs no more than its tokens and matches.
 */
export function buildMatcher(phrases: readonly string[]): Matcher {
  return runSteps(matcherInSteps(phrases))
}

/** Builds the automaton in steps. */
export function* matcherInSteps(phrases: readonly string[]): Steps<Matcher> {
  return new Automaton(yield* phraseTrie(phrases))
}

const matchesAtFirst = 3 * 1024

/** The maximum bytes of tables that share workspaces. They are copied again after another matcher used one. */
const sharedBytes = 1 << 18
const shared: Workspace[] = []

class Automaton implements Matcher {
  readonly size: number
  private readonly ends: Int32Array
  private readonly alike: Int32Array
  /** The tables of a small trie. A large trie has them only in its own workspace. */
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

  /** Writes lone phrases, which most hits are, without a call. */
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

  /** Returns a workspace for exclusive use, since the callback for a match may use another matcher. */
  private borrowed(): Workspace {
    const workspace = shared.pop() ?? new Workspace(sharedBytes)
    workspace.load(this, this.tables!)
    return workspace
  }

  /** Reports several phrases that end with the same token, longest first. */
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

/** Appends a match. Doubles the capacity of a full list. */
function add(found: Matches, phrase: number, from: number, to: number): void {
  const { length } = found
  if (length === found.numbers.length) found.numbers = copyInto(found.numbers, new Int32Array(length * 2))
  found.numbers[length] = phrase
  found.numbers[length + 1] = from
  found.numbers[length + 2] = to
  found.length = length + 3
}
