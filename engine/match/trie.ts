import { none, rootNode } from '../kernel-constants.ts'
import { type Steps, stretches } from '../steps.ts'
import { charClass, Folder } from '../text/text.ts'
import { Edges } from './edges.ts'
import { alone, Nodes } from './nodes.ts'
import { Vocabulary } from './vocabulary.ts'
import type { TrieTables } from './workspace.ts'

/** The fields of each form of a phrase in `ends`. */
export const endField = {
  /** The number of its tokens. */
  depth: 0,
  /** The phrase of this form. Inverted if it is the first of several; the others follow through `alike`. */
  phrase: 1,
  /** The next shorter form that ends here too, as in Nodes.end(), or -1. */
  shorter: 2,
} as const
export const endWidth = 3

/** The work per step, which takes some milliseconds. */
const phrasesAStep = 4_000
const nodesAStep = 20_000

/** Builds the trie of some phrases in steps, since a million phrases would block the thread for too long. */
export function* phraseTrie(phrases: readonly string[]): Steps<PhraseTrie> {
  const reader = new PhraseReader(phrases)
  for (const [from, to] of stretches(0, phrases.length, phrasesAStep)) {
    reader.read(from, to)
    yield
  }
  const { edges, vocabulary, lasts } = reader
  const { beginning, tokens } = beginnersFirst(edges, reader.counts)
  yield
  vocabulary.seal(tokens)
  yield
  const trie = new PhraseTrie(vocabulary, new Nodes(edges, beginning), phrases.length)
  const nodeOffsets = new Int32Array(edges.count)
  for (const [from, to] of stretches(1, edges.count, nodesAStep)) {
    trie.nodes.add(edges, from, to, nodeOffsets)
    yield
  }
  const depths = depthsOf(edges)
  const order = byDepth(depths)
  yield
  trie.numberEnds(lasts, depths, nodeOffsets)
  yield
  const classes = permuted(reader.classes, tokens)
  for (const [from, to] of stretches(0, order.length, nodesAStep)) {
    trie.link(edges, order.subarray(from, to), nodeOffsets, classes)
    yield
  }
  for (const [from, to] of stretches(1, trie.nodes.size, nodesAStep)) {
    trie.shorten(from, to)
    yield
  }
  trie.shortenEnds()
  yield
  return trie
}

/** Reads phrases into edges. */
class PhraseReader {
  readonly vocabulary = new Vocabulary()
  readonly edges: Edges
  /** Per phrase: its last node. */
  readonly lasts: Int32Array
  /** Per token: its class. */
  readonly classes: number[] = []
  /** Per token: how often it occurs in the phrases. */
  readonly counts: number[] = []
  private readonly phrases: readonly string[]
  private readonly folder = new Folder()

  constructor(phrases: readonly string[]) {
    this.phrases = phrases
    this.edges = new Edges(phrases.length)
    this.lasts = new Int32Array(phrases.length)
  }

  read(from: number, to: number): void {
    const { folder, vocabulary, edges, classes, counts } = this
    for (let phrase = from; phrase < to; phrase++) {
      folder.fold(this.phrases[phrase]!)
      let node = rootNode
      let endBefore = 0
      for (let at = 0; at < folder.tokens; at++) {
        const start = folder.tokenStarts[at]!
        const token = vocabulary.findOrAdd(folder, at)
        if (token === classes.length) {
          classes.push(folder.classes[start]!)
          counts.push(0)
        }
        counts[token]! += 1
        node = edges.follow(node, token * 2 + (node === rootNode || start === endBefore ? 0 : 1))
        endBefore = folder.tokenEnds[at]!
      }
      this.lasts[phrase] = node
    }
  }
}

/**
 * The phrases as a trie with tokens as edges, and with the links that make it an automaton. Tokens that begin phrases
 * have the smallest numbers, so that token n leads from the root to node n + 1.
 */
export class PhraseTrie {
  readonly vocabulary: Vocabulary
  readonly nodes: Nodes
  ends: Int32Array = new Int32Array()
  /** Per phrase: the next one with the same form, or -1. */
  readonly alike: Int32Array
  /** The number of phrases that can match. */
  size = 0

  constructor(vocabulary: Vocabulary, nodes: Nodes, phrases: number) {
    this.vocabulary = vocabulary
    this.nodes = nodes
    this.alike = new Int32Array(phrases).fill(none)
  }

  /**
   * Returns where `key` leads from `node`, falling back to shorter suffixes. At the root, white space before a token
   * doesn't matter. No phrase begins with a token that is `glued` to the word before it.
   */
  step(node: number, key: number, glued: boolean): number {
    const { nodes } = this
    const target = nodes.follow(node, key)
    if (target !== rootNode) return target
    const token = key >> 1
    return glued || token >= nodes.beginning ? rootNode : token + 1
  }

  tables(): TrieTables {
    const { slots, pool } = this.vocabulary
    const { filter, records, slots: nodeSlots, beginning } = this.nodes
    return { slots, pool, filter, records, nodeSlots, beginning }
  }

