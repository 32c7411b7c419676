/** Backoff times: waits double from `firstMs` to `mostMs`, and start over after `calmMs` without a try. */
export interface BackoffOptions {
  firstMs: number
  mostMs: number
  calmMs: number
}

/** Capped exponential backoff for operations that are retried forever, such as starting the database on a full disk. */
export class Backoff {
  readonly #options: BackoffOptions
  #tries = 0
  #triedAt = Number.NEGATIVE_INFINITY

  constructor(options: BackoffOptions) {
    this.#options = options
  }

  /** Counts a try and returns how long to wait for it from `now`, in ms. */
  nextMs(now: number): number {
    const { firstMs, mostMs, calmMs } = this.#options
    if (now - this.#triedAt > calmMs) this.#tries = 0
    const wait = Math.min(firstMs * 2 ** this.#tries, mostMs)
    this.#tries++
    this.#triedAt = now + wait
    return wait
  }
}
