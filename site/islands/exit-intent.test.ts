import { describe, expect, test } from 'vitest'
import { testTimers } from '#tests/support/timers.ts'
import {
  captureBody,
  emailFault,
  leavesThroughTop,
  mayShow,
  messageOf,
  type Remembered,
  watchExit,
} from './exit-intent.ts'

const stranger: Remembered = { shown: false, marketingEmail: null }
const overTheTop = { clientY: 0, relatedTarget: null }

test.each<[string, Remembered | null, boolean]>([
  ['/', stranger, true],
  ['/blog/titles', stranger, true],
  ['/apple', stranger, true],
  ['/authors', stranger, true],
  ['/reddit-marketing-guide', stranger, true],
  ['/nowhere', stranger, true],
  ['/app', stranger, false],
  ['/app/opportunities', stranger, false],
  ['/auth/login', stranger, false],
  ['/', { shown: true, marketingEmail: null }, false],
  ['/', { shown: false, marketingEmail: 'mara@pipewell.example' }, false],
  ['/', { shown: false, marketingEmail: '' }, true],
  ['/', null, false],
])('on %s with the stored state %j the modal may open: %s', (pathname, remembered, may) => {
  expect(mayShow(pathname, remembered)).toBe(may)
})

test.each<[string, { clientY: number; relatedTarget: unknown }, boolean]>([
  ['at the top', { clientY: 0, relatedTarget: null }, true],
  ['above the top', { clientY: -3, relatedTarget: null }, true],
  ['just below the top', { clientY: 1, relatedTarget: null }, false],
  ['at a side', { clientY: 300, relatedTarget: null }, false],
  ['to another element', { clientY: 0, relatedTarget: {} }, false],
])('leaving %s, as in %j, counts: %s', (_, event, counts) => {
  expect(leavesThroughTop(event)).toBe(counts)
})

/** Creates a page with stored state, a pointer, and a count of openings. */
function testPage(remembered: Remembered = { ...stranger }) {
  const timers = testTimers()
  const listeners = new Set<(event: typeof overTheTop) => void>()
  const page = { timers, listeners, remembered, pathname: '/', opened: 0, fetched: 0, isThere: true, isFull: false }
  const exit = watchExit({
    after: timers.after,
    onLeave: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isAllowed: () => mayShow(page.pathname, page.remembered),
    markShown: () => {
      if (!page.isFull) page.remembered.shown = true
    },
    fetchModal: async () => {
      page.fetched += 1
      if (!page.isThere) return null
      return () => {
        page.opened += 1
      }
    },
  })
  const leave = (event = overTheTop) => {
    for (const listener of [...listeners]) listener(event)
  }
  /** Advances the clock and lets pending fetches resolve. */
  const advance = async (ms: number) => {
    timers.advance(ms)
    await new Promise<void>((done) => setImmediate(done))
  }
  return Object.assign(page, { exit, leave, advance })
}

