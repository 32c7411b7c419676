import { powerOfTwo } from '../arrays.ts'
import { depthBits, none, rootNode } from '../kernel-constants.ts'
import { type Edges, hashPair } from './edges.ts'

/**
 * Four numbers per node, side by side: all of them are needed, and memory is slower than arithmetic. The failure link
 * of a node without children is inverted, so that lookups can skip the node.
 */
const width = 4
const parent = 0
const key = 1
const fail = 2
const end = 3

/** The failure link of a node with children until the real one is known. */
const branches = 1

/** The limits within which a node stores a phrase itself: its number of tokens, and its own number. */
const depthMost = (1 << depthBits) - 1
const phraseMost = 2 ** 26

/** The load factor of the slots. With fuller slots, misses take longer. */
const fullness = 0.6
/** The minimum number of filter bits per node. With this many, an eighth of all misses pass. */
const bitsANode = 8

/**
 * The nodes of a finished trie. The root is 0, and its children follow in the order of their tokens. Every other node
 * is at the hash of its parent and key, so that a step touches one slot. One bit of a filter, small enough for a cache,
 * shows whether the slot is worth touching.
 */
export class Nodes {
  /** The number of slots for all nodes. */
  readonly size: number
  /** The number of the root's children. */
  readonly beginning: number
  readonly records: Int32Array
  /** The number of slots for all other nodes, which follow the root's children. */
  readonly slots: number
  /** A bit set with the hashes of all nodes' parents and keys. */
  readonly filter: Int32Array

  /** Reserves slots for all nodes of the edges, which add() fills. */
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
   * Adds some of the edges' nodes, parents first, and records their positions in `nodeOffsets`. The root's children
   * must have the smallest keys.
   */
  add({ parents, keys }: Edges, from: number, to: number, nodeOffsets: Int32Array): void {
    for (let index = from; index < to; index++) {
      const above = nodeOffsets[parents[index]!]!
      nodeOffsets[index] = above === rootNode ? 1 + (keys[index]! >> 1) : this.freeSlot(above, keys[index]!)
      if (above !== rootNode) this.records[above * width + fail] = branches
      const at = nodeOffsets[index]! * width
      this.records[at + parent] = above
      this.records[at + key] = keys[index]!
      this.records[at + fail] = none
      this.records[at + end] = none
    }
  }

  /**
   * Returns where `wanted` leads from `node` or from its longest suffix with such a child, and otherwise the root.
   * Ignores the root's children.
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

  /** Returns the longest proper suffix of `node` that has children. */
  fail(node: number): number {
    return suffixAt(this.records, node)
  }

  /** Sets the longest proper suffix of a node. Must be called once per node, shallow ones first. */
  setFail(node: number, suffix: number): void {
    const at = node * width + fail
    const target = branchingAt(this.records, suffix)
    this.records[at] = this.records[at] === branches ? target : ~target
  }

  /** Returns the index in the trie's ends of the longest phrase here, -1 for none, or a result of alone(). */
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

/** Returns `node` if it has children, and otherwise its longest suffix that has children. */
function branchingAt(records: Int32Array, node: number): number {
  const suffix = records[node * width + fail]!
  return suffix < 0 ? ~suffix : node
}

function suffixAt(records: Int32Array, node: number): number {
  const suffix = records[node * width + fail]!
  return suffix < 0 ? ~suffix : suffix
}

/** Returns the end for a lone phrase of `depth` tokens, -2 or less, or undefined if it doesn't fit. */
export function alone(phrase: number, depth: number): number | undefined {
  return depth <= depthMost && phrase < phraseMost ? none - 1 - ((phrase << depthBits) | depth) : undefined
}

/** Returns the phrase of an end from alone(). */
export function phraseOf(end: number): number {
  return (none - 1 - end) >> depthBits
}

export function depthOf(end: number): number {
  return (none - 1 - end) & depthMost
}

/** Returns 1 if the filter has the bit of a hash, or else 0. */
function passes(filter: Int32Array, hash: number): number {
  return (filter[wordOf(filter, hash)]! >>> hash) & 1
}

/** Returns the filter word of a hash: its lower bits, except those that select the bit in the word. */
function wordOf(filter: Int32Array, hash: number): number {
  return (hash >>> 5) & (filter.length - 1)
}

/** Maps the upper bits of a hash to any number of slots. */
function slotOf(hash: number, slots: number): number {
  return ((hash >>> 0) * slots * 2 ** -32) | 0
}
