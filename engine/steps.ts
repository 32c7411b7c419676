/** Long work in steps of some milliseconds, which lets the caller do other work in between. */
export type Steps<T> = Generator<undefined, T>

/** Runs all steps at once and returns the result. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Splits the numbers from `from` to `to`, end exclusive, into stretches of at most `size`. */
export function* stretches(from: number, to: number, size: number): Generator<readonly [from: number, to: number]> {
  for (let at = from; at < to; at += size) yield [at, Math.min(to, at + size)]
}
