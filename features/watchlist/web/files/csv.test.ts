import { expect, test } from 'vitest'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { csvOf, listOf, listText, parseCsv } from './csv.ts'

const rowsOf = (file: string) => {
  const csv = parseCsv(file)
  return csv.state === 'read' ? csv.rows.map(({ cells }) => cells) : csv
}

test('what is written is read again, whatever it is', () => {
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
    expect(rowsOf(file), JSON.stringify(rows)).toEqual([head, ...rows])
    const values = Array.from({ length: Math.floor(random() * 4) }, () => `x${text()}`.trim())
    expect(listOf(listText(values))).toEqual(values)
  }
})

test.each(['＝1+1', '＠sum', '\nx', '=1+1', '+1', '-word', '@here', '\tx', '\rx', "'=1", '=cmd|/c calc'])(
  '%j starts no formula',
  (value) => {
    const [, cell] = csvOf([['a', value]]).split(',')
    expect(cell).toMatch(/^"?'/)
    expect(rowsOf(csvOf([['a', value]]))).toEqual([['a', value]])
  },
)

test('it begins with the mark by which spreadsheets know UTF-8', () => {
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
    'old line ends',
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
  ['the separator that the first line names', 'sep=;\r\na,b;c\r\n', [['a,b', 'c']]],
  ['a file that names its separator alone', 'sep=;', []],
  ['a quoted line end', 'a,"b\nc"\n', [['a', 'b\nc']]],
  ['one column', 'crm\npipeline', [['crm'], ['pipeline']]],
  ['nothing', '', []],
])('reads %s', (_, file, rows) => {
  expect(rowsOf(file)).toEqual(rows)
})

test('rows know their lines, and so do faults', () => {
  const csv = parseCsv('a\n"b\nc"\nd\n')
  expect(csv).toMatchObject({ rows: [{ line: 1 }, { line: 2 }, { line: 4 }] })
  expect(parseCsv('a\n"b')).toMatchObject({ state: 'faulty', line: 2 })
  expect(parseCsv('sep=,\na\n"b')).toMatchObject({ state: 'faulty', line: 3 })
  expect(parseCsv('a\n"b"c')).toMatchObject({ state: 'faulty', line: 2 })
})
