import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../document.ts'
import { docsPage } from './page.ts'
import { style } from './style.ts'

/** Allows no script, image or other host: only the page's one style. */
const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Registers the API description: /api/openapi.json for programs and /api/docs for people. Both are built on the first
 * request.
 */
export function registerDocs(
  app: FastifyInstance,
  { version, publicUrl }: { version: string; publicUrl: string },
): void {
  let cached: { json: string; page: string } | null = null
  const docs = () => {
    if (cached) return cached
    const document = openApiDocument(version)
    cached = { json: JSON.stringify(document), page: docsPage(document, publicUrl) }
    return cached
  }
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(docs().json))
  app.get('/api/docs', (_request, reply) =>
    reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(docs().page),
  )
}
