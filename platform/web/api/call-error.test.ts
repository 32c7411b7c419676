import { expect, test } from 'vitest'
import { ApiError, errorBody } from '../../contract/errors.ts'
import { CallError, callError, fieldErrors, messageOf } from './call-error.ts'

test('keeps the status, name, message and details of an error from the server', () => {
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
  'the body %j becomes an UnknownError with status 500',
  (body) => {
    expect(callError(body)).toMatchObject({ name: 'UnknownError', status: 500 })
  },
)

test('a failure of the server gets words for people, and other errors keep their own', () => {
  const failure = callError(errorBody(new ApiError('InternalServerError', 'Internal Server Error')))
  expect(messageOf(failure)).toBe('Something went wrong. Please try again.')
  expect(messageOf(callError(errorBody(new ApiError('ConflictError', 'Already rejected'))))).toBe('Already rejected')
  expect(messageOf(callError(errorBody(new ApiError('InternalServerError', 'Broken'))))).toBe('Broken')
})

test('finds the first fault of each field, with or without data at the start of the path', () => {
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

test('errors without faults have no field errors', () => {
  expect(fieldErrors(new Error('no'), ['name']).size).toBe(0)
  expect(fieldErrors(callError(undefined), ['name']).size).toBe(0)
})

test('any thrown value gets a readable message', () => {
  expect(messageOf(new Error('Project not found'))).toBe('Project not found')
  expect(messageOf('x')).toMatch(/went wrong/)
})

test('saying() replaces the message and keeps the status', () => {
  const error = callError(errorBody(new ApiError('UnauthorizedError', 'Missing or invalid credentials')))
  expect(error.saying('Error fetching projects')).toMatchObject({ status: 401, message: 'Error fetching projects' })
})

test('at() assigns an error to one field', () => {
  const taken = callError(errorBody(new ApiError('ApplicationError', 'Email or Username are already taken')))
  expect(fieldErrors(taken, ['email']).size).toBe(0)
  expect([...fieldErrors(taken.at('email'), ['email', 'password'])]).toEqual([['email', taken.message]])
  expect(taken.at('email')).toMatchObject({ name: 'ApplicationError', status: 400 })
})
