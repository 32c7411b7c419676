import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { digestOf } from '#platform/server/digest.ts'
import { protectSecretAddress } from '#platform/server/http/secret-address.ts'
import { type FeedFormat, feedTypes, formatFeed } from './formats.ts'
import { readFeed } from './read-feed.ts'

/** The secret of an address, which may end with a format. */
const fileName = /^([\w-]{43})(?:\.(rss|json))?$/

/** Registers `GET /feeds/{token}` with `.rss`, `.json`, or the format that Accept asks for (DECISIONS 5). */
export function registerFeeds(app: FastifyInstance, ctx: Ctx): void {
  app.register(async (scope) => {
    protectSecretAddress(scope)
    scope.get<{ Params: { file: string } }>('/feeds/:file', async (request, reply) => {
      const [, secret, named] = fileName.exec(request.params.file) ?? []
      if (secret === undefined) throw new ApiError('NotFoundError', 'Not Found')
      const feed = await readFeed(ctx, secret)
      const format = (named as FeedFormat | undefined) ?? acceptedFormat(request)
      const body = formatFeed(feed, format, `${ctx.publicUrl}/feeds/${request.params.file}`)
      const etag = `"${digestOf(body)}"`
      const lastModified = new Date(Math.floor(feed.changedAt.getTime() / 1000) * 1000)
      reply.headers({
        // Kept by the program that reads it alone, which asks each time.
        'cache-control': 'private, no-cache',
        etag,
        'last-modified': lastModified.toUTCString(),
        vary: 'accept',
      })
      return isKnown(request, etag, lastModified) ? reply.code(304).send() : reply.type(feedTypes[format]).send(body)
    })
  })
}

/** Returns JSON Feed for those who prefer it, and RSS for everybody else. */
function acceptedFormat({ headers: { accept = '' } }: FastifyRequest): FeedFormat {
  const types = accept.toLowerCase()
  return /\bjson\b/.test(types) && !/\b(xml|html)\b/.test(types) ? 'json' : 'rss'
}

/** Returns whether the caller has this version. An ETag decides alone (RFC 9110, 13.2.2). */
function isKnown({ headers }: FastifyRequest, etag: string, lastModified: Date): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= lastModified.getTime()
}
