import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../contract/errors.ts'

/**
 * Bodies are JSON in UTF-8, or empty, or bytes where an endpoint takes those. Any other type is refused, so that no form
 * of another site can send one.
 */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => {
    if (body.length === 0) return undefined
    try {
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    } catch {
      throw new ApiError('ValidationError', 'The request body is not valid JSON')
    }
  })
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  )
}
