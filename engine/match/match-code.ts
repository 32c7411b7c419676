import { none } from '../arrays.ts'
import { charClass } from '../text/fold.ts'
import { spreadFactor } from '../text/hashes.ts'
import { type TextCode, type TextLists, textCode } from '../text/text-code.ts'
import {
  and,
  assembled,
  type Code,
  choose,
  constant,
  i32,
  i64,
  isBelow,
  isEqual,
  isLess,
  isMore,
  isOther,
  isZero,
  type Local,
  loadByte,
  loadWhole,
  minus,
  plus,
  shiftLeft,
  shiftRight,
  shiftRightBy,
  storeWhole,
  times,
  when,
  whenElse,
  whileTrue,
  wide,
  xor,
} from './assembly.ts'
import { keyFactor, nodeFactor } from './edges.ts'
import { depthBits, depthMost, nodeField, rootNode } from './nodes.ts'
import { tokenField } from './vocabulary.ts'

/**
 * What a matcher does with each token of a text, in WebAssembly too. Lists of a text stand where `TextLists` says, the
 * phrases' tables where the caller says.
 */
export interface MatchCode extends TextCode {
  /** The number of each token, or none. `mask` tells a slot's number by a hash. */
  find(tokens: number, slots: number, mask: number, pool: number): void
  /**
   * For each token where it leads from the child of the root that the token before it leads to. Most steps are such,
   * and none waits for the one before: first the filter is asked for all, then the records for the few that pass it.
   */
  followPairs(tokens: number, nodes: number, slots: number, beginning: number, filter: number, mask: number): void
  /** Follows the tokens through the trie; lists as `hits` where something ends, and answers how many numbers these are. */
  walk(
    tokens: number,
    length: number,
    nodes: number,
    slots: number,
    beginning: number,
    filter: number,
    mask: number,
  ): number
}

export function matchCode(lists: TextLists) {
  return [...textCode(lists), find(lists), followPairs(lists), walk(lists)]
}

const { word, symbol } = charClass
const zero = constant(0)
const wholes = (count: number) => new Array<number>(count).fill(i32)

/** First the slots of all tokens are read: none waits for another. */
function find({ codes, starts, ends, hashes, tokens }: TextLists) {
  return assembled(
    'find',
    { parameters: [i32, i32, i32, i32], results: [], locals: [i32, i32, i32, i32, i32, i32, i32, i32, i64] },
    (count, slots, mask, pool, at, hash, record, start, length, slot, k, whole, difference) => {
      const recordIn = (place: Code) => plus(pool.get, shiftLeft(loadWhole(plus(slots.get, shiftLeft(place, 2))), 1))
      const fourApart = wide.xor(
        wide.load(plus(start.get, k.get), codes),
        wide.load(plus(record.get, k.get), tokenField.characters),
      )
      return [
        count.set(shiftLeft(count.get, 2)),
        whileTrue(
          isBelow(at.get, count.get),
          hash.set(loadWhole(at.get, hashes)),
          storeWhole(at.get, recordIn(and(spread(hash), mask.get)), tokens),
          at.add(4),
        ),
        at.set(zero),
        whileTrue(
          isBelow(at.get, count.get),
          record.set(loadWhole(at.get, tokens)),
          when(
            isOther(record.get, pool.get),
            start.set(loadWhole(at.get, starts)),
            length.set(minus(loadWhole(at.get, ends), start.get)),
            start.set(shiftLeft(start.get, 1)),
            whole.set(and(shiftLeft(length.get, 1), constant(-8))),
            hash.set(loadWhole(at.get, hashes)),
            slot.set(spread(hash)),
            whileTrue(
              [
                ...difference.set(wide.of(xor(loadWhole(record.get, tokenField.length), length.get))),
                ...when(
                  wide.isZero(difference.get),
                  k.set(zero),
                  whileTrue(isBelow(k.get, whole.get), difference.set(wide.or(difference.get, fourApart)), k.add(8)),
                  // Of the last four characters those behind the token's end are left out.
                  difference.set(wide.or(difference.get, wide.and(fourApart, lowUnits(and(length.get, constant(3)))))),
                ),
                ...and(isZero(wide.isZero(difference.get)), isOther(record.get, pool.get)),
              ],
              slot.add(1),
              record.set(recordIn(and(slot.get, mask.get))),
            ),
          ),
          storeWhole(at.get, loadWhole(record.get, tokenField.number), tokens),
          at.add(4),
        ),
      ]
    },
  )
}

