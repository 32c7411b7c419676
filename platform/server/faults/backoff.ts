/** How long to wait between tries: doubles from `firstMs` up to `mostMs`, and starts over after `calmMs` without one. */
export interface BackoffOptions {
  firstMs: number
  mostMs: number
  calmMs: number
}

/** Capped exponential backoff for what is tried for ever, such as starting the database on a full disk. */
export class Backoff {
  readonly #options: BackoffOptions
  #tries = 0
  #triedAt = Number.NEGATIVE_INFINITY

  constructor(options: BackoffOptions) {
    this.#options = options
  }

  /** Counts a try, and returns the milliseconds to wait from `now` until it. */
  nextMs(now: number): number {
    const { firstMs, mostMs, calmMs } = this.#options
    if (now - this.#triedAt > calmMs) this.#tries = 0
    const wait = Math.min(firstMs * 2 ** this.#tries, mostMs)
    this.#tries++
    this.#triedAt = now + wait
    return wait
  }
}