  /** Creates one end per form, from the last phrase to the first, so that phrases of one form keep their order. */
  numberEnds(lasts: Int32Array, depths: Int32Array, nodeOffsets: Int32Array): void {
    const { nodes, alike } = this
    const ends = new Int32Array(lasts.length * endWidth)
    let count = 0
    for (let phrase = lasts.length - 1; phrase >= 0; phrase--) {
      const last = lasts[phrase]!
      if (last === rootNode) continue
      this.size++
      const existing = nodes.end(nodeOffsets[last]!)
      const at = (existing === none ? count++ : existing) * endWidth
      if (existing === none) {
        nodes.setEnd(nodeOffsets[last]!, at / endWidth)
        ends[at + endField.depth] = depths[last]!
        ends[at + endField.phrase] = phrase
      } else {
        const next = ends[at + endField.phrase]!
        alike[phrase] = next < 0 ? ~next : next
        ends[at + endField.phrase] = ~phrase
      }
    }
    this.ends = ends.slice(0, count * endWidth)
  }

  /** Stores lone phrases in their nodes, which saves a lookup at most ends. */
  shorten(from: number, to: number): void {
    const { nodes } = this
    for (let node = from; node < to; node++) nodes.setEnd(node, this.shortened(nodes.end(node)))
  }

  /** Does the same for the last of several ends at a node. */
  shortenEnds(): void {
    const { ends } = this
    for (let at = endField.shorter; at < ends.length; at += endWidth) ends[at] = this.shortened(ends[at]!)
  }

  private shortened(end: number): number {
    if (end === none) return none
    const { ends } = this
    const phrase = ends[end * endWidth + endField.phrase]!
    if (phrase < 0 || ends[end * endWidth + endField.shorter] !== none) return end
    return alone(phrase, ends[end * endWidth + endField.depth]!) ?? end
  }

  /** Sets the failure links and the next shorter ends of some nodes, which must be in the order of their depth. */
  link({ parents, keys }: Edges, order: Int32Array, nodeOffsets: Int32Array, classes: Uint8Array): void {
    const { nodes, ends } = this
    for (const added of order) {
      if (added === rootNode) continue
      const key = keys[added]!
      const above = parents[added]!
      let suffix = rootNode
      if (above !== rootNode) {
        const glued = isGlued(classes[key >> 1]!, key & 1, classes[keys[above]! >> 1]!)
        suffix = this.step(nodes.fail(nodeOffsets[above]!), key, glued)
      }
      const node = nodeOffsets[added]!
      nodes.setFail(node, suffix)
      const own = nodes.end(node)
      if (own === none) nodes.setEnd(node, nodes.end(suffix))
      else ends[own * endWidth + endField.shorter] = nodes.end(suffix)
    }
  }
}

/** Returns whether a symbol directly follows a word, as `.NET` in `example.net`. No phrase begins with it there. */
function isGlued(kind: number, gap: number, kindBefore: number): boolean {
  return kind === charClass.symbol && gap === 0 && kindBefore === charClass.word
}

/** The count from which tokens rank as equally frequent. */
const countMost = 255

/**
 * Renumbers the tokens, also in the keys: first those that begin phrases, and in both groups the most frequent first.
 * Frequent tokens are common in texts too, so the memory read most is contiguous. `tokens` has the new numbers.
 */
function beginnersFirst(
  { count, parents, keys }: Edges,
  counts: readonly number[],
): { tokens: Int32Array; beginning: number } {
  const begins = new Uint8Array(counts.length)
  let beginning = 0
  for (let node = 1; node < count; node++) {
    if (parents[node] !== rootNode) continue
    begins[keys[node]! >> 1] = 1
    beginning++
  }
  const rank = (token: number) => (1 - begins[token]!) * countMost + countMost - Math.min(countMost, counts[token]!)
  const next = new Int32Array(countMost * 2 + 1)
  for (let token = 0; token < counts.length; token++) next[rank(token) + 1]! += 1
  for (let at = 1; at < next.length; at++) next[at]! += next[at - 1]!
  const tokens = new Int32Array(counts.length)
  for (let token = 0; token < counts.length; token++) tokens[token] = next[rank(token)]!++
  for (let node = 1; node < count; node++) keys[node] = tokens[keys[node]! >> 1]! * 2 + (keys[node]! & 1)
  return { tokens, beginning }
}

function permuted(values: readonly number[], numbers: Int32Array): Uint8Array {
  const result = new Uint8Array(values.length)
  for (let at = 0; at < values.length; at++) result[numbers[at]!] = values[at]!
  return result
}

function depthsOf({ count, parents }: Edges): Int32Array {
  const depths = new Int32Array(count)
  for (let node = 1; node < count; node++) depths[node] = depths[parents[node]!]! + 1
  return depths
}

/** Returns the nodes in order of their depth. */
function byDepth(depths: Int32Array): Int32Array {
  const from: number[] = [0]
  for (const depth of depths) from[depth + 1] = (from[depth + 1] ?? 0) + 1
  for (let depth = 1; depth < from.length; depth++) from[depth]! += from[depth - 1]!
  const order = new Int32Array(depths.length)
  for (let node = 0; node < depths.length; node++) order[from[depths[node]!]!++] = node
  return order
}
