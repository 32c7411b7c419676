import { depthBits, keyFactor, nodeFactor, none, rootNode, spreadFactor, symbol, word } from '../kernel-constants'
import { workspace } from './workspace'

/** A token in the vocabulary's pool; its characters follow, padded to a multiple of four. */
@unmanaged
class Token {
  number: i32
  length: i32
}

/** A node of the trie. engine/match/nodes.ts describes its fields. */
@unmanaged
class Node {
  parent: i32
  key: i32
  fail: i32
  end: i32
}

// In the loops below, `at` is a token's number times four: the offset of its entry in each list of 32-bit numbers.

/**
 * Finds the number of each token, or none. The first loop reads the slots of all tokens before any token is compared,
 * so no memory read waits for another.
 */
export function find(count: i32): void {
  const slots = workspace.slots
  const mask = workspace.slotMask
  const pool = workspace.pool
  const codes = workspace.codes
  const starts = workspace.starts
  const ends = workspace.ends
  const hashes = workspace.hashes
  const tokens = workspace.tokens
  const bytes = (<usize>count) << 2
  for (let at: usize = 0; at < bytes; at += 4) {
    store<usize>(tokens + at, tokenIn(spread(load<u32>(hashes + at)) & mask, slots, pool))
  }
  for (let at: usize = 0; at < bytes; at += 4) {
    let token = load<usize>(tokens + at)
    if (token !== pool) {
      const start = load<i32>(starts + at)
      const length = load<i32>(ends + at) - start
      let slot = spread(load<u32>(hashes + at))
      while (token !== pool && !isToken(token, codes + (start << 1), length)) {
        token = tokenIn(++slot & mask, slots, pool)
      }
    }
    store<i32>(tokens + at, changetype<Token>(token).number)
  }
}

/** Returns the record that a slot points to. Empty slots point to the record for no token, at the start of the pool. */
function tokenIn(slot: u32, slots: usize, pool: usize): usize {
  return pool + (load<usize>(slots + (slot << 2)) << 1)
}

/** Returns whether a token has these characters. Compares four at once and masks out those beyond the token's end. */
function isToken(token: usize, characters: usize, length: i32): bool {
  if (changetype<Token>(token).length !== length) return false
  const whole = <usize>((length << 1) & -8)
  let difference: u64 = 0
  for (let at: usize = 0; at < whole; at += 8) difference |= fourApart(token + at, characters + at)
  const last = ((<u64>1) << ((<u64>(length & 3)) << 4)) - 1
  return (difference | (fourApart(token + whole, characters + whole) & last)) === 0
}

/** Returns zero if four characters are equal. */
function fourApart(token: usize, characters: usize): u64 {
  return load<u64>(token, offsetof<Token>()) ^ load<u64>(characters)
}

/** Mirrors spread() in engine/text/hashes.ts. */
function spread(hash: u32): u32 {
  const mixed = (hash ^ (hash >> 15)) * spreadFactor
  return mixed ^ (mixed >> 13)
}

/** Mirrors hashPair() in engine/match/edges.ts. */
function hashStep(above: i32, key: i32): u32 {
  return spread((above * nodeFactor) ^ (key * keyFactor))
}

/** Returns 1 if the filter has the bit of a step's hash. Returns 0 if not: the step then leads nowhere. */
function passes(hash: u32, filter: usize, mask: u32): u32 {
  return (load<u32>(filter + (((hash >> 5) & mask) << 2)) >> hash) & 1
}

/** Returns the node that `key` leads to from `above`, or the root if it leads nowhere. */
function child(above: i32, key: i32, hash: u32, nodes: usize, slots: u32, beginning: i32): i32 {
  let slot = <u32>((<u64>hash * slots) >> 32)
  let node = nodeAt(nodes, slot + beginning + 1)
  while (node.parent !== none) {
    if (node.parent === above && node.key === key) return slot + beginning + 1
    slot++
    slot = select<u32>(0, slot, slot === slots)
    node = nodeAt(nodes, slot + beginning + 1)
  }
  return rootNode
}

function nodeAt(nodes: usize, number: i32): Node {
  return changetype<Node>(nodes + (number << 4))
}

/**
 * Finds where each token leads from the root's child for the token before it. Most steps of a walk are of this kind and
 * are independent. The first loop asks the filter about all of them; the second follows the few that pass.
 */
