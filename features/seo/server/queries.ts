import { eq, sql } from 'drizzle-orm'
import { searchesOf } from '#engine/seo/queries.ts'
import { readActiveProjects } from '#features/watchlist/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import type { SeoQueries, SeoQueriesPut } from '../contract.ts'

/** Returns the queries of a project's next update: its own, or else those that its watchlist suggests. */
export async function queriesOf(tx: Transaction, id: string): Promise<SeoQueries> {
  const [row] = await tx.select({ own: project.seoQueries }).from(project).where(eq(project.id, id))
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  if (row.own) return { texts: row.own, isOwn: true }
  const [watching] = await readActiveProjects(tx, sql`p.id = ${id}`)
  return { texts: watching ? searchesOf(watching.profile) : [], isOwn: false }
}

/** Replaces the queries that search engines are asked from the next update on; null is those of the watchlist. */
export async function putQueries(ctx: Ctx, { id, queries }: { id: string } & SeoQueriesPut): Promise<SeoQueries> {
  requireRight(ctx, id, 'changeWatchlist')
  const own = queries && [...new Map(queries.map((text) => [text.toLowerCase(), text])).values()]
  return transaction(ctx, async (tx) => {
    const row = await lockProjectWithRight(ctx, tx, id, 'changeWatchlist')
    if (JSON.stringify(row.seoQueries) !== JSON.stringify(own)) {
      await tx.update(project).set({ seoQueries: own, updatedAt: ctx.now() }).where(eq(project.id, id))
      const details = { changed: ['seoQueries'] }
      await audit(ctx, tx, { projectId: id, action: 'project.update', subjectId: id, details })
      await announce(ctx, tx, 'seo', [id])
    }
    return queriesOf(tx, id)
  })
}
