/** Long work in steps of some milliseconds, between which whoever does it may do something else. */
export type Steps<T> = Generator<undefined, T>

/** Does all of it at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Numbers from `from` to `to`, end exclusive, in stretches of at most `size`. */
export function* stretches(from: number, to: number, size: number): Generator<readonly [from: number, to: number]> {
  for (let at = from; at < to; at += size) yield [at, Math.min(to, at + size)]
}
