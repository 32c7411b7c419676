import { copied, none } from './arrays.ts'
import { Edges } from './edges.ts'
import { charClass, Folder } from './text.ts'
import { Vocabulary } from './vocabulary.ts'

export const rootNode = 0

/** The phrases as a trie whose edges are tokens, with the links that make it an automaton. */
export class PhraseTrie {
  readonly vocabulary = new Vocabulary()
  /** Per token: the node of the phrases that begin with it, or -1. */
  readonly roots: Int32Array
  /** Edges of all other nodes; the key is the token's number twice, plus one where white space precedes it. */
  readonly edges: Edges
  /** Per node: 1 where edges lead on. */
  readonly inner: Uint8Array
  /** Per node: that of its longest proper suffix. */
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
    this.edges = new Edges(paths.total)
    this.roots = new Int32Array(this.vocabulary.count).fill(none)
    const inner = new Uint8Array(paths.total + 1)
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
        let child = node === rootNode ? this.roots[key >> 1]! : this.edges.get(node, key)
        if (child === none) {
          child = nodes++
          parents[child] = node
          keys[child] = key
          depth[child] = depth[node]! + 1
          inner[node] = 1
          if (node === rootNode) this.roots[key >> 1] = child
          else this.edges.add(node, key, child)
        }
        node = child
      }
      this.next[phrase] = first[node]!
      first[node] = phrase
      this.size++
    }
    this.first = first.slice(0, nodes)
    this.depth = depth.slice(0, nodes)
    this.inner = inner.slice(0, nodes)
    this.fail = new Int32Array(nodes)
    this.output = new Int32Array(nodes).fill(none)
    this.link(parents, keys, nodes)
  }

  /** From `node` over `key`, falling back to shorter suffixes; at the root white space before a token does not matter. */
  step(node: number, key: number): number {
    for (let at = node; at !== rootNode; at = this.fail[at]!) {
      if (this.inner[at] === 0) continue
      const target = this.edges.get(at, key)
      if (target !== none) return target
    }
    const target = this.roots[key >> 1]!
    return target === none ? rootNode : target
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
      const fail = parent === rootNode ? rootNode : this.step(this.fail[parent]!, key)
      this.fail[node] = fail
      this.output[node] = this.first[node] === none ? this.output[fail]! : node
    }
  }
}

/** Nodes in order of their depth. */
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
