import { describe, expect, test } from 'vitest'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { parseCsv } from './read-csv.ts'
import { csvOf } from './write-csv.ts'

const rowsOf = (file: string) => {
  const csv = parseCsv(file)
  return csv.state === 'read' ? csv.rows.map(({ cells }) => cells) : csv
}

test('restores any text it wrote, with line breaks as \\n', () => {
  const random = pseudoRandom(7)
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!
  const parts = [
    'a',
    'crm',
    ' ',
    '"',
    "'",
    ',',
    ';',
    '\t',
    '\r',
    '\n',
    '\r\n',
    '=',
    '+',
    '-',
    '@',
    'ü',
    '配',
    '😀',
    '|',
    '\\',
  ]
  const text = () => Array.from({ length: Math.floor(random() * 6) }, () => pick(parts)).join('')
  for (let round = 0; round < 3_000; round++) {
    const head = ['query', 'kind', 'list']
    const rows = Array.from({ length: 1 + Math.floor(random() * 4) }, () => [`x${text()}`, text(), text()])
    const file = csvOf([head, ...rows])
    const read = rows.map((row) => row.map((cell) => cell.replace(/\r\n?/g, '\n')))
    expect(rowsOf(file), JSON.stringify(rows)).toEqual([head, ...read])
  }
})

describe('a cell that a spreadsheet would run', () => {
  const hidden: [string, string][] = [
    ['the first character', ''],
    ['after spaces', '   '],
    ['after a tab', '\t'],
    ['after a line break', '\r\n'],
    ['after a vertical tab and a form feed', '\v\f'],
    ['after a no-break space', '\u00a0'],
    ['after an ideographic space', '\u3000'],
    ['after a zero-width space', '\u200b'],
    ['after a zero-width joiner', '\u200d'],
    ['after a word joiner', '\u2060'],
    ['after a byte order mark', '\ufeff'],
    ['after a soft hyphen', '\u00ad'],
    ['after a right-to-left mark', '\u200f'],
    ['after a line separator', '\u2028'],
    ['after a next line', '\u0085'],
    ['after a NUL', '\0'],
    ['after a Hangul filler', '\u3164'],
    ['after a variation selector', '\ufe0f'],
    ['after a blank Braille cell', '\u2800'],
    ['after a mix of these', ' \u200b\t\ufeff\u00a0 '],
    ['after its own quote', "'"],
    ['after a quote and a space', "' "],
  ]
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
  test.each(hidden)('gets a quote in front if its sign is %s, and reading removes the quote', (_where, before) => {
    for (const sign of signs) {
      const value = `${before}${sign}1+1`
      const file = csvOf([['a', value]])
      expect(file, JSON.stringify(value)).toMatch(/,"?'/)
      expect(rowsOf(file)).toEqual([['a', value.replace(/\r\n?/g, '\n')]])
    }
  })

  test.each(['\nx', '\tx', '\rx', '=cmd|/c calc', ' =HYPERLINK("https://x.example","a")'])(
    'also gets a quote in front of %j',
    (value) => {
      expect(csvOf([['a', value]])).toMatch(/,"?'/)
    },
  )

  test.each([
    ['crm', 'crm'],
    ['c-level', 'c-level'],
    ['1+1', '1+1'],
    ["'s", "'s"],
    [' a = b', '" a = b"'],
    ['a\n=1', '"a\n=1"'],
    ['|=', '|='],
    ['"=1"', '"""=1"""'],
    ['é@x', 'é@x'],
    ['', ''],
  ])('does not include %j', (value, written) => {
    const file = csvOf([[value, 'a']])
    expect(file).toBe(`\ufeff${written},a\r\n`)
    expect(rowsOf(file)).toEqual([[value, 'a']])
  })
})

test('the file starts with a byte order mark, so that spreadsheets detect UTF-8', () => {
  expect(csvOf([['ü']]).charCodeAt(0)).toBe(0xfeff)
})

test.each([
  [
    'semicolons',
    'a;b\n1;2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\r\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'CR line endings',
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty lines',
    '\n\na,b\n\n1,\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'mixed line endings',
    'a,b\r\n1,2\n3,"4\r5"\r6,7',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4\n5'],
      ['6', '7'],
    ],
  ],
  ['the separator named in the first line', 'sep=;\r\na,b;c\r\n', [['a,b', 'c']]],
  ['a file that only names its separator', 'sep=;', []],
  ['a quoted line break', 'a,"b\nc"\n', [['a', 'b\nc']]],
  ['one column', 'crm\npipeline', [['crm'], ['pipeline']]],
  ['an empty file', '', []],
])('reads %s', (_, file, rows) => {
  expect(rowsOf(file)).toEqual(rows)
})

test('rows and faults have line numbers', () => {
  const csv = parseCsv('a\n"b\nc"\nd\n')
  expect(csv).toMatchObject({ rows: [{ line: 1 }, { line: 2 }, { line: 4 }] })
  expect(parseCsv('a\n"b')).toMatchObject({ state: 'faulty', line: 2 })
  expect(parseCsv('sep=,\na\n"b')).toMatchObject({ state: 'faulty', line: 3 })
  expect(parseCsv('a\n"b"c')).toMatchObject({ state: 'faulty', line: 2 })
  expect(parseCsv('a,"b\nc","d')).toMatchObject({ state: 'faulty', line: 2 })
})