/** So many units of sixteen bits, all of whose bits are set. */
function lowUnits(units: Code): Code {
  return wide.minus(wide.shiftLeft(wide.constant(1), wide.of(shiftLeft(units, 4))), wide.constant(1))
}

/** As vocabulary.ts spreads a hash, which is lost. */
function spread(hash: Local): Code {
  const mixed = times(xor(hash.get, shiftRight(hash.get, 15)), constant(spreadFactor))
  return [...hash.set(mixed), ...xor(hash.get, shiftRight(hash.get, 13))]
}

/** Where the tables of the trie's nodes stand (engine/match/nodes.ts). */
interface NodeTables {
  nodes: Local
  slots: Local
  beginning: Local
  filter: Local
  mask: Local
}

/** A step from `above` over `key`. */
interface Step {
  above: Local
  key: Local
  hash: Local
  place: Local
  found: Local
}

/** Puts into `hash` what edges.ts makes of the step. */
function hashStep({ above, key, hash }: Step): Code {
  const mixed = xor(times(above.get, constant(nodeFactor)), times(key.get, constant(keyFactor)))
  return hash.set([...hash.set(mixed), ...spread(hash)])
}

/** 1 where the filter has the bit of the step's hash, else 0. */
function passes({ hash }: Step, { filter, mask }: NodeTables): Code {
  const place = plus(filter.get, shiftLeft(and(shiftRight(hash.get, 5), mask.get), 2))
  return and(shiftRightBy(loadWhole(place), hash.get), constant(1))
}

/** Where the step leads, the root where nowhere. Its hash is lost. */
function targetOf({ above, key, hash, place, found }: Step, { nodes, slots, beginning }: NodeTables): Code {
  const first = wide.shiftRight(wide.times(wide.of(hash.get), wide.of(slots.get)), wide.constant(32))
  const node = plus(plus(place.get, beginning.get), constant(1))
  const isIt = and(isEqual(found.get, above.get), isEqual(loadWhole(hash.get, nodeField.key), key.get))
  return [
    ...place.set(wide.low(first)),
    ...whileTrue(
      [
        ...hash.set(recordOf(node, nodes)),
        ...found.set(loadWhole(hash.get, nodeField.parent)),
        ...and(isOther(found.get, constant(none)), isZero(isIt)),
      ],
      place.add(1),
      place.set(choose(isEqual(place.get, slots.get), zero, place.get)),
    ),
    ...choose(isEqual(found.get, constant(none)), constant(rootNode), node),
  ]
}

function recordOf(node: Code, nodes: Local): Code {
  return plus(nodes.get, shiftLeft(node, 4))
}

function followPairs({ starts, ends, tokens, keys, pairs, passing }: TextLists) {
  return assembled(
    'followPairs',
    { parameters: wholes(6), results: [], locals: wholes(8) },
    (count, nodes, slots, beginning, filter, mask, at, few, endBefore, above, key, hash, place, found) => {
      const [tables, step] = [
        { nodes, slots, beginning, filter, mask },
        { above, key, hash, place, found },
      ]
      return [
        count.set(shiftLeft(count.get, 2)),
        whileTrue(
          isBelow(at.get, count.get),
          key.set(shiftLeft(loadWhole(at.get, tokens), 1)),
          key.set(plus(key.get, isBelow(endBefore.get, loadWhole(at.get, starts)))),
          storeWhole(at.get, key.get, keys),
          storeWhole(at.get, constant(rootNode), pairs),
          hashStep(step),
          storeWhole(few.get, at.get, passing),
          few.set(plus(few.get, shiftLeft(passes(step, tables), 2))),
          endBefore.set(loadWhole(at.get, ends)),
          above.set(plus(loadWhole(at.get, tokens), constant(1))),
          at.add(4),
        ),
        count.set(few.get),
        few.set(zero),
        whileTrue(
          isBelow(few.get, count.get),
          at.set(loadWhole(few.get, passing)),
          when(
            at.get,
            above.set(plus(loadWhole(at.get, tokens - 4), constant(1))),
            key.set(loadWhole(at.get, keys)),
            hashStep(step),
            storeWhole(at.get, targetOf(step, tables), pairs),
          ),
          few.add(4),
        ),
      ]
    },
  )
}

