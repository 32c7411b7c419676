import { charClass, Folder } from './text.ts'

/** Called for every place where a phrase stands: its index and UTF-16 offsets of the original text, end exclusive. */
export type OnMatch = (phrase: number, start: number, end: number) => void

export interface Matcher {
  /** Phrases that can match; a phrase without any visible character never does. */
  readonly size: number
  /** Reports every occurrence, overlapping ones included, in order of their ends. */
  scan(text: string, onMatch: OnMatch): void
}

const none = -1
const rootNode = 0

/**
 * One automaton over all phrases (DESIGN 4): a trie whose edges are tokens, in typed arrays, with failure links, so
 * that a text is read once however many phrases there are and however much they overlap. An edge key is the token's
 * number twice, plus one where white space must precede it: `node.js` and `node js` are different phrases.
 */
export function buildMatcher(phrases: readonly string[]): Matcher {
  const builder = new Builder(phrases)
  return new Automaton(builder)
}

/** Open addressing from (node, key) to node. */
class Edges {
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

/** Numbers the distinct tokens of the phrases; a token that no phrase has gets none. */
class Vocabulary {
  private slots = new Int32Array(1024).fill(none)
  private mask = 1023
  private starts = new Int32Array(256)
  private pool = new Uint16Array(4096)
  private count = 0

  /** The number of the token in folder.codes[start, end), or -1. */
  find(folder: Folder, start: number, end: number): number {
    const { slots, mask } = this
    let slot = hashToken(folder.codes, start, end) & mask
    for (;;) {
      const id = slots[slot]!
      if (id === none || this.equals(id, folder.codes, start, end)) return id
      slot = (slot + 1) & mask
    }
  }

  findOrAdd(folder: Folder, start: number, end: number): number {
    const known = this.find(folder, start, end)
    if (known !== none) return known
    const id = this.count++
    const from = this.starts[id]!
    const to = from + end - start
    if (id + 2 > this.starts.length) this.starts = copied(this.starts, new Int32Array(this.starts.length * 2))
    if (to > this.pool.length) this.pool = copied(this.pool, new Uint16Array(Math.max(to, this.pool.length * 2)))
    this.pool.set(folder.codes.subarray(start, end), from)
    this.starts[id + 1] = to
    if (this.count * 2 > this.mask) this.rehash()
    else this.place(id, hashToken(folder.codes, start, end))
    return id
  }

  private equals(id: number, codes: Uint16Array, start: number, end: number): boolean {
    const from = this.starts[id]!
    if (this.starts[id + 1]! - from !== end - start) return false
    for (let i = start, k = from; i < end; i++, k++) if (codes[i] !== this.pool[k]) return false
    return true
  }

  private place(id: number, hash: number): void {
    let slot = hash & this.mask
    while (this.slots[slot] !== none) slot = (slot + 1) & this.mask
    this.slots[slot] = id
  }

  private rehash(): void {
    const capacity = (this.mask + 1) * 2
    this.mask = capacity - 1
    this.slots = new Int32Array(capacity).fill(none)
    for (let id = 0; id < this.count; id++) {
      this.place(id, hashToken(this.pool, this.starts[id]!, this.starts[id + 1]!))
    }
  }
}

/** Reads the phrases into the trie and links its nodes. */
class Builder {
  readonly vocabulary = new Vocabulary()
  readonly edges: Edges
  /** Per node: how many characters its path has, in folded units; none of them is kept as text. */
  readonly fail: Int32Array
  /** Per node: the nearest node at or above it on the failure chain that ends a phrase. */
  readonly output: Int32Array
  /** Per node: its first phrase; per phrase: the next one with the same normal form. */
  readonly first: Int32Array
  readonly next: Int32Array
  /** Per node: tokens on its path. */
  readonly depth: Int32Array
  size = 0

  constructor(phrases: readonly string[]) {
    const paths = this.readPaths(phrases)
    this.edges = new Edges(paths.total + 1)
    const parents = new Int32Array(paths.total + 1)
    const keys = new Int32Array(paths.total + 1)
    const depth = new Int32Array(paths.total + 1)
    const first = new Int32Array(paths.total + 1).fill(none)
    this.next = new Int32Array(phrases.length).fill(none)
    let nodes = 1
    // From the last phrase to the first, so that phrases of one form are reported in the order given.
    for (let phrase = phrases.length - 1; phrase >= 0; phrase--) {
      const begin = paths.starts[phrase]!
      const end = paths.starts[phrase + 1]!
      if (begin === end) continue
      let node = rootNode
      for (let i = begin; i < end; i++) {
        const key = paths.keys[i]!
        let child = this.edges.get(node, key)
        if (child === none) {
          child = nodes++
          parents[child] = node
          keys[child] = key
          depth[child] = depth[node]! + 1
          this.edges.add(node, key, child)
        }
        node = child
      }
      this.next[phrase] = first[node]!
      first[node] = phrase
      this.size++
    }
    this.first = first.slice(0, nodes)
    this.depth = depth.slice(0, nodes)
    this.fail = new Int32Array(nodes)
    this.output = new Int32Array(nodes).fill(none)
    this.link(parents, keys, nodes)
  }

