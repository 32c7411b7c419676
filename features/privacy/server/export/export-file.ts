import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { inPerson, requestCtx } from '#platform/server/http/authenticate.ts'

/** Opens the finished file of an export. */
type Open = (ctx: Ctx, input: { id: string }) => Promise<{ name: string; bytes: number; stream: Readable }>

/**
 * Registers `GET /api/exports/:id/file`, the download. It isn't in the contract's table, because its answer is not
 * JSON.
 */
export function registerExportFile(app: FastifyInstance, ctx: Ctx, open: Open): void {
  app.get('/api/exports/:id/file', { exposeHeadRoute: false }, async (request, reply) => {
    const actor = await inPerson(ctx, request, reply)
    const params = z.object({ id: z.guid() }).safeParse(request.params)
    if (!params.success) throw new ApiError('NotFoundError', 'Not Found')
    const { name, bytes, stream } = await open(requestCtx(ctx, actor, request), params.data)
    return reply
      .headers({
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'content-length': bytes,
      })
      .send(stream)
  })
}
