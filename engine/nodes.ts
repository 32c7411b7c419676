import { none } from './arrays.ts'
import { type Edges, hashPair } from './edges.ts'

export const rootNode = 0

/**
 * Four numbers a node, side by side: whoever reaches a node needs all of them, and memory is slower than arithmetic. The
 * failure link of a node that nothing follows is inverted: nobody need look for what follows it.
 */
const width = 4
const parent = 0
const key = 1
const fail = 2
const end = 3

/** Stands for the failure link, until that is known, of a node that others hang on. */
const branches = 1

/** How full the slots are: fuller ones take longer to say no. */
const fullness = 0.6

/**
 * The nodes of a finished trie. The root is 0, its children follow in the order of their tokens, every other node stands
 * where the hash of its parent and key says, so that a step touches one place; whether it is worth touching says an
 * array of one byte a slot, small enough for a cache.
 */
export class Nodes {
  /** How many children the root has. */
  readonly beginning: number
  private readonly records: Int32Array
  /** Per slot: some bits of the hash of what stands there, or 0. */
  private readonly tags: Uint8Array

  /** For as many nodes as the edges have; they are added afterwards. */
  constructor({ count }: Edges, beginning: number) {
    this.beginning = beginning
    this.tags = new Uint8Array(1 + Math.ceil((count - 1 - beginning) / fullness))
    this.records = new Int32Array((1 + beginning + this.tags.length) * width)
    this.records.fill(none, 0, width)
    this.records[fail] = rootNode
  }

  /**
   * Adds some of the edges' nodes, after those they hang on; `places` is told where each stands now. The children of
   * the root have the least keys.
   */
  add({ parents, keys }: Edges, from: number, to: number, places: Int32Array): void {
    for (let made = from; made < to; made++) {
      const above = places[parents[made]!]!
      places[made] = above === rootNode ? 1 + (keys[made]! >> 1) : this.freeSlot(above, keys[made]!)
      if (above !== rootNode) this.records[above * width + fail] = branches
      const at = places[made]! * width
      this.records[at + parent] = above
      this.records[at + key] = keys[made]!
      this.records[at + end] = none
    }
  }

  /** Where `wanted` leads from `node` or from the longest suffix of what leads to it; the root where it leads nowhere. */
  follow(node: number, wanted: number): number {
    const { tags, records } = this
    const slots = tags.length
    const before = 1 + this.beginning
    for (let at = branchingAt(records, node); at !== rootNode; at = suffixAt(records, at)) {
      const hash = hashPair(at, wanted)
      const tag = tagOf(hash)
      let slot = slotOf(hash, slots)
      for (let seen = tags[slot]!; seen !== 0; seen = tags[slot]!) {
        const record = (before + slot) * width
        if (seen === tag && records[record + parent] === at && records[record + key] === wanted) return before + slot
        if (++slot === slots) slot = 0
      }
    }
    return rootNode
  }

  /** The longest proper suffix of what leads to `node` that something follows. */
  fail(node: number): number {
    return suffixAt(this.records, node)
  }

  /** To be told once of each node, shorter ones first: its longest proper suffix. */
  setFail(node: number, suffix: number): void {
    const at = node * width + fail
    const target = branchingAt(this.records, suffix)
    this.records[at] = this.records[at] === branches ? target : ~target
  }

  /** What ends here: where the longest phrase of it stands among the trie's ends, or -1; see aloneAt(). */
  end(node: number): number {
    return this.records[node * width + end]!
  }

  setEnd(node: number, number: number): void {
    this.records[node * width + end] = number
  }

  /** Notes that a single token's phrase is all that ends at a node, so that whoever comes by need not look it up. */
  setAlone(node: number, phrase: number): void {
    this.setEnd(node, none - 1 - phrase)
  }

  private freeSlot(above: number, leading: number): number {
    const { tags } = this
    const hash = hashPair(above, leading)
    let slot = slotOf(hash, tags.length)
    while (tags[slot] !== 0) if (++slot === tags.length) slot = 0
    tags[slot] = tagOf(hash)
    return 1 + this.beginning + slot
  }
}

/** `node` itself where something follows it, else the longest suffix of what leads to it that something follows. */
function branchingAt(records: Int32Array, node: number): number {
  const suffix = records[node * width + fail]!
  return suffix < 0 ? ~suffix : node
}

function suffixAt(records: Int32Array, node: number): number {
  const suffix = records[node * width + fail]!
  return suffix < 0 ? ~suffix : suffix
}

/** The phrase of a single token which is all that ends at a node, if its end says so; else -1 or less. */
export function aloneAt(end: number): number {
  return none - 1 - end
}

/** By the upper bits, spread over any number of slots. */
function slotOf(hash: number, slots: number): number {
  return ((hash >>> 0) * slots * 2 ** -32) | 0
}

/** By the lower bits; never 0. */
function tagOf(hash: number): number {
  return (hash & 0xff) | 1
}
