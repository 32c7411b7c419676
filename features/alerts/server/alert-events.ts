import { and, eq, inArray, sql } from 'drizzle-orm'
import { keywordEvent, type NamedEvent, quotaEvent, sourceEvent, spikeEvents } from '#engine/alerts/events.ts'
import { keywordAdvice } from '#engine/candidates/keyword-advice.ts'
import { shownSources } from '#engine/sources.ts'
import { latestSpikes } from '#features/mentions/server/index.ts'
import { keyword, keywordHealthOf } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { sourceHealth } from '#platform/server/database/tables.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { activeRules, addAlerts, lockAlerts } from './evaluate-alerts.ts'
import { alert } from './tables.ts'

const eventKinds = ['spike', 'keywordHealth', 'sourceTrouble', 'quota'] as const
type EventKind = (typeof eventKinds)[number]

/**
 * Looks for the events that rules are about, in each project that has such a rule. Each rule sends an event once. An
 * error in one project does not hold up the others.
 */
export async function runAlertEvents(ctx: Ctx): Promise<void> {
  let fault: { error: unknown } | null = null
  for (const projectId of await transaction(ctx, projectsWithRules)) {
    if (ctx.stopping.aborted) return
    await transaction(ctx, (tx) => addEvents(ctx, tx, projectId)).catch((error: unknown) => {
      ctx.log.error({ projectId, ...faultOf(error) }, 'looking for events failed')
      fault = { error }
    })
  }
  if (fault) throw (fault as { error: unknown }).error
}

async function projectsWithRules(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct r.project_id as id from alert_rule r join project p on p.id = r.project_id
    where r.status = 'active' and r.kind = any (${sql.param([...eventKinds])}::text[])
      and p.status not in ('draft', 'archived') order by 1`)
  return rows.map(({ id }) => id)
}

async function addEvents(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await lockAlerts(tx, projectId)
  const rules = await activeRules(tx, projectId, eventKinds)
  for (const kind of eventKinds) {
    const own = rules.filter((rule) => rule.kind === kind)
    if (own.length === 0) continue
    for (const { item, subject, text } of await eventsOf[kind](ctx, tx, projectId)) {
      const matched = own.map(({ id: ruleId }) => ({ ruleId, item, postId: null, details: { subject, text } }))
      await addAlerts(ctx, tx, { projectId, rules: own, matched })
    }
  }
  await ctx.queue.send(tx, 'alerts', {})
}

const eventsOf: Record<EventKind, (ctx: Ctx, tx: Transaction, projectId: string) => Promise<NamedEvent[]>> = {
  spike: async (ctx, tx, projectId) => {
    const sent = await tx
      .select({ item: alert.item })
      .from(alert)
      .where(and(eq(alert.projectId, projectId), sql`${alert.item} like 'spike %'`))
    return spikeEvents(await latestSpikes(ctx, tx, projectId), new Set(sent.map(({ item }) => item)))
  },
  keywordHealth: async (ctx, tx, projectId) => {
    const health = await keywordHealthOf(ctx, tx, projectId)
    const now = ctx.now().getTime()
    const keywords = await tx
      .select({ id: keyword.id, query: keyword.query, createdAt: keyword.createdAt })
      .from(keyword)
      .where(and(eq(keyword.projectId, projectId), eq(keyword.status, 'active'), sql`${keyword.kind} <> 'competitor'`))
    const start = health.since === null ? null : Date.parse(health.since)
    return keywords.flatMap((each) => {
      const own = health.phrases.find(({ kind, phrase }) => kind === 'keyword' && phrase === each.query)
      // A new keyword has had no time to match.
      const since = start === null ? null : Math.max(start, each.createdAt.getTime())
      const advice = keywordAdvice({ from: health.from, since }, own, now)
      return advice === null ? [] : [keywordEvent(advice, each)]
    })
  },
  sourceTrouble: async (ctx, tx, projectId) => {
    const [seeing] = await tx
      .select({ realm: project.realm, sources: project.sources })
      .from(project)
      .where(eq(project.id, projectId))
    const shown = seeing ? shownSources(seeing).filter((source) => source !== 'archive') : []
    if (shown.length === 0) return []
    const states = await tx.select().from(sourceHealth).where(inArray(sourceHealth.source, shown))
    return states.flatMap((state) => sourceEvent(state, sourceLabels[state.source] ?? state.source, ctx.now()) ?? [])
  },
  quota: async (ctx, tx, projectId) => {
    const { rows } = await tx.execute<Record<'keywords' | 'competitors', number>>(sql`
      select (select count(*)::int from keyword where project_id = ${projectId} and paused_by = 'quota'
          and kind <> 'competitor') as keywords,
        (select count(*)::int from competitor where project_id = ${projectId} and paused_by = 'quota') as competitors`)
    const month = ctx.now().toISOString().slice(0, 7)
    return (['keywords', 'competitors'] as const).flatMap((what) => quotaEvent(what, rows[0]?.[what] ?? 0, month) ?? [])
  },
}

const sourceLabels: Readonly<Record<string, string>> = {
  'reddit-api': 'The Reddit API',
  'reddit-rss': 'Reddit RSS',
  sandbox: 'The sandbox',
  hackernews: 'Hacker News',
}
