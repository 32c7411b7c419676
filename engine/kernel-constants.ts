/**
 * Numbers that the kernels share with the rest of the engine. Only plain constants: AssemblyScript compiles this too.
 */

/** White space: separates tokens. */
export const space = 0
/** Letters, digits and their marks: a run of them is one token. */
export const word = 1
/** Everything else, one token each: `C++` is a word and two symbols. */
export const symbol = 2
/** Letters of scripts without spaces, one token each; they need no word boundary. */
export const alone = 3
/** From here on, values aren't classes: the unit does not simply become one unit, or isn't known yet. */
export const notPlain = 4
/** Set in the fold table for `*` and `~`: symbols, unless two or three of them follow a word. */
export const emphasis = 0x1000000

/** Means no number in the tables of the matcher. */
export const none = -1
export const rootNode = 0
/** The number of low bits that store the token count in a node's end: see alone() in engine/match/nodes.ts. */
export const depthBits = 4

/** Odd numbers without a pattern, which mix the bits of hashes. */
export const hashFactor = 0x9e3779b1
export const spreadFactor = 0x2c1b3c6d
export const nodeFactor = 0x9e3779b1
export const keyFactor = 0x85ebca6b
