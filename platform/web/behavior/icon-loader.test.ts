import { describe, expect, test } from 'vitest'
import { testTimers } from '#tests/support/timers.ts'
import { fetchIcons, groupsOf, iconStore, iconUrl, type Outcome } from './icon-loader.ts'

const own = '/icons'
const [first, second] = ['https://a.example', 'https://b.example']
const found: Outcome = { state: 'found', set: { prefix: 'bxl', icons: {} } }

/** Hosts that answer when they are told to, and a clock. */
function hosts() {
  const timers = testTimers()
  const asked: { url: string; at: number; signal: AbortSignal; answer: (status: number) => void; fail: () => void }[] =
    []
  return {
    timers,
    world: {
      after: timers.after,
      ask: (url: string, signal: AbortSignal) => {
        const { promise, resolve, reject } = Promise.withResolvers<{ status: number; set: unknown }>()
        asked.push({
          url,
          at: timers.now(),
          signal,
          answer: (status) => resolve({ status, set: status === 200 ? { prefix: 'bxl', icons: {} } : null }),
          fail: () => reject(new Error('no network')),
        })
        return promise
      },
    },
    asked,
    /** Where was asked so far, and when. */
    turns: () => asked.map(({ url, at }) => [new URL(url, 'https://own.example').host, at]),
  }
}

/** What follows from an answer has happened. */
const settled = () => new Promise<void>((done) => setImmediate(done))

function fetchFrom(...others: string[]) {
  const all = hosts()
  let outcome: Outcome | null = null
  void fetchIcons(all.world, [own, ...others], 'bxl', ['google']).then((came) => {
    outcome = came
  })
  return { ...all, outcome: () => outcome }
}

describe('icons', () => {
  test('are asked for by prefix and names', () => {
    expect(iconUrl('/icons', 'bxl', ['google', 'github'])).toBe('/icons/bxl.json?icons=google,github')
  })

  test('come from our own server, and nobody else is asked', async () => {
    const { asked, outcome, timers } = fetchFrom(first)
    asked[0]?.answer(200)
    await settled()
    expect(outcome()).toEqual(found)
    timers.advance(10_000)
    expect(asked.map(({ url }) => url)).toEqual(['/icons/bxl.json?icons=google'])
  })

  test('come from the next host where our server stumbles', async () => {
    const { asked, outcome, turns } = fetchFrom(first, second)
    asked[0]?.answer(503)
    await settled()
    asked[1]?.answer(500)
    await settled()
    asked[2]?.answer(200)
    await settled()
    expect(turns()).toEqual([
      ['own.example', 0],
      ['a.example', 0],
      ['b.example', 0],
    ])
    expect(outcome()).toEqual(found)
  })

  test('come from the next host where our server is silent for a second and a half', async () => {
    const { asked, turns, timers } = fetchFrom(first)
    timers.advance(1499)
    await settled()
    expect(asked).toHaveLength(1)
    timers.advance(1)
    await settled()
    expect(turns()).toEqual([
      ['own.example', 0],
      ['a.example', 1500],
    ])
    expect(asked[0]?.signal.aborted).toBe(true)
  })

  test('are asked for at a second host too where one takes longer than 750 ms, and the first answer counts', async () => {
    const { asked, turns, timers, outcome } = fetchFrom(first, second)
    asked[0]?.fail()
    await settled()
    timers.advance(749)
    expect(asked).toHaveLength(2)
    timers.advance(1)
    expect(turns()).toEqual([
      ['own.example', 0],
      ['a.example', 0],
      ['b.example', 750],
    ])
    expect(asked[1]?.signal.aborted).toBe(false)
    asked[1]?.answer(200)
    await settled()
    expect(outcome()).toEqual(found)
    expect(asked[2]?.signal.aborted).toBe(true)
  })

  test.each([0, 1, 2])('are not to be had once host %i says 404: nobody is asked after it', async (which) => {
    const { asked, outcome, timers } = fetchFrom(first, second)
    for (let host = 0; host < which; host++) {
      asked[host]?.answer(502)
      await settled()
    }
    asked[which]?.answer(404)
    await settled()
    timers.advance(10_000)
    expect(outcome()).toEqual({ state: 'missing' })
    expect(asked).toHaveLength(which + 1)
    expect(asked[which]?.signal.aborted).toBe(true)
  })

  test('are given up after five seconds of the other hosts', async () => {
    const { asked, outcome, timers } = fetchFrom(first, second)
    asked[0]?.answer(500)
    await settled()
    timers.advance(4999)
    await settled()
    expect(outcome()).toBeNull()
    timers.advance(1)
    await settled()
    expect(outcome()).toEqual({ state: 'away' })
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
    // What comes after that changes nothing.
    asked[1]?.answer(503)
    await settled()
    expect(asked).toHaveLength(3)
    expect(timers.waiting()).toBe(0)
  })

  test('are away where nobody is left to ask', async () => {
    const { asked, outcome, timers } = fetchFrom(first)
    asked[0]?.fail()
    await settled()
    asked[1]?.fail()
    await settled()
    expect(outcome()).toEqual({ state: 'away' })
    expect(timers.waiting()).toBe(0)
  })
})

