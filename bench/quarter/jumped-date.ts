import { readFileSync } from 'node:fs'

/** How long a process may not notice a jump, in ms. */
export const noticedMs = 20

/**
 * Moves this process's dates by the number of ms in a file, which may change at any time. Timers and
 * performance.now() stay as they are. Node loads this module before the product (`--import`, with the file in the
 * query), so that the product needs no code for it.
 */
export function jumpDates(file: string): void {
  const RealDate = Date
  let offset = 0
  let readAt = Number.NEGATIVE_INFINITY
  const now = () => {
    const at = performance.now()
    if (at - readAt >= noticedMs) {
      offset = Number(readFileSync(file, 'utf8'))
      readAt = at
    }
    return RealDate.now() + offset
  }
  const jumped: DateConstructor = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, parts, made) =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, made === jumped ? target : made),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
  // Some libraries compare constructors.
  RealDate.prototype.constructor = jumped
  globalThis.Date = jumped
}

const file = new URL(import.meta.url).searchParams.get('file')
if (file !== null) jumpDates(file)
