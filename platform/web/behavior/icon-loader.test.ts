import { describe, expect, test } from 'vitest'
import { testTimers } from '#tests/support/timers.ts'
import { fetchIcons, groupsOf, iconStore, iconUrl, type Outcome } from './icon-loader.ts'

const own = '/icons'
const [first, second] = ['https://a.example', 'https://b.example']
const found: Outcome = { state: 'found', set: { prefix: 'bxl', icons: {} } }

/** Creates hosts whose responses the test controls, with a test clock. */
function hosts() {
  const timers = testTimers()
  const requests: {
    url: string
    at: number
    signal: AbortSignal
    answer: (status: number) => void
    fail: () => void
  }[] = []
  return {
    timers,
    world: {
      after: timers.after,
      ask: (url: string, signal: AbortSignal) => {
        const { promise, resolve, reject } = Promise.withResolvers<{ status: number; set: unknown }>()
        requests.push({
          url,
          at: timers.now(),
          signal,
          answer: (status) => resolve({ status, set: status === 200 ? { prefix: 'bxl', icons: {} } : null }),
          fail: () => reject(new Error('no network')),
        })
        return promise
      },
    },
    requests,
    /** The hosts that were asked so far, and when. */
    turns: () => requests.map(({ url, at }) => [new URL(url, 'https://own.example').host, at]),
  }
}

/** Waits until the code has handled the answers. */
const settled = () => new Promise<void>((done) => setImmediate(done))

function fetchFrom(...others: string[]) {
  const all = hosts()
  let outcome: Outcome | null = null
  void fetchIcons(all.world, [own, ...others], 'bxl', ['google']).then((came) => {
    outcome = came
  })
  return { ...all, outcome: () => outcome }
}

describe('loading icons', () => {
  test('requests them by prefix and names', () => {
    expect(iconUrl('/icons', 'bxl', ['google', 'github'])).toBe('/icons/bxl.json?icons=google,github')
  })

  test('uses our own server alone if it answers', async () => {
    const { requests, outcome, timers } = fetchFrom(first)
    requests[0]?.answer(200)
    await settled()
    expect(outcome()).toEqual(found)
    timers.advance(10_000)
    expect(requests.map(({ url }) => url)).toEqual(['/icons/bxl.json?icons=google'])
  })

  test('asks the next host if our server fails', async () => {
    const { requests, outcome, turns } = fetchFrom(first, second)
    requests[0]?.answer(503)
    await settled()
    requests[1]?.answer(500)
    await settled()
    requests[2]?.answer(200)
    await settled()
    expect(turns()).toEqual([
      ['own.example', 0],
      ['a.example', 0],
      ['b.example', 0],
    ])
    expect(outcome()).toEqual(found)
  })

  test('asks the next host after our server has been silent for 1.5 s', async () => {
    const { requests, turns, timers } = fetchFrom(first)
    timers.advance(1499)
    await settled()
    expect(requests).toHaveLength(1)
    timers.advance(1)
    await settled()
    expect(turns()).toEqual([
      ['own.example', 0],
      ['a.example', 1500],
    ])
    expect(requests[0]?.signal.aborted).toBe(true)
  })

  test('also asks a second host after 750 ms, and takes the first answer', async () => {
    const { requests, turns, timers, outcome } = fetchFrom(first, second)
    requests[0]?.fail()
    await settled()
    timers.advance(749)
    expect(requests).toHaveLength(2)
    timers.advance(1)
    expect(turns()).toEqual([
      ['own.example', 0],
      ['a.example', 0],
      ['b.example', 750],
    ])
    expect(requests[1]?.signal.aborted).toBe(false)
    requests[1]?.answer(200)
    await settled()
    expect(outcome()).toEqual(found)
    expect(requests[2]?.signal.aborted).toBe(true)
  })

  test.each([0, 1, 2])('treats a 404 from host %i as final and asks no further hosts', async (which) => {
    const { requests, outcome, timers } = fetchFrom(first, second)
    for (let host = 0; host < which; host++) {
      requests[host]?.answer(502)
      await settled()
    }
    requests[which]?.answer(404)
    await settled()
    timers.advance(10_000)
    expect(outcome()).toEqual({ state: 'missing' })
    expect(requests).toHaveLength(which + 1)
    expect(requests[which]?.signal.aborted).toBe(true)
  })

  test('gives up on the other hosts after five seconds', async () => {
    const { requests, outcome, timers } = fetchFrom(first, second)
    requests[0]?.answer(500)
    await settled()
    timers.advance(4999)
    await settled()
    expect(outcome()).toBeNull()
    timers.advance(1)
    await settled()
    expect(outcome()).toEqual({ state: 'away' })
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
    // A late answer changes nothing.
    requests[1]?.answer(503)
    await settled()
    expect(requests).toHaveLength(3)
    expect(timers.waiting()).toBe(0)
  })

  test('ends as away when no host is left to ask', async () => {
    const { requests, outcome, timers } = fetchFrom(first)
    requests[0]?.fail()
    await settled()
    requests[1]?.fail()
    await settled()
    expect(outcome()).toEqual({ state: 'away' })
    expect(timers.waiting()).toBe(0)
  })
})