function walk({ classes, starts, ends, tokens, keys, pairs, hits }: TextLists) {
  return assembled(
    'walk',
    { parameters: wholes(7), results: [i32], locals: wholes(12) },
    (
      count,
      length,
      nodes,
      slots,
      beginning,
      filter,
      mask,
      at,
      node,
      token,
      start,
      stop,
      hit,
      end,
      above,
      key,
      hash,
      place,
      found,
    ) => {
      const tables = { nodes, slots, beginning, filter, mask }
      const step = { above, key, hash, place, found }
      const link = (from: Local) => loadWhole(recordOf(from.get, nodes), nodeField.fail)
      const linked = choose(isLess(hash.get, zero), xor(hash.get, constant(-1)), hash.get)
      /** From `node` over the token, or from the longest suffix of what leads to it. */
      const follow = [
        ...key.set(loadWhole(at.get, keys)),
        ...hash.set(link(node)),
        ...above.set(choose(isLess(hash.get, zero), linked, node.get)),
        ...node.set(constant(rootNode)),
        ...whileTrue(
          and(isMore(above.get, beginning.get), isZero(node.get)),
          hashStep(step),
          when(passes(step, tables), node.set(targetOf(step, tables))),
          when(isZero(node.get), hash.set(link(above)), above.set(linked)),
        ),
        ...when(isZero(node.get), node.set(choose(above.get, loadWhole(at.get, pairs), constant(rootNode)))),
      ]
      const isSymbol = isEqual(loadByte(start.get, classes), constant(symbol))
      const isWordAt = (from: Local, by: number) => isEqual(loadByte(from.get, classes + by), constant(word))
      const hasGap = and(loadWhole(at.get, keys), constant(1))
      const isGlued = and(and(isSymbol, isOther(start.get, zero)), and(isZero(hasGap), isWordAt(start, -1)))
      const runsOn = and(isSymbol, and(isBelow(stop.get, length.get), isWordAt(stop, 0)))
      return [
        count.set(shiftLeft(count.get, 2)),
        whileTrue(
          isBelow(at.get, count.get),
          token.set(loadWhole(at.get, tokens)),
          whenElse(isEqual(token.get, constant(none)), node.set(constant(rootNode)), [
            ...start.set(loadWhole(at.get, starts)),
            ...when(node.get, whenElse(isMore(node.get, beginning.get), follow, node.set(loadWhole(at.get, pairs)))),
            ...when(
              and(isZero(node.get), isLess(token.get, beginning.get)),
              node.set(choose(isGlued, constant(rootNode), plus(token.get, constant(1)))),
            ),
            ...end.set(loadWhole(recordOf(node.get, nodes), nodeField.end)),
            ...when(
              isOther(end.get, constant(none)),
              stop.set(loadWhole(at.get, ends)),
              when(
                isZero(runsOn),
                whenElse(
                  isLess(end.get, constant(none)),
                  [
                    end.set(minus(constant(none - 1), end.get)),
                    // It begins with the token that is as far ahead as it has further tokens.
                    start.set(minus(plus(at.get, constant(4)), shiftLeft(and(end.get, constant(depthMost)), 2))),
                    storeWhole(hit.get, shiftRight(end.get, depthBits), hits),
                    storeWhole(hit.get, loadWhole(start.get, starts), hits + 4),
                    storeWhole(hit.get, stop.get, hits + 8),
                  ].flat(),
                  [
                    storeWhole(hit.get, constant(none), hits),
                    storeWhole(hit.get, end.get, hits + 4),
                    storeWhole(hit.get, shiftRight(at.get, 2), hits + 8),
                  ].flat(),
                ),
                hit.add(12),
              ),
            ),
          ]),
          at.add(4),
        ),
        shiftRight(hit.get, 2),
      ]
    },
  )
}