describe('an address', () => {
  test('has at most 500 characters on every host, and no name is left out', () => {
    const names = Array.from({ length: 90 }, (_, index) => `icon-number-${index}`)
    const bases = [own, 'https://a-rather-long-name.of-a-host.example/with/a/path']
    const groups = groupsOf(bases, 'lucide', names)
    expect(groups.flat()).toEqual(names)
    expect(groups.length).toBeGreaterThan(2)
    const lengths = groups.map((group) => Math.max(...bases.map((base) => iconUrl(base, 'lucide', group).length)))
    for (const length of lengths) expect(length).toBeLessThanOrEqual(500)
    // As full as can be: the first name of a group would not have fitted into the one before.
    for (const [index, group] of groups.slice(1).entries()) {
      expect((lengths[index] ?? 0) + 1 + (group[0]?.length ?? 0)).toBeGreaterThan(500)
    }
  })

  test('that no name fits into is asked for all the same, by one name', () => {
    expect(groupsOf([own], 'x', ['a'.repeat(600), 'b'])).toEqual([['a'.repeat(600)], ['b']])
  })
})

describe('the store', () => {
  const bases = [own, first] as const

  test('asks for what is wanted at one moment together, by set, and for nothing twice', async () => {
    const { world, asked } = hosts()
    const store = iconStore(world)
    const loads = ['bxl:google', 'bxl:github', 'lucide:radar', 'bxl:google'].map((icon) => store.load(icon, [...bases]))
    await settled()
    expect(asked.map(({ url }) => url)).toEqual([
      '/icons/bxl.json?icons=google,github',
      '/icons/lucide.json?icons=radar',
    ])
    for (const { answer } of asked) answer(200)
    expect((await Promise.all(loads)).map(({ state }) => state)).toEqual(['found', 'found', 'found', 'found'])
    await store.load('bxl:github', [...bases])
    expect(asked).toHaveLength(2)
  })

  test('remembers what is not to be had, and asks anew for what nobody could answer', async () => {
    const { world, asked } = hosts()
    const store = iconStore(world)
    const missing = store.load('bxl:nothing', [own])
    await settled()
    asked[0]?.answer(404)
    expect(await missing).toEqual({ state: 'missing' })
    expect(await store.load('bxl:nothing', [own])).toEqual({ state: 'missing' })
    const away = store.load('bxl:google', [own])
    await settled()
    asked[1]?.fail()
    expect(await away).toEqual({ state: 'away' })
    const again = store.load('bxl:google', [own])
    await settled()
    asked[2]?.answer(200)
    expect(await again).toEqual(found)
  })
})
