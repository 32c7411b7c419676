import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameTextForm, storedForm } from './text-form.ts'

const text = 'Hi welder_99,\n\nyou asked for a pipe cutter. We make one, and it is cheap.\n\nBest,\nMaya'
const form = 'you asked for a pipe cutter we make one and it is cheap'

describe('counts as the same text', () => {
  test.each([
    ['the text itself', text, 'welder_99'],
    ['with another name', text.replace('welder_99', 'pipe-fan'), 'pipe-fan'],
    ['with a mention of the person', text.replace('welder_99', '/u/Pipe-Fan'), 'pipe-fan'],
    ['with the name inside', `Hello! ${form.replace('you asked', 'You asked, u/pipe-fan,')}`, 'pipe-fan'],
    ['with a first name', text.replace('welder_99', 'Anna Lena'), 'pipe-fan'],
    ['with another greeting', text.replace('Hi welder_99,', 'Good morning!'), 'pipe-fan'],
    ['without a greeting', text.replace('Hi welder_99,\n\n', ''), 'pipe-fan'],
    ['with another goodbye', text.replace('Best,\nMaya', 'Thanks a lot!'), 'welder_99'],
    ['with a goodbye on the same line', text.replace('\n\nBest,\nMaya', ' Cheers, Maya Roe'), 'welder_99'],
    ['without a goodbye', text.replace('Best,\nMaya', ''), 'welder_99'],
    ['in other case and white space', text.toUpperCase().replaceAll(' ', ' \t '), 'welder_99'],
    ['with other punctuation', text.replace('cutter. We', 'cutter… we').replace('one,', 'one –'), 'welder_99'],
    ['with a name whose Markdown is escaped', text.replace('welder_99', '\\_pipe\\_fan\\_'), '_pipe_fan_'],
    ['with bold words', text.replace('pipe cutter', '**pipe cutter**'), 'welder_99'],
    ['to nobody in particular', text.replace(' welder_99', ' there'), null],
  ])('%s', (_what, changed, handle) => {
    expect(sameTextForm(changed, handle)).toBe(form)
  })
})

test.each([
  ['another word', text.replace('cheap', 'good'), 'welder_99'],
  ['another number', 'It costs $40.', null],
  [
    'a sentence that begins like a goodbye',
    `${text.slice(0, -11)}Thanks for telling us about your leaky pipes.`,
    'welder_99',
  ],
])('%s counts as another text', (_what, changed, handle) => {
  expect(sameTextForm(changed, handle)).not.toBe(form)
  expect(sameTextForm(changed, handle)).not.toBe(sameTextForm('It costs $50.', null))
})

test.each([
  ['Thanks!', 'thanks'],
  ['Hi,', 'hi'],
  ['👍', '👍'],
  ['welder_99', 'welder_99'],
  ['配管を探しています。', '配管を探しています'],
  ['Größe? GRÖSSE!', 'grösse grösse'],
])('%j still has the form %j', (text, form) => {
  expect(sameTextForm(text, 'welder_99')).toBe(form)
})

test('names with special characters are plain text', () => {
  expect(sameTextForm('Hey -.a(b, look', '-.a(b')).toBe('look')
})

describe('Reddit stores the same message', () => {
  const own =
    'Try *this* [guide](https://pipewell.example/a_b?x=1&y=2) - it says "5 < 6"\n\n\n1. It\'s free_ly C:\\pipes'
  test.each([
    ['unchanged', own],
    ['with other line ends', own.replaceAll('\n', '\r\n')],
    ['without spare lines, and trimmed', `${own.replace('\n\n\n', '\n\n')}\n`],
    ['with escaped Markdown', own.replace(/[*_[\]()<.\\-]/g, '\\$&')],
    ['with encoded characters', own.replaceAll('&', '&amp;').replace('<', '&lt;').replaceAll('"', '&quot;')],
    ['encoded twice', own.replaceAll('&', '&amp;amp;').replace('<', '&amp;lt;').replace("'", '&#39;')],
    ['with other spaces', own.replaceAll(' ', '\u00a0').replace('says', '\u200bsays')],
    ['with encoded spaces', `${own}\n\n&#x200B;\n\n&nbsp;`],
    ['with other names of quotes', own.replaceAll('"', '&QUOT;').replace("'", '&apos;')],
    ['with a hexadecimal quote', own.replace("'", '&#x27;')],
    ['with an encoded comparison', own.replace('<', '&LT;').replaceAll('&', '&amp;')],
  ])('%s', (_what, stored) => {
    expect(storedForm(stored)).toBe(storedForm(own))
  })

  test.each([
    ['in other case', own.toLowerCase()],
    ['with another number', own.replace('5', '4')],
    ['with more behind it', `${own}.`],
    ['with words run together', own.replaceAll(' ', '')],
  ])('but not %s', (_what, stored) => {
    expect(storedForm(stored)).not.toBe(storedForm(own))
  })

  test('whatever it says, and however often it is encoded', () => {
    const pieces = fc.constantFrom(
      'a',
      'B',
      ' ',
      '\n',
      '*',
      '_',
      '&',
      '<',
      '>',
      '"',
      '\\',
      'amp;',
      'lt;',
      '#',
      'é',
      '😀',
    )
    const property = fc.property(fc.array(pieces, { maxLength: 60 }), fc.nat(3), (parts, times) => {
      const text = parts.join('')
      let stored = text.replace(/[*_#\\]/g, '\\$&').replace(/\s/g, '$& ')
      for (let time = 0; time < times; time++) {
        stored = stored.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      }
      expect(storedForm(stored)).toBe(storedForm(text))
    })
    fc.assert(property, { seed: 7, numRuns: 500 })
  })
})

test.each([['\n'], [' '], ['thanks '], ['Hi '], ['a'], ['&amp;'], ['.\n'], ['welder_99 ']])(
  '10,000 characters of %j take no time',
  (part) => {
    const long = part.repeat(10_000 / part.length)
    const start = performance.now()
    sameTextForm(long, 'welder_99')
    storedForm(long)
    expect(performance.now() - start).toBeLessThan(200)
  },
)
