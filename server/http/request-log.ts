import type { FastifyInstance } from 'fastify'

/**
 * One line an answer: what was asked for and how long it took. Never a query, a header or a body: they hold secrets.
 * What only reads and succeeds is for debugging.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?')
    const { method } = request
    const level = reply.statusCode < 400 && method === 'GET' ? 'debug' : 'info'
    request.log[level]({ method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}
