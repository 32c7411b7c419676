import type { FastifyInstance } from 'fastify'
import { csvOf } from '../../contract/csv/write-csv.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { readQuery } from '../../contract/query/query.ts'
import type { Resource } from '../../contract/resource.ts'
import type { Ctx } from '../ctx.ts'
import { find, type Reading } from '../database/rows/find.ts'
import { authenticate, requestCtx } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { readQueryString } from './url.ts'

/** The most rows in a file. */
const rowsMost = 10_000

interface CsvFile<Row, Entity extends Record<string, unknown>> {
  /** The whole path, which starts with /api. */
  path: `/api/${string}.csv`
  fileName: string
  /** The endpoint of the same list as JSON, whose rights apply. */
  endpoint: Endpoint
  resource: Resource
  /** How rows are read, with their posts. */
  readingOf: (ctx: Ctx) => Reading<Row, Entity>
  /** The columns, each with its cell of a row; unknown values are empty. */
  columns: Readonly<Record<string, (entity: Entity) => string>>
}

/**
 * Registers a list as a file, with the same filters, order, and rights. Files aren't in the contract's table, because
 * their answers are not JSON.
 */
export function registerCsvFile<Row, Entity extends Record<string, unknown>>(
  app: FastifyInstance,
  ctx: Ctx,
  { path, fileName, endpoint, resource, readingOf, columns }: CsvFile<Row, Entity>,
): void {
  app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
    const actor = await authenticate(ctx, endpoint, request, reply)
    const query = readQuery(resource, readQueryString(request.url), 'list')
    const subject = { id: null, body: null, query, reading: undefined }
    const { data } = await authorize(ctx, actor, { endpoint, subject }, (allowed) => {
      const own = requestCtx(ctx, allowed, request)
      return find(own, readingOf(own), {
        ...query,
        populate: { post: { fields: null, populate: {} } },
        paging: { by: 'page', page: 1, pageSize: rowsMost },
      })
    })
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName}"`,
      })
      .send(csvOf([Object.keys(columns), ...data.map((row) => Object.values(columns).map((cell) => cell(row)))]))
  })
}
