import { copyInto, powerOfTwo } from '../arrays.ts'
import { keyFactor, nodeFactor, none } from '../kernel-constants.ts'
import { spreadHash } from '../text/hashes.ts'

/**
 * The trie while phrases are added to it: nodes in the order of their making, a parent before its children, and where
 * each (node, key) leads, by open addressing. A slot holds the target alone, since that knows where it hangs.
 */
export class Edges {
  /** Nodes so far; the first is the root. */
  count = 1
  /** Per node: the node above it, and the key that leads here from there. */
  parents: Int32Array
  keys: Int32Array
  private slots: Int32Array

  constructor(expected: number) {
    const capacity = powerOfTwo(expected * 2)
    this.parents = new Int32Array(capacity >> 1)
    this.keys = new Int32Array(capacity >> 1)
    this.slots = new Int32Array(capacity).fill(none)
  }

  /** The node to which `key` leads from `node`, made if need be. */
  follow(node: number, key: number): number {
    if (this.count === this.parents.length) this.grow()
    const { parents, keys, slots } = this
    const mask = slots.length - 1
    let slot = hashPair(node, key) & mask
    for (let target = slots[slot]!; target !== none; target = slots[slot]!) {
      if (parents[target] === node && keys[target] === key) return target
      slot = (slot + 1) & mask
    }
    const target = this.count++
    parents[target] = node
    keys[target] = key
    slots[slot] = target
    return target
  }

  private grow(): void {
    const capacity = this.slots.length * 2
    this.parents = copyInto(this.parents, new Int32Array(capacity >> 1))
    this.keys = copyInto(this.keys, new Int32Array(capacity >> 1))
    this.slots = new Int32Array(capacity).fill(none)
    for (let node = 1; node < this.count; node++) {
      let slot = hashPair(this.parents[node]!, this.keys[node]!) & (capacity - 1)
      while (this.slots[slot] !== none) slot = (slot + 1) & (capacity - 1)
      this.slots[slot] = node
    }
  }
}

export function hashPair(node: number, key: number): number {
  return spreadHash(Math.imul(node, nodeFactor) ^ Math.imul(key, keyFactor))
}
