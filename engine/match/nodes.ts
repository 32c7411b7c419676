import { powerOfTwo } from '../arrays.ts'
import { depthBits, none, rootNode } from '../kernel-constants.ts'
import { type Edges, hashPair } from './edges.ts'

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

/** A phrase may stand in its node, with its tokens in so many lower bits, where it has no more and its number fits. */
const depthMost = (1 << depthBits) - 1
const phraseMost = 2 ** 26

/** How full the slots are: fuller ones take longer to say no. */
const fullness = 0.6
/** The filter has at least so many bits a node: of what leads nowhere it lets an eighth pass. */
const bitsANode = 8

/**
 * The nodes of a finished trie. The root is 0, its children follow in the order of their tokens, every other node stands
 * where the hash of its parent and key says, so that a step touches one place; whether it is worth touching says one bit
 * of a filter, small enough for a cache.
 */
export class Nodes {
  /** How many places there are for nodes. */
  readonly size: number
  /** How many children the root has. */
  readonly beginning: number
  readonly records: Int32Array
  /** How many places there are for nodes that hang on others than the root; they stand behind the root's children. */
  readonly slots: number
  /** Bits, set where the hash of some node's parent and key says. */
  readonly filter: Int32Array

  /** For as many nodes as the edges have; they are added afterwards. */
  constructor({ count }: Edges, beginning: number) {
    this.beginning = beginning
    const hashed = count - 1 - beginning
    this.slots = 1 + Math.ceil(hashed / fullness)
    this.filter = new Int32Array(powerOfTwo((hashed * bitsANode) / 32))
    this.size = 1 + beginning + this.slots
    this.records = new Int32Array(this.size * width).fill(none)
    this.records[fail] = rootNode
  }

  /**
   * Adds some of the edges' nodes, after those they hang on; `places` is told where each stands now. The children of
   * the root have the least keys.
   */
  add({ parents, keys }: Edges, from: number, to: number, nodeOffsets: Int32Array): void {
    for (let made = from; made < to; made++) {
      const above = nodeOffsets[parents[made]!]!
      nodeOffsets[made] = above === rootNode ? 1 + (keys[made]! >> 1) : this.freeSlot(above, keys[made]!)
      if (above !== rootNode) this.records[above * width + fail] = branches
      const at = nodeOffsets[made]! * width
      this.records[at + parent] = above
      this.records[at + key] = keys[made]!
      this.records[at + fail] = none
      this.records[at + end] = none
    }
  }

  /**
   * Where `wanted` leads from `node` or from the longest suffix of what leads to it; the root where it leads nowhere.
   * The children of the root are not asked for.
   */
  follow(node: number, wanted: number): number {
    const { records } = this
    for (let at = branchingAt(records, node); at !== rootNode; at = suffixAt(records, at)) {
      const found = this.child(at, wanted)
      if (found !== rootNode) return found
    }
    return rootNode
  }

  private child(above: number, wanted: number): number {
    const hash = hashPair(above, wanted)
    return passes(this.filter, hash) === 0 ? rootNode : this.lookUp(above, wanted, hash)
  }

  private lookUp(above: number, wanted: number, hash: number): number {
    const { records, slots, beginning } = this
    let slot = slotOf(hash, slots)
    for (;;) {
      const node = 1 + beginning + slot
      const found = records[node * width + parent]!
      if (found === above && records[node * width + key] === wanted) return node
      if (found === none) return rootNode
      if (++slot === slots) slot = 0
    }
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

  /** What ends here: where the longest phrase of it stands among the trie's ends, or -1; see alone(). */
  end(node: number): number {
    return this.records[node * width + end]!
  }

  setEnd(node: number, number: number): void {
    this.records[node * width + end] = number
  }

  private freeSlot(above: number, leading: number): number {
    const { filter, records, slots, beginning } = this
    const hash = hashPair(above, leading)
    filter[wordOf(filter, hash)]! |= 1 << hash
    let slot = slotOf(hash, slots)
    while (records[(1 + beginning + slot) * width + parent] !== none) if (++slot === slots) slot = 0
    return 1 + beginning + slot
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

/** What Nodes.end() says where one phrase of so many tokens is all that ends, if there is room for it: -2 or less. */
export function alone(phrase: number, depth: number): number | undefined {
  return depth <= depthMost && phrase < phraseMost ? none - 1 - ((phrase << depthBits) | depth) : undefined
}

/** Of such an end. */
export function phraseOf(end: number): number {
  return (none - 1 - end) >> depthBits
}

export function depthOf(end: number): number {
  return (none - 1 - end) & depthMost
}

/** 1 where the filter has the bit of a hash, else 0. */
function passes(filter: Int32Array, hash: number): number {
  return (filter[wordOf(filter, hash)]! >>> hash) & 1
}

/** By the lower bits but those that say which bit of the word it is. */
function wordOf(filter: Int32Array, hash: number): number {
  return (hash >>> 5) & (filter.length - 1)
}

/** By the upper bits, spread over any number of slots. */
function slotOf(hash: number, slots: number): number {
  return ((hash >>> 0) * slots * 2 ** -32) | 0
}
