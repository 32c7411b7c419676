import type { Timers } from './timers.ts'

/**
 * Timeouts in ms: for our own server, for all other hosts together, and until the next of those is asked too (SPEC 9).
 */
const ownPatienceMs = 1500
const patienceMs = 5000
const rotateMs = 750
/** The maximum length of a URL in characters; further icons go into another request (SPEC 9). */
const urlMax = 500

/** Access to the icon hosts. */
export interface IconWorld {
  after: Timers['after']
  /** Rejects if there is no answer. */
  ask(url: string, signal: AbortSignal): Promise<{ status: number; set: unknown }>
}

/** The outcome of a request: a set, a final 404, or no reachable host. */
export type Outcome = { state: 'found'; set: unknown } | { state: 'missing' } | { state: 'away' }

/** Groups icon names so that the URL of each group fits on every host. */
export function groupsOf(bases: readonly string[], prefix: string, names: readonly string[]): string[][] {
  const longest = Math.max(...bases.map((base) => iconUrl(base, prefix, []).length))
  const groups: string[][] = []
  let room = 0
  for (const name of names) {
    room -= name.length + 1
    if (room < 0 || groups.length === 0) {
      groups.push([])
      room = urlMax - longest - name.length
    }
    groups.at(-1)?.push(name)
  }
  return groups
}

/** Returns `{prefix}.json?icons=a,b` (SPEC 7). */
export function iconUrl(base: string, prefix: string, names: readonly string[]): string {
  return `${base}/${prefix}.json?icons=${names.join(',')}`
}

/** Asks our own server, and if it doesn't answer, the other hosts in turn. */
export async function fetchIcons(
  world: IconWorld,
  [own, ...others]: readonly [string, ...string[]],
  prefix: string,
  names: readonly string[],
): Promise<Outcome> {
  const outcome = await askInTurn(world, [iconUrl(own, prefix, names)], ownPatienceMs)
  if (outcome.state !== 'away' || others.length === 0) return outcome
  const urls = others.map((base) => iconUrl(base, prefix, names))
  return askInTurn(world, urls, patienceMs)
}

/**
 * Returns the first answer of several hosts. Asks the next host at once after a failure, and in parallel if a host is
 * slow. A 404 ends it for all (SPEC 8). Aborts the remaining requests.
 */
function askInTurn({ after, ask }: IconWorld, urls: readonly string[], mostMs: number): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const over = new AbortController()
  const waiting = [...urls]
  let pending = 0
  let keepTurn = () => {}
  const end = (outcome: Outcome) => {
    giveUpTimer()
    keepTurn()
    over.abort()
    resolve(outcome)
  }
  const giveUpTimer = after(mostMs, () => end({ state: 'away' }))
  const answered = (status: number, set: unknown) => {
    if (over.signal.aborted) return
    pending -= 1
    if (status === 200) end({ state: 'found', set })
    else if (status === 404) end({ state: 'missing' })
    else askNext()
  }
  const askNext = () => {
    keepTurn()
    const url = waiting.shift()
    if (url === undefined) return pending === 0 ? end({ state: 'away' }) : undefined
    pending += 1
    if (waiting.length > 0) keepTurn = after(rotateMs, askNext)
    ask(url, over.signal).then(
      ({ status, set }) => answered(status, set),
      () => answered(0, null),
    )
  }
  askNext()
  return promise
}

/** Creates a store that fetches each icon, `prefix:name`, once and batches requests of the same moment. */
export function iconStore(world: IconWorld) {
  const outcomes = new Map<string, Promise<Outcome>>()
  let collected = new Map<string, { name: string; settle: (outcome: Promise<Outcome>) => void }[]>()

  function fetchCollected(bases: readonly [string, ...string[]]): void {
    const now = collected
    collected = new Map()
    for (const [prefix, wanted] of now) {
      for (const names of groupsOf(
        bases,
        prefix,
        wanted.map(({ name }) => name),
      )) {
        const outcome = fetchIcons(world, bases, prefix, names)
        for (const { name, settle } of wanted) if (names.includes(name)) settle(outcome)
      }
    }
  }

  return {
    /** Returns the set with an icon, or that it is missing. An unanswered request is repeated on the next call. */
    load(icon: string, bases: readonly [string, ...string[]]): Promise<Outcome> {
      const before = outcomes.get(icon)
      if (before) return before
      const [prefix = '', name = ''] = icon.split(':')
      const { promise, resolve } = Promise.withResolvers<Outcome>()
      outcomes.set(icon, promise)
      void promise.then(({ state }) => state === 'away' && outcomes.delete(icon))
      if (collected.size === 0) queueMicrotask(() => fetchCollected(bases))
      collected.set(prefix, [...(collected.get(prefix) ?? []), { name, settle: resolve }])
      return promise
    },
  }
}
