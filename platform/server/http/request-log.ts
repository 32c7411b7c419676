import type { FastifyInstance } from 'fastify'
import { loggedPath } from '../log.ts'

/** Counts responses for the metrics. */
export interface AnswerMeter {
  answered(answer: { route: string; method: string; status: number; seconds: number }): void
}

/**
 * Logs one line per response, with path and duration. Never logs queries, headers or bodies: they may contain secrets.
 * Successful reads are logged at debug level. The meter counts responses by route pattern.
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
