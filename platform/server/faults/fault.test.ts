import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { faultOf, isDatabaseAway, isDiskFull, wordsOf } from './fault.ts'

const coded = (code: string, message = 'said') => Object.assign(new Error(message), { code })

describe('a fault', () => {
  const hushed = Object.assign(new Error('hush: Key (email)=(mara@example.com)'), { code: '23505' })
  test.each([
    ['an error', hushed],
    ['an error wrapped in a failed query', new DrizzleQueryError('insert hush', ['hush'], hushed)],
    ['a plain copy of an error, as the queue creates it', { ...hushed, message: hushed.message, stack: hushed.stack }],
  ])('of %s keeps its code and location, but no data', (_, thrown) => {
    const fault = faultOf(thrown)
    expect(fault).toMatchObject({ error: 'Error', code: '23505' })
    expect(fault.at[0]).toMatch(/^at .*fault\.test\.ts/)
    expect(JSON.stringify(fault)).not.toMatch(/hush|mara/)
  })

  test.each([
    ['timeout exceeded when trying to connect', 'CONNECT_TIMEOUT'],
    ['timeout exceeded when trying to connect (Queue: backfill)', 'CONNECT_TIMEOUT'],
    ['Connection terminated unexpectedly', 'CONNECTION_LOST'],
    ['Client has encountered a connection error and is not queryable', 'CONNECTION_LOST'],
    ['something else', null],
  ])('with the message %j and no code gets the code %s', (message, code) => {
    expect(faultOf(new Error(message)).code).toBe(code)
  })

  test.each([undefined, null, 'hush', 7, {}, { message: 'hush' }])('of %j, a non-error, is its type', (thrown) => {
    expect(faultOf(thrown)).toEqual({ error: typeof thrown, code: null, at: [] })
  })
})

test.each([
  ['57P01', true],
  ['57P03', true],
  ['08006', true],
  ['53300', true],
  ['ECONNREFUSED', true],
  ['ECONNRESET', true],
  ['ENOTFOUND', true],
  ['57014', false],
  ['23505', false],
  ['QUERY_TIMEOUT', true],
  ['53100', false],
  ['ENOENT', false],
])('error code %s means that the database is away: %s', (code, isAway) => {
  expect(isDatabaseAway(coded(code))).toBe(isAway)
  expect(isDatabaseAway(new DrizzleQueryError('select', [], coded(code)))).toBe(isAway)
})

test.each([
  ['53100', true],
  ['ENOSPC', true],
  ['EDQUOT', true],
  ['57P01', false],
])('error code %s means that a disk is full: %s', (code, isFull) => {
  expect(isDiskFull(new DrizzleQueryError('insert', [], coded(code)))).toBe(isFull)
})

test("the message for a command's user contains no query or values", () => {
  const query = (error: Error) => new DrizzleQueryError('insert into post', ['hush'.repeat(1_000_000)], error)
  expect(wordsOf(query(coded('22P02', 'invalid input syntax')))).toBe('invalid input syntax')
  expect(wordsOf(query(coded('57P01')))).toBe('the database is not responding (57P01)')
  expect(wordsOf(query(coded('53100')))).toBe('the disk is full (53100). Free up space, then try again')
  expect(wordsOf(new Error('the file is empty'))).toBe('the file is empty')
  expect(wordsOf('gone')).toBe('gone')
})