describe('grouping names into URLs', () => {
  test('keeps each URL within 500 characters on every host and loses no name', () => {
    const names = Array.from({ length: 90 }, (_, index) => `icon-number-${index}`)
    const bases = [own, 'https://a-rather-long-name.of-a-host.example/with/a/path']
    const groups = groupsOf(bases, 'lucide', names)
    expect(groups.flat()).toEqual(names)
    expect(groups.length).toBeGreaterThan(2)
    const lengths = groups.map((group) => Math.max(...bases.map((base) => iconUrl(base, 'lucide', group).length)))
    for (const length of lengths) expect(length).toBeLessThanOrEqual(500)
    // Groups are as full as possible: the first name of a group would not fit into the one before.
    for (const [index, group] of groups.slice(1).entries()) {
      expect((lengths[index] ?? 0) + 1 + (group[0]?.length ?? 0)).toBeGreaterThan(500)
    }
  })

  test('puts a name that exceeds the limit into a group alone', () => {
    expect(groupsOf([own], 'x', ['a'.repeat(600), 'b'])).toEqual([['a'.repeat(600)], ['b']])
  })
})

describe('the store', () => {
  const bases = [own, first] as const

  test('batches simultaneous requests by set and fetches nothing twice', async () => {
    const { world, requests } = hosts()
    const store = iconStore(world)
    const loads = ['bxl:google', 'bxl:github', 'lucide:radar', 'bxl:google'].map((icon) => store.load(icon, [...bases]))
    await settled()
    expect(requests.map(({ url }) => url)).toEqual([
      '/icons/bxl.json?icons=google,github',
      '/icons/lucide.json?icons=radar',
    ])
    for (const { answer } of requests) answer(200)
    expect((await Promise.all(loads)).map(({ state }) => state)).toEqual(['found', 'found', 'found', 'found'])
    await store.load('bxl:github', [...bases])
    expect(requests).toHaveLength(2)
  })

  test('remembers missing icons and retries unanswered ones', async () => {
    const { world, requests } = hosts()
    const store = iconStore(world)
    const missing = store.load('bxl:nothing', [own])
    await settled()
    requests[0]?.answer(404)
    expect(await missing).toEqual({ state: 'missing' })
    expect(await store.load('bxl:nothing', [own])).toEqual({ state: 'missing' })
    const away = store.load('bxl:google', [own])
    await settled()
    requests[1]?.fail()
    expect(await away).toEqual({ state: 'away' })
    const again = store.load('bxl:google', [own])
    await settled()
    requests[2]?.answer(200)
    expect(await again).toEqual(found)
  })
})
