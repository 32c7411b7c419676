import { and, eq, ne, sql } from 'drizzle-orm'
import { alertRouter } from '#engine/alerts/matching.ts'
import { digestDue } from '#engine/alerts/timing.ts'
import { requireQuery } from '#features/search/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { type AlertPreview, type AlertPreviewRule, previewFindsMax } from '../contract.ts'
import { type Find, readFinds } from './finds.ts'
import { scheduleOf } from './reschedule.ts'
import { alertRule } from './tables.ts'

const weekMs = 7 * 24 * 3_600_000
/** The newest finds that are compared. */
const comparedMost = 2000

/** A rule that isn't saved has no ID. */
const unsaved = 'unsaved'

/** Returns what a rule would have sent in the last seven days. Throws ValidationError for a query that can't be read. */
export async function previewAlertRule(
  ctx: Ctx,
  { id: projectId, data }: { id: string; data: AlertPreviewRule },
): Promise<AlertPreview> {
  requireRight(ctx, projectId, 'readWatchlist')
  const { rule: savedId, ...rule } = data
  if (rule.query !== '') requireQuery(rule.query)
  const { kind } = rule
  if (kind !== 'lead' && kind !== 'mention') return { messages: null, count: null, finds: [] }
  return readOnly(ctx, async (tx) => {
    const now = ctx.now()
    const [place] = await tx.select({ timeZone: project.timeZone }).from(project).where(eq(project.id, projectId))
    const others = rule.restOnly ? await otherRules(tx, { projectId, kind, savedId }) : []
    const route = alertRouter([...others, { ...rule, id: unsaved }])
    const where = sql`r.released_at > ${new Date(now.getTime() - weekMs).toISOString()}`
    const read = await readFinds(tx, projectId, { kind, where, limit: comparedMost })
    // A find was as old at its release as the rule would have seen it.
    const matched = read.filter((find) => route(find, find.at).includes(unsaved))
    const schedule = scheduleOf(rule, place?.timeZone ?? 'UTC')
    const windows = new Set(matched.map((find) => digestDue(schedule, find.at) ?? find.at))
    return {
      messages: new Set([...windows].map((at) => at.getTime())).size,
      count: matched.length,
      finds: matched.slice(0, previewFindsMax).map(presentFind),
    }
  })
}

/** Returns the rules that may send what the rule would leave to them. */
function otherRules(
  tx: Transaction,
  { projectId, kind, savedId }: { projectId: string; kind: 'lead' | 'mention'; savedId: string | undefined },
) {
  const isOther = savedId === undefined ? undefined : ne(alertRule.id, savedId)
  return tx
    .select()
    .from(alertRule)
    .where(and(eq(alertRule.projectId, projectId), eq(alertRule.kind, kind), eq(alertRule.status, 'active'), isOther))
}

function presentFind({ id, item, sentence, score, permalink, at }: Find): AlertPreview['finds'][number] {
  const { subreddit, title, postedAt } = item
  return {
    ...{ id, subreddit, title, sentence, score, permalink, at: at.toISOString() },
    postedAt: postedAt === null ? null : new Date(postedAt).toISOString(),
  }
}
