/** A random generator with a fixed seed. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number
  /** Returns a whole number in [0, below). */
  below(below: number): number
  chance(of: number): boolean
  pick<T>(from: readonly T[]): T
  /** Returns a positive number with the given mean: mostly small, occasionally large. */
  wait(mean: number): number
}

/** Returns a generator (splitmix32) seeded by a text, so that results don't depend on the order of calls. */
export function randomFor(text: string): Random {
  return new SplitMix(hashOf(text))
}

class SplitMix implements Random {
  #state: number

  constructor(state: number) {
    this.#state = state
  }

  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
  }

  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(of: number): boolean {
    return this.next() < of
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }

  wait(mean: number): number {
    return -Math.log(1 - this.next()) * mean
  }
}

/** Returns the FNV-1a hash. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
