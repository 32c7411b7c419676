import type { FastifyInstance } from 'fastify'
import { loggedPath } from '../log.ts'

/** Counts answers, for the metrics. */
export interface AnswerMeter {
  answered(answer: { route: string; method: string; status: number; seconds: number }): void
}

/**
 * One line an answer: what was asked for and how long it took. Never a query, a header or a body: they hold secrets.
 * What only reads and succeeds is for debugging. The meter counts it under the route's pattern.
 */
export function logRequests(app: FastifyInstance, meter: AnswerMeter): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const { statusCode: status, elapsedTime } = reply
    meter.answered({ route: request.routeOptions.url ?? 'none', method, status, seconds: elapsedTime / 1000 })
    const level = status < 400 && method === 'GET' ? 'debug' : 'info'
    request.log[level]({ method, path: loggedPath(request.url), status, ms: Math.round(elapsedTime) }, 'answered')
  })
}
