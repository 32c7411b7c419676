import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { bar, count, duration, ProgressDisplay, progressLine, rate, size } from '../progress.ts'

test.each([
  [0, '0 items'],
  [1, '1 item'],
  [43_714, '43,714 items'],
])('counts %s as "%s"', (items, text) => {
  expect(count(items, 'item')).toBe(text)
})

test('counts units with an irregular plural', () => {
  expect([count(1, 'batch', 'batches'), count(2, 'batch', 'batches')]).toEqual(['1 batch', '2 batches'])
})

test.each([
  [1000, 2, '500/s'],
  [43_714, 2.3, '19,006/s'],
  [0, 5, '0/s'],
  [500, 0, '–/s'],
])('%s items in %s seconds are %s', (items, seconds, text) => {
  expect(rate(items, seconds)).toBe(text)
})

test.each([
  [0, '0.0 s'],
  [9.99, '9.9 s'],
  [10, '10 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [200, '3 min 20 s'],
  [7500, '2 h 5 min'],
])('%s seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [3_440_000, '3.4 MB'],
  [12_300_000_000, '12 GB'],
  [5e15, '5000 TB'],
])('%s bytes are %s', (bytes, text) => {
  expect(size(bytes)).toBe(text)
})

test.each([
  [0, '░░░░'],
  [0.5, '██░░'],
  [1, '████'],
  [1.4, '████'],
  [-1, '░░░░'],
])('a share of %s fills %s', (share, text) => {
  expect(bar(share, 4)).toBe(text)
})

describe('the progress line', () => {
  const progress = { label: 'posts.ndjson.gz', items: 18_500, share: 0.43, seconds: 4.3 }

  test('shows name, percentage, items, speed and time left', () => {
    expect(progressLine(progress, 120)).toBe(
      'posts.ndjson.gz █████████░░░░░░░░░░░  43 % · 18,500 items · 4,302/s · 5.7 s left',
    )
  })

  test('counts in the given unit', () => {
    expect(progressLine({ ...progress, unit: 'row' }, 120)).toContain('18,500 rows')
  })

  test.each([
    ['at the beginning', 0],
    ['at the end', 1],
  ])('%s leaves out the time left', (_, share) => {
    expect(progressLine({ ...progress, share }, 120)).not.toContain('left')
  })

  test.each([120, 79, 60, 50, 30, 6, 3])('fits into %s columns', (columns) => {
    const line = progressLine(progress, columns)
    expect(line.length).toBeLessThan(columns)
    expect(line).not.toBe('')
  })

  test('drops the bar before the numbers, and the name before the percentage', () => {
    expect(progressLine(progress, 70)).toBe('posts.ndjson.gz  43 % · 18,500 items · 4,302/s · 5.7 s left')
    expect(progressLine(progress, 50)).toBe(' 43 % · 18,500 items · 4,302/s · 5.7 s left')
  })
})

describe('the progress display', () => {
  class Screen extends Writable {
    text = ''
    readonly isTTY: boolean
    readonly columns = 60
    constructor(isTTY: boolean) {
      super()
      this.isTTY = isTTY
    }
    override _write(chunk: Buffer, _: string, done: () => void): void {
      this.text += chunk.toString()
      done()
    }
  }
  let ms = 0
  const now = () => new Date(ms)
  const at = (share: number) => ({ label: 'a', items: share * 1000, share, seconds: share })

  test('redraws one line on a terminal, at most ten times a second, and clears it at the end', () => {
    const screen = new Screen(true)
    const display = new ProgressDisplay(screen, now)
    for (const share of [0.1, 0.11, 0.12, 0.2]) {
      display.show(at(share))
      ms += 50
    }
    display.end()
    const drawn = screen.text.split('\r\x1b[K')
    expect(drawn.map((line) => /\d+ %/.exec(line)?.[0])).toEqual([undefined, '10 %', '12 %', undefined])
    expect(screen.text).not.toContain('\n')
  })

  test('prints a line for every tenth elsewhere, without control sequences', () => {
    const screen = new Screen(false)
    const display = new ProgressDisplay(screen, now)
    for (let percent = 0; percent <= 100; percent++) display.show(at(percent / 100))
    display.end()
    const lines = screen.text.trimEnd().split('\n')
    expect(lines.map((line) => Number(/(\d+) %/.exec(line)?.[1]))).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    expect(screen.text).not.toContain('\r')
    expect(screen.text).not.toContain('\x1b')
  })

  test('starts over for the next task', () => {
    const screen = new Screen(false)
    const display = new ProgressDisplay(screen, now)
    display.show(at(1))
    display.end()
    display.show(at(0.1))
    expect(screen.text.match(/ %/g)).toHaveLength(2)
  })

  test.each([
    ['a terminal', true, 100],
    ['other outputs', false, 5000],
  ])('limits how often notes on %s appear', (_, isTTY, interval) => {
    const screen = new Screen(isTTY)
    const display = new ProgressDisplay(screen, now)
    display.note('3 left')
    ms += interval - 1
    display.note('2 left')
    ms += 1
    display.note('1 left')
    expect(screen.text.match(/\d left/g)).toEqual(['3 left', '1 left'])
  })
})
