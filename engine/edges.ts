import { none, powerOfTwo } from './arrays.ts'

/** Edges of a trie from (node, key) to node, by open addressing. */
export class Edges {
  private nodes: Int32Array
  private keys: Int32Array
  private targets: Int32Array
  private mask: number
  private count = 0

  constructor(expected: number) {
    const capacity = powerOfTwo(expected * 2)
    this.nodes = new Int32Array(capacity).fill(none)
    this.keys = new Int32Array(capacity)
    this.targets = new Int32Array(capacity)
    this.mask = capacity - 1
  }

  get(node: number, key: number): number {
    let slot = hashPair(node, key) & this.mask
    while (this.nodes[slot] !== none) {
      if (this.nodes[slot] === node && this.keys[slot] === key) return this.targets[slot]!
      slot = (slot + 1) & this.mask
    }
    return none
  }

  /** Adds an edge that is not there yet. */
  add(node: number, key: number, target: number): void {
    if (++this.count * 2 > this.mask) this.grow()
    this.insert(node, key, target)
  }

  private insert(node: number, key: number, target: number): void {
    let slot = hashPair(node, key) & this.mask
    while (this.nodes[slot] !== none) slot = (slot + 1) & this.mask
    this.nodes[slot] = node
    this.keys[slot] = key
    this.targets[slot] = target
  }

  private grow(): void {
    const { nodes, keys, targets } = this
    const capacity = (this.mask + 1) * 2
    this.nodes = new Int32Array(capacity).fill(none)
    this.keys = new Int32Array(capacity)
    this.targets = new Int32Array(capacity)
    this.mask = capacity - 1
    for (let slot = 0; slot < nodes.length; slot++) {
      if (nodes[slot] !== none) this.insert(nodes[slot]!, keys[slot]!, targets[slot]!)
    }
  }
}

function hashPair(node: number, key: number): number {
  let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
