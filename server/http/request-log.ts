import type { FastifyInstance } from 'fastify'

/** One line an answer: what was asked for and how long it took. Never a query, a header or a body: they hold secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?')
    const { method } = request
    request.log.info({ method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}