describe('the modal', () => {
  test('listens from two seconds after the page load and opens 100 ms after the pointer leaves', async () => {
    const page = testPage()
    page.exit.routeChanged()
    await page.advance(1999)
    page.leave()
    await page.advance(1)
    expect([page.opened, page.listeners.size]).toEqual([0, 1])
    page.leave()
    await page.advance(99)
    expect(page.opened).toBe(0)
    await page.advance(1)
    expect([page.opened, page.remembered.shown, page.listeners.size]).toEqual([1, true, 0])
  })

  test.each([
    [0, 2000],
    [1500, 500],
    [2000, 0],
    [60_000, 0],
  ])('listens two seconds after a page load %i ms ago: in %i ms', async (ago, wait) => {
    const page = testPage()
    page.exit.routeChanged(ago)
    if (wait > 0) await page.advance(wait - 1)
    expect(page.listeners.size).toBe(0)
    await page.advance(wait > 0 ? 1 : 0)
    expect(page.listeners.size).toBe(1)
  })

  test('is fetched during the 100 ms delay and opens on time', async () => {
    const page = testPage()
    page.exit.routeChanged()
    await page.advance(2000)
    page.leave()
    expect([page.fetched, page.opened]).toEqual([1, 0])
    await page.advance(99)
    expect(page.opened).toBe(0)
    await page.advance(1)
    expect([page.fetched, page.opened]).toEqual([1, 1])
  })

  test('opens once, however often the pointer leaves and the route changes', async () => {
    const page = testPage()
    for (let route = 0; route < 3; route++) {
      page.exit.routeChanged()
      await page.advance(2000)
      page.leave()
      page.leave()
      await page.advance(100)
    }
    expect([page.opened, page.listeners.size, page.timers.waiting()]).toEqual([1, 0, 0])
  })

  test('starts over on each route, with one listener', async () => {
    const page = testPage()
    page.exit.routeChanged()
    await page.advance(2000)
    page.exit.routeChanged()
    expect(page.listeners.size).toBe(0)
    await page.advance(1999)
    page.exit.routeChanged()
    await page.advance(1999)
    expect(page.listeners.size).toBe(0)
    await page.advance(1)
    expect(page.listeners.size).toBe(1)
  })

  test("doesn't open after a route change during the delay", async () => {
    const page = testPage()
    page.exit.routeChanged()
    await page.advance(2000)
    page.leave()
    page.pathname = '/app'
    page.exit.routeChanged()
    await page.advance(10_000)
    page.leave()
    await page.advance(10_000)
    expect(page.opened).toBe(0)
  })

  test("doesn't open if the visitor has left an email address in another tab meanwhile", async () => {
    const page = testPage()
    page.exit.routeChanged()
    await page.advance(2000)
    page.leave()
    page.remembered.marketingEmail = 'mara@pipewell.example'
    await page.advance(100)
    expect([page.opened, page.remembered.shown]).toEqual([0, false])
  })

  test("doesn't open when the pointer leaves through another edge", async () => {
    const page = testPage()
    page.exit.routeChanged()
    await page.advance(2000)
    page.leave({ clientY: 500, relatedTarget: null })
    await page.advance(1000)
    expect([page.opened, page.listeners.size]).toEqual([0, 1])
  })

  test("doesn't count as shown if it can't be fetched, and is fetched again at the next leave", async () => {
    const page = Object.assign(testPage(), { isThere: false })
    page.exit.routeChanged()
    await page.advance(2000)
    page.leave()
    await page.advance(100)
    expect([page.fetched, page.opened, page.remembered.shown, page.listeners.size]).toEqual([1, 0, false, 1])
    page.isThere = true
    page.leave()
    await page.advance(100)
    expect([page.fetched, page.opened, page.remembered.shown, page.listeners.size]).toEqual([2, 1, true, 0])
  })

  test("doesn't open if it arrives after a route change", async () => {
    const page = testPage()
    page.exit.routeChanged()
    await page.advance(2000)
    page.leave()
    page.timers.advance(100)
    page.exit.routeChanged()
    await page.advance(2000)
    expect([page.fetched, page.opened, page.remembered.shown, page.listeners.size]).toEqual([1, 0, false, 1])
  })

  test('opens once even without space to store that', async () => {
    const page = Object.assign(testPage(), { isFull: true })
    page.exit.routeChanged()
    await page.advance(2000)
    page.leave()
    await page.advance(100)
    page.exit.routeChanged()
    await page.advance(2000)
    page.leave()
    await page.advance(100)
    expect([page.opened, page.remembered.shown, page.listeners.size]).toEqual([1, false, 0])
  })

  test('stops', async () => {
    const page = testPage()
    page.exit.routeChanged()
    await page.advance(2000)
    page.exit.stop()
    expect([page.listeners.size, page.timers.waiting()]).toEqual([0, 0])
  })
})

const invalid = 'Please enter a valid email address'
test.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  ['mara', invalid],
  ['mara@pipewell', invalid],
  ['mara@@pipewell.example', invalid],
  ['mara pipe@pipewell.example', invalid],
  ['@pipewell.example', invalid],
  ['mara@pipewell.', invalid],
  ['mara@pipewell.example', null],
  ['  mara@pipewell.example ', null],
  ['m@b.c', null],
])('validating %j: %s', (typed, fault) => {
  expect(emailFault(typed)).toBe(fault)
})

test('the request has the email address, the guide and the page', () => {
  expect(captureBody(' mara@pipewell.example ', '/blog/titles')).toEqual({
    email: 'mara@pipewell.example',
    source: 'reddit-marketing-guide',
    origin: 'Exit Intent Modal - /blog/titles',
  })
  expect(captureBody('m@b.c', `/${'x'.repeat(9000)}`).origin).toHaveLength(2020)
})

test.each<[unknown, string | null]>([
  [{ message: 'Too many attempts. Try again in 60 minutes.' }, 'Too many attempts. Try again in 60 minutes.'],
  [{ message: ' ' }, null],
  [{ message: 7 }, null],
  [{}, null],
  [null, null],
  ['message', null],
])('the message of the answer %j is %s', (answer, message) => {
  expect(messageOf(answer)).toBe(message)
})
