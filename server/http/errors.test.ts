import Fastify from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'
import { answerErrors } from './errors.ts'

test.each([
  ['40P01', 409, 'Others were changing the same just now. Please try again.'],
  ['40001', 409, 'Others were changing the same just now. Please try again.'],
  ['23503', 404, 'Not Found'],
  ['22012', 500, 'Internal Server Error'],
])('what the database ends with %s is answered %i', async (code, status, message) => {
  const app = Fastify()
  answerErrors(app, null)
  app.get('/', () => {
    throw Object.assign(new pg.DatabaseError('of a row that is private', 1, 'error'), { code })
  })
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.json().error.message]).toEqual([status, message])
  expect(answer.body).not.toContain('private')
})
