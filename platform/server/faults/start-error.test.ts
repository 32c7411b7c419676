import { DrizzleQueryError } from 'drizzle-orm'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { reportStartError, StartError } from './start-error.ts'

const printed = vi.spyOn(console, 'error').mockReturnValue()
afterEach(() => printed.mockClear())
afterAll(() => printed.mockRestore())

const refused = Object.assign(new Error('remaining connection slots are reserved'), { code: '53300' })
const broken = Object.assign(new Error('relation "lead" does not exist'), { code: '42P01' })

test.each([
  ['an error that an operator can fix', new StartError('PORT must be a number'), 'earshot: PORT must be a number'],
  ['a database without free connections', refused, 'earshot: the database is not responding (53300)'],
  ['a failed query', new DrizzleQueryError('select hush', ['hush'], broken), `earshot: ${broken.message}`],
])('%s is printed as one line', (_, error, line) => {
  expect(reportStartError(error)).toBe(1)
  expect(printed.mock.calls).toEqual([[line]])
})

test('a bug in the program is printed with its stack', () => {
  const fault = new TypeError('undefined is not a function')
  expect(reportStartError(fault)).toBe(1)
  expect(printed.mock.calls).toEqual([[fault]])
})
