import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'

/**
 * Registers `GET /api/brand-logos/:id`: a logo, for everyone who has its address, since links and mails show it to people
 * without an account. It is always a PNG that Earshot made.
 */
export function registerBrandLogos(app: FastifyInstance, ctx: Ctx): void {
  app.get('/api/brand-logos/:id', { exposeHeadRoute: false }, async (request, reply) => {
    const params = z.object({ id: z.uuid() }).safeParse(request.params)
    const [found] = params.success
      ? await ctx.db.ask<{ logo: Buffer }>({
          name: 'brand-logo',
          text: 'select logo from agency_brand where logo_id = $1',
          values: [params.data.id],
        })
      : []
    if (!found) throw new ApiError('NotFoundError', 'Not Found')
    return reply
      .headers({
        'content-type': 'image/png',
        'content-disposition': 'inline; filename="logo.png"',
        // Another logo has another address.
        'cache-control': 'public, max-age=86400, immutable',
      })
      .send(found.logo)
  })
}
