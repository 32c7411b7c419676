import { expect, test } from 'vitest'
import { ApiError, errorBody } from '../../contract/errors.ts'
import { CallError, callError, fieldErrors, messageOf } from './call-error.ts'

test("the server's error is thrown as it came", () => {
  const error = callError(errorBody(new ApiError('ConflictError', 'Already rejected', { by: 'Ann' })))
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({
    name: 'ConflictError',
    status: 409,
    message: 'Already rejected',
    details: { by: 'Ann' },
  })
})

test.each([undefined, null, '', '<html>', {}, { error: 'no' }, { data: null, error: { status: '500' } }])(
  '%j is an UnknownError with status 500',
  (body) => {
    expect(callError(body)).toMatchObject({ name: 'UnknownError', status: 500 })
  },
)

test('faults find their fields, whether the path begins with data or not', () => {
  const error = callError(
    errorBody(
      new ApiError('ValidationError', '3 errors occurred', {
        errors: [
          { path: ['data', 'name'], message: 'name is required', name: 'ValidationError' },
          { path: ['keywords', 3], message: 'too long', name: 'ValidationError' },
          { path: ['keywords', 4], message: 'second fault', name: 'ValidationError' },
          { path: ['secret'], message: 'Invalid key secret', name: 'ValidationError' },
          'nonsense',
        ],
      }),
    ),
  )
  expect([...fieldErrors(error, ['name', 'keywords', 'website'])]).toEqual([
    ['name', 'name is required'],
    ['keywords', 'too long'],
  ])
})

test('errors without faults have none', () => {
  expect(fieldErrors(new Error('no'), ['name']).size).toBe(0)
  expect(fieldErrors(callError(undefined), ['name']).size).toBe(0)
})

test('anything thrown has words for a person', () => {
  expect(messageOf(new Error('Project not found'))).toBe('Project not found')
  expect(messageOf('x')).toMatch(/went wrong/)
})

test('an error can be told in the words of a place and stays what it is', () => {
  const error = callError(errorBody(new ApiError('UnauthorizedError', 'Missing or invalid credentials')))
  expect(error.saying('Error fetching projects')).toMatchObject({ status: 401, message: 'Error fetching projects' })
})

test('an error can be said of one field', () => {
  const taken = callError(errorBody(new ApiError('ApplicationError', 'Email or Username are already taken')))
  expect(fieldErrors(taken, ['email']).size).toBe(0)
  expect([...fieldErrors(taken.at('email'), ['email', 'password'])]).toEqual([['email', taken.message]])
  expect(taken.at('email')).toMatchObject({ name: 'ApplicationError', status: 400 })
})
