import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../contract/errors.ts'

/**
 * Accepts only JSON in UTF-8, an empty body, or bytes and lines of JSON at endpoints that take them. Refuses other types,
 * so that no form on another site can submit one.
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
    ['application/octet-stream', 'application/x-ndjson'],
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => body,
  )
}
