/**
 * Numbers that the kernels and the rest of the engine agree on. AssemblyScript compiles this file too, so it holds plain
 * constants only.
 */

/** White space: separates tokens. */
export const space = 0
/** Letters, digits and their marks: a run of them is one token. */
export const word = 1
/** Everything else, one token each: `C++` is a word and two symbols. */
export const symbol = 2
/** Letters of scripts written without spaces, one token each; they need no boundary. */
export const alone = 3
/** From here on no class: of a unit that doesn't simply become one unit, or isn't known yet. */
export const notPlain = 4
/** Set in the fold table for a unit that is a symbol unless two or three of it follow a word: `*` and `~`. */
export const emphasis = 0x1000000

/** Stands for no number in the tables of the matcher. */
export const none = -1
export const rootNode = 0
/** How many of the lower bits of a node's end hold the number of tokens: see alone() in engine/match/nodes.ts. */
export const depthBits = 4

/** Odd numbers without a pattern, which mix the bits of hashes. */
export const hashFactor = 0x9e3779b1
export const spreadFactor = 0x2c1b3c6d
export const nodeFactor = 0x9e3779b1
export const keyFactor = 0x85ebca6b
