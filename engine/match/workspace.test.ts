import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Folder } from '../text/text.ts'
import { buildMatcher } from './match.ts'
import { Workspace } from './workspace.ts'

/** Returns everything that token lookups read from a folder. */
function read(folder: Folder, text: string) {
  folder.fold(text)
  const { length, tokens } = folder
  return {
    codes: String.fromCharCode(...folder.codes.subarray(0, length)),
    classes: [...folder.classes.subarray(0, length)],
    positions: Array.from({ length }, (_, at) => [folder.startOf(at), folder.endOf(at)]),
    tokenStarts: [...folder.tokenStarts.subarray(0, tokens)],
    tokenEnds: [...folder.tokenEnds.subarray(0, tokens)],
    tokenHashes: [...folder.tokenHashes.subarray(0, tokens)],
  }
}

const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code))
const texts = [
  '',
  ' ',
  'a',
  'exactly8',
  ascii,
  ascii.toUpperCase().repeat(3),
  'It’s **bo**ld, ~~ol~~d and a\\_name_ — 2*3, f*ck, *****, a***b, a****b',
  'İﬁ👍🏽e\u0301 ＡＢＣ straße ΟΔΟΣ 价格 สวัสดี \ud800 \udc00 \u0301\u0301 \u200b',
  'no more than sevén',
]
test.each(texts)('reads the same as a folder: %j', (text) => {
  expect(read(new Workspace(0), text)).toEqual(read(new Folder(), text))
})

const unit = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((code) => String.fromCharCode(code))
const anyUnit = fc.oneof(
  { arbitrary: unit(0, 127), weight: 5 },
  {
    arbitrary: fc.constantFrom(...'aZ09 _*~\\`\'"-.+\n\t\u00a0\u007féßİﬁ’“価ー😀\u0301\u200b\ud83d\udc4d\u1160ﾞ'),
    weight: 4,
  },
  { arbitrary: unit(0, 0xffff), weight: 1 },
)

test('reads three thousand random texts the same as a folder', () => {
  const [workspace, folder] = [new Workspace(0), new Folder()]
  fc.assert(
    fc.property(fc.string({ unit: anyUnit, maxLength: 40, size: 'max' }), (text) => {
      expect(read(workspace, text)).toEqual(read(folder, text))
    }),
    { seed: 20_261_123, numRuns: 3_000 },
  )
})

test('each workspace learns characters independently', () => {
  const text = 'x ҂ ҂҂ y'
  const [first, second] = [new Workspace(0), new Workspace(0)]
  expect(read(first, text)).toEqual(read(second, text))
  expect(read(second, text)).toEqual(read(new Folder(), text))
})

test('a text longer than any post grows the workspace and keeps its tables', () => {
  const phrases = ['ﬁn', ...Array.from({ length: 20_000 }, (_, number) => `w${number} of ${number % 9}`)]
  const few = buildMatcher(['ﬁn', 'w7 of 7'])
  const many = buildMatcher(phrases)
  const text = `${'ﬁn w7 OF 7, w7 of 8. '.repeat(10_000)}w7 of 7`
  for (const [matcher, second] of [
    [few, 1],
    [many, phrases.indexOf('w7 of 7')],
  ] as const) {
    const counts = new Map<number, number>()
    let last = [0, 0]
    matcher.scan(text, (phrase, start, end) => {
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
      last = [start, end]
    })
    expect(counts.get(0)).toBe(10_000)
    expect(counts.get(second)).toBe(10_001)
    expect(last).toEqual([text.length - 7, text.length])
  }
})

test('a word far longer than all phrases matches none of them', () => {
  const words = Array.from({ length: 10 }, (_, number) => `w${number}`)
  const matcher = buildMatcher(words)
  const found: number[] = []
  for (let number = 0; number < 40; number++) {
    matcher.scan(`${String.fromCharCode(97 + (number % 26), 97 + number).repeat(200_000)} w1`, (phrase) =>
      found.push(phrase),
    )
  }
  expect(found).toEqual(new Array(40).fill(1))
})

test('the callback for a match can use other matchers', () => {
  const [outer, inner] = [buildMatcher(['crm', 'a crm']), buildMatcher(['help'])]
  const matches: string[] = []
  outer.scan('a crm, or a crm', (phrase, start, end) => {
    inner.scan('some help', (_, from, to) => matches.push(`${phrase} ${start}-${end} ${from}-${to}`))
  })
  expect(matches).toEqual(['1 0-5 5-9', '0 2-5 5-9', '1 10-15 5-9', '0 12-15 5-9'])
})

test('a callback that throws does not affect the next text', () => {
  const matcher = buildMatcher(['crm'])
  const fail = () => {
    throw new Error('callback failed')
  }
  expect(() => matcher.scan('a crm', fail)).toThrow('callback failed')
  const positions: number[] = []
  matcher.scan('the crm', (_, start, end) => positions.push(start, end))
  expect(positions).toEqual([4, 7])
})
