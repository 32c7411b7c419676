import { copyInto, powerOfTwo } from '../arrays.ts'
import { keyFactor, nodeFactor, none } from '../kernel-constants.ts'
import { spreadHash } from '../text/hashes.ts'

/**
 * The trie while phrases are added: nodes in order of creation, each parent before its children. Finds the target of
 * each (node, key) by open addressing. A slot holds only the target, whose parent and key are known.
 */
export class Edges {
  /** The number of nodes. The first one is the root. */
  count = 1
  /** Per node: its parent, and the key that leads from there to it. */
  parents: Int32Array
  keys: Int32Array
  private slots: Int32Array

  constructor(expected: number) {
    const capacity = powerOfTwo(expected * 2)
    this.parents = new Int32Array(capacity >> 1)
    this.keys = new Int32Array(capacity >> 1)
    this.slots = new Int32Array(capacity).fill(none)
  }

  /** Returns the node to which `key` leads from `node`. Creates it if needed. */
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