export function followPairs(count: i32): void {
  const nodes = workspace.nodes
  const slots = workspace.nodeSlots
  const beginning = workspace.beginning
  const filter = workspace.filter
  const mask = workspace.filterMask
  const starts = workspace.starts
  const ends = workspace.ends
  const tokens = workspace.tokens
  const keys = workspace.keys
  const pairs = workspace.pairs
  const passing = workspace.passing
  const bytes = (<usize>count) << 2
  let few: usize = 0
  let endBefore = 0
  let above = 0
  for (let at: usize = 0; at < bytes; at += 4) {
    const token = load<i32>(tokens + at)
    const key = (token << 1) + i32(endBefore < load<i32>(starts + at))
    store<i32>(keys + at, key)
    store<i32>(pairs + at, rootNode)
    store<usize>(passing + few, at)
    few += passes(hashStep(above, key), filter, mask) << 2
    endBefore = load<i32>(ends + at)
    above = token + 1
  }
  for (let each: usize = 0; each < few; each += 4) {
    const at = load<usize>(passing + each)
    if (at === 0) continue
    const above = load<i32>(tokens + at - 4) + 1
    const key = load<i32>(keys + at)
    store<i32>(pairs + at, child(above, key, hashStep(above, key), nodes, slots, beginning))
  }
}

/**
 * Follows the tokens through the trie and lists a hit wherever phrases end: see hitWidth in engine/match/workspace.ts.
 * Returns the length of that list.
 */
export function walk(count: i32, length: i32): usize {
  const nodes = workspace.nodes
  const beginning = workspace.beginning
  const classes = workspace.classes
  const starts = workspace.starts
  const ends = workspace.ends
  const tokens = workspace.tokens
  const keys = workspace.keys
  const pairs = workspace.pairs
  const hits = workspace.hits
  const bytes = (<usize>count) << 2
  let node: i32 = rootNode
  let hit: usize = hits
  for (let at: usize = 0; at < bytes; at += 4) {
    const token = load<i32>(tokens + at)
    if (token === none) {
      node = rootNode
      continue
    }
    if (node > beginning) node = follow(node, load<i32>(keys + at), load<i32>(pairs + at))
    else if (node !== rootNode) node = load<i32>(pairs + at)
    const start = load<i32>(starts + at)
    if (node === rootNode && token < beginning)
      node = select<i32>(rootNode, token + 1, isGlued(classes + start, start, load<i32>(keys + at)))
    const end = nodeAt(nodes, node).end
    if (end === none) continue
    const stop = load<i32>(ends + at)
    if (runsOn(classes + start, classes + stop, stop < length)) continue
    if (end < none) {
      // A lone phrase: `end` encodes its number and its count of tokens, from which its start follows.
      const lone = none - 1 - end
      const depth = lone & ((1 << depthBits) - 1)
      store<i32>(hit, lone >> depthBits)
      store<i32>(hit, load<i32>(starts + at + 4 - (depth << 2)), 4)
      store<i32>(hit, stop, 8)
    } else {
      store<i32>(hit, none)
      store<i32>(hit, end, 4)
      store<i32>(hit, <i32>(at >> 2), 8)
    }
    hit += 12
  }
  return (hit - hits) >> 2
}

/**
 * Follows `key` from a node below the root's children, or from the longest suffix of that node that has a child for it.
 * `pair` is its target from the root's child for the previous token.
 */
function follow(node: i32, key: i32, pair: i32): i32 {
  const nodes = workspace.nodes
  const beginning = workspace.beginning
  let fail = nodeAt(nodes, node).fail
  let above = fail < 0 ? ~fail : node
  while (above > beginning) {
    const hash = hashStep(above, key)
    if (passes(hash, workspace.filter, workspace.filterMask)) {
      const target = child(above, key, hash, nodes, workspace.nodeSlots, beginning)
      if (target !== rootNode) return target
    }
    fail = nodeAt(nodes, above).fail
    above = fail < 0 ? ~fail : fail
  }
  return above === rootNode ? rootNode : pair
}

/** Returns whether a token is a symbol directly after a word, as `.NET` in `example.net`. No phrase begins there. */
function isGlued(place: usize, start: i32, key: i32): bool {
  return isSymbol(place) && start !== 0 && !(key & 1) && load<u8>(place - 1) === word
}

/** Returns whether a token is a symbol directly before a word. No phrase ends there. */
function runsOn(place: usize, next: usize, hasNext: bool): bool {
  return isSymbol(place) && hasNext && load<u8>(next) === word
}

function isSymbol(place: usize): bool {
  return load<u8>(place) === symbol
}