  private readPaths(phrases: readonly string[]): { keys: Int32Array; starts: Int32Array; total: number } {
    const folder = new Folder()
    const starts = new Int32Array(phrases.length + 1)
    let keys = new Int32Array(Math.max(16, phrases.length * 3))
    let total = 0
    for (let phrase = 0; phrase < phrases.length; phrase++) {
      folder.fold(phrases[phrase]!)
      let gap = 0
      for (let i = 0; i < folder.length; ) {
        if (folder.classes[i] === charClass.space) {
          gap = 1
          i++
          continue
        }
        const end = folder.tokenEnd(i)
        if (total === keys.length) keys = copied(keys, new Int32Array(total * 2))
        const isFirst = total === starts[phrase]
        keys[total++] = this.vocabulary.findOrAdd(folder, i, end) * 2 + (isFirst ? 0 : gap)
        gap = 0
        i = end
      }
      starts[phrase + 1] = total
    }
    return { keys, starts, total }
  }

  /** Failure and output links, shallow nodes first. */
  private link(parents: Int32Array, keys: Int32Array, nodes: number): void {
    const order = byDepth(this.depth, nodes)
    for (const node of order) {
      if (node === rootNode) continue
      const parent = parents[node]!
      const key = keys[node]!
      const fail = parent === rootNode ? rootNode : step(this.edges, this.fail, this.fail[parent]!, key)
      this.fail[node] = fail
      this.output[node] = this.first[node] === none ? this.output[fail]! : node
    }
  }
}

/** From `node` over `key`, falling back to shorter suffixes; at the root white space before a token does not matter. */
function step(edges: Edges, fail: Int32Array, node: number, key: number): number {
  for (let at = node; at !== rootNode; at = fail[at]!) {
    const target = edges.get(at, key)
    if (target !== none) return target
  }
  const target = edges.get(rootNode, key & ~1)
  return target === none ? rootNode : target
}

class Automaton implements Matcher {
  readonly size: number
  private readonly vocabulary: Vocabulary
  private readonly edges: Edges
  private readonly fail: Int32Array
  private readonly output: Int32Array
  private readonly first: Int32Array
  private readonly next: Int32Array
  private readonly depth: Int32Array
  /** Where the latest tokens began, as a ring as long as the deepest path. */
  private readonly ring: Int32Array
  private readonly folder = new Folder()

  constructor(builder: Builder) {
    this.size = builder.size
    this.vocabulary = builder.vocabulary
    this.edges = builder.edges
    this.fail = builder.fail
    this.output = builder.output
    this.first = builder.first
    this.next = builder.next
    this.depth = builder.depth
    let deepest = 1
    for (const depth of builder.depth) if (depth > deepest) deepest = depth
    this.ring = new Int32Array(powerOfTwo(deepest + 1))
  }

  scan(text: string, onMatch: OnMatch): void {
    if (this.size === 0) return
    const { folder, ring } = this
    const ringMask = ring.length - 1
    folder.fold(text)
    const { classes, length } = folder
    let node = rootNode
    let gap = 0
    let tokens = 0
    for (let i = 0; i < length; ) {
      if (classes[i] === charClass.space) {
        gap = 1
        i++
        continue
      }
      const end = folder.tokenEnd(i)
      ring[tokens++ & ringMask] = i
      const token = this.vocabulary.find(folder, i, end)
      if (token === none) {
        node = rootNode
      } else {
        node = step(this.edges, this.fail, node, token * 2 + gap)
        for (let at = this.output[node]!; at !== none; at = this.output[this.fail[at]!]!) {
          const start = ring[(tokens - this.depth[at]!) & ringMask]!
          if (isBounded(folder, start, end)) this.report(at, start, end, onMatch)
        }
      }
      gap = 0
      i = end
    }
  }

  private report(node: number, start: number, end: number, onMatch: OnMatch): void {
    const from = this.folder.startOf(start)
    const to = this.folder.endOf(end - 1)
    for (let phrase = this.first[node]!; phrase !== none; phrase = this.next[phrase]!) onMatch(phrase, from, to)
  }
}

/** A phrase that begins or ends with a symbol must not touch a word there: `.NET` is not in `example.net`. */
function isBounded(folder: Folder, start: number, end: number): boolean {
  const { classes, length } = folder
  if (classes[start] === charClass.symbol && start > 0 && classes[start - 1] === charClass.word) return false
  return !(classes[end - 1] === charClass.symbol && end < length && classes[end] === charClass.word)
}

function byDepth(depth: Int32Array, nodes: number): Int32Array {
  let deepest = 0
  for (let node = 0; node < nodes; node++) if (depth[node]! > deepest) deepest = depth[node]!
  const offsets = new Int32Array(deepest + 2)
  for (let node = 0; node < nodes; node++) offsets[depth[node]! + 1]!++
  for (let level = 1; level < offsets.length; level++) offsets[level]! += offsets[level - 1]!
  const order = new Int32Array(nodes)
  for (let node = 0; node < nodes; node++) order[offsets[depth[node]!]!++] = node
  return order
}

function hashPair(node: number, key: number): number {
  let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(key, 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

function hashToken(codes: Uint16Array, start: number, end: number): number {
  let hash = end - start
  for (let i = start; i < end; i++) hash = Math.imul(hash, 31) + codes[i]!
  hash ^= hash >>> 16
  return Math.imul(hash, 0x45d9f3b) ^ (hash >>> 7)
}

function powerOfTwo(least: number): number {
  let size = 16
  while (size < least) size *= 2
  return size
}

function copied<T extends Int32Array | Uint16Array>(old: T, larger: T): T {
  larger.set(old)
  return larger
}
