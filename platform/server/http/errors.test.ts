import Fastify from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'
import { floorBytes } from '../free-space.ts'
import { answerErrors } from './errors.ts'

const plenty = Number.POSITIVE_INFINITY
const full = 'The disk is full. Free up space on the server, then try again.'

test.each([
  ['40P01', plenty, 409, 'Someone else changed this at the same time. Try again.'],
  ['40001', plenty, 409, 'Someone else changed this at the same time. Try again.'],
  ['23503', plenty, 404, 'Not Found'],
  ['22012', plenty, 500, 'Internal Server Error'],
  ['57P03', plenty, 503, 'The server cannot reach its database. Try again in a moment.'],
  // PostgreSQL reports a full disk, or is down while the disk is nearly full.
  ['53100', plenty, 503, full],
  ['57P03', floorBytes - 1, 503, full],
  ['22012', 0, 500, 'Internal Server Error'],
])('database error %s with %d bytes free gets status %i', async (code, free, status, message) => {
  const app = Fastify()
  answerErrors(app, { freeBytes: async () => free }, null)
  app.get('/', () => {
    throw Object.assign(new pg.DatabaseError('of a row that is private', 1, 'error'), { code })
  })
  const answer = await app.inject('/')
  expect([answer.statusCode, answer.json().error.message]).toEqual([status, message])
  expect(answer.body).not.toContain('private')
})
