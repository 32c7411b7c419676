import { and, eq, sql } from 'drizzle-orm'
import { isQuoteKind } from '#engine/insights/quote-kinds.ts'
import { dayIn } from '#engine/rules/schedule.ts'
import { brandOf, presentBrand } from '#features/agencies/server/index.ts'
import { projectEntitlement } from '#features/billing/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { type Actor, actingAs, type Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { Tile } from '../contract-boards.ts'
import type { InsightQuotes } from '../contract-quotes.ts'
import type { InsightSeries } from '../contract-series.ts'
import type { SharedInsights } from '../contract-shared.ts'
import { publishedBoards } from './boards.ts'
import { quotesOf } from './quotes.ts'
import { periodUntil, queryOf } from './report-query.ts'
import { seriesOf } from './series/series-of.ts'
import { insightShare, report } from './tables.ts'

/** How many charts of a link may be read per hour; a board has up to 24, and several people may open it. */
const readsPerHour = 3000
/** How long after an opening the next one is recorded, in ms. */
const recordedMs = 3_600_000
const key = /^[\w-]{43}$/

interface Link extends Record<string, unknown> {
  id: string
  project_id: string
  name: string
  board: string | null
  report_id: string | null
  days: number
  expires_at: Date
  opened_at: Date | null
  project_name: string
  time_zone: string
}

/** Returns whether a key opens a link now. */
export async function opensLink(ctx: Ctx, token: string): Promise<boolean> {
  const link = await linkOf(ctx, token)
  if (!link) return false
  return readOnly(asReader(ctx, link), async (tx) => (await tilesOf(ctx, tx, link)) !== null)
}

/**
 * Returns what a link shows. Throws NotFoundError if the key is unknown, the link expired, its board or report is gone, or
 * the project is archived or has no plan; RateLimitError.
 */
export async function readShared(ctx: Ctx, { token }: { token: string }): Promise<SharedInsights> {
  const link = await spentLink(ctx, token)
  const { tiles, brand } = await readOnly(asReader(ctx, link), async (tx) => ({
    tiles: await tilesOf(ctx, tx, link),
    brand: await brandOf(tx, link.project_id),
  }))
  if (tiles === null) throw new ApiError('NotFoundError', 'Not Found')
  await recordOpening(ctx, link)
  return {
    name: link.name,
    project: { name: link.project_name, timeZone: link.time_zone },
    brand: brand && presentBrand(brand),
    ...{ tiles, ...periodOf(ctx, link) },
    expiresAt: link.expires_at.toISOString(),
  }
}

/** Returns the numbers of one chart of a link. Throws NotFoundError also for charts that the link doesn't show. */
export async function readSharedSeries(ctx: Ctx, { id, token }: { id: string; token: string }): Promise<InsightSeries> {
  const link = await spentLink(ctx, token)
  return readOnly(asReader(ctx, link), async (tx) => {
    const tile = (await tilesOf(ctx, tx, link))?.find((each) => each.id === id)
    const query = tile && queryOf(tile.definition, periodOf(ctx, link))
    if (!query) throw new ApiError('NotFoundError', 'Not Found')
    return seriesOf(ctx, tx, link.project_id, query)
  })
}

/** Returns the quotes of one chart of a link as they are now. Throws NotFoundError like readSharedSeries. */
export async function readSharedQuotes(ctx: Ctx, { id, token }: { id: string; token: string }): Promise<InsightQuotes> {
  const link = await spentLink(ctx, token)
  const reader = asReader(ctx, link)
  const definition = await readOnly(
    reader,
    async (tx) => (await tilesOf(ctx, tx, link))?.find((each) => each.id === id)?.definition,
  )
  if (!definition || !isQuoteKind(definition.metric)) throw new ApiError('NotFoundError', 'Not Found')
  const { metric: kind, subreddits } = definition
  return quotesOf(reader, link.project_id, { kind, subreddits, ...periodOf(ctx, link) })
}

async function linkOf(ctx: Ctx, token: string): Promise<Link | null> {
  if (!key.test(token)) return null
  const [link] = await ctx.db.ask<Link>({
    name: 'share-of-key',
    text: 'select * from share_of_key($1, $2)',
    values: [digestOf(token), ctx.now()],
  })
  return link ?? null
}

async function spentLink(ctx: Ctx, token: string): Promise<Link> {
  const link = await linkOf(ctx, token)
  if (!link) throw new ApiError('NotFoundError', 'Not Found')
  const budget = { key: `shared insights ${link.id}`, attempts: readsPerHour, minutes: 60 }
  await spend(ctx, [budget], 'This link was opened too often')
  return link
}

/** Returns the context of someone who may see what a client of the link's project may, and nothing else. */
function asReader(ctx: Ctx, { id, project_id: projectId }: Link): Ctx {
  const actor: Actor = {
    kind: 'user',
    // No user has this ID.
    userId: id,
    sessionId: null,
    token: { id, scope: 'read' },
    memberships: [{ projectId, role: 'client' }],
  }
  return actingAs(ctx, actor)
}

/** Returns the charts of a link. Null if there are none to show anymore, or the project has no plan. */
async function tilesOf(ctx: Ctx, tx: Transaction, link: Link): Promise<Tile[] | null> {
  const { project_id: projectId, board, report_id: reportId } = link
  if (!(await projectEntitlement(ctx, tx, projectId))?.access.granted) return null
  const tiles = board === null ? await reportTile(tx, projectId, reportId) : await boardTiles(tx, projectId, board)
  return tiles ?? null
}

async function boardTiles(tx: Transaction, projectId: string, id: string): Promise<Tile[] | undefined> {
  return (await publishedBoards(tx, projectId)).find((board) => board.id === id)?.tiles
}

async function reportTile(tx: Transaction, projectId: string, id: string | null): Promise<Tile[] | undefined> {
  if (id === null) return undefined
  return tx
    .select({ id: report.id, title: report.name, definition: report.definition })
    .from(report)
    .where(and(eq(report.projectId, projectId), eq(report.id, id)))
}

function periodOf(ctx: Ctx, { time_zone: timeZone, days }: Link): { from: string; to: string } {
  return periodUntil(dayIn(timeZone, ctx.now()).day, days)
}

async function recordOpening(ctx: Ctx, link: Link): Promise<void> {
  const { id, project_id: projectId, opened_at: openedAt } = link
  const now = ctx.now()
  if (openedAt !== null && now.getTime() - openedAt.getTime() < recordedMs) return
  await transaction(asReader(ctx, link), (tx) =>
    tx
      .update(insightShare)
      .set({ openedAt: sql`greatest(${insightShare.openedAt}, ${now.toISOString()}::timestamptz)` })
      .where(and(eq(insightShare.projectId, projectId), eq(insightShare.id, id))),
  )
}
