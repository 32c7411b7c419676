import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { nextMonthly } from '#engine/rules/schedule.ts'
import { questionsOf } from '#engine/seo/queries.ts'
import type { Realm } from '#engine/sources.ts'
import { projectEntitlement } from '#features/billing/server/index.ts'
import { isActive, readActiveProjects } from '#features/watchlist/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { queriesOf } from './queries.ts'
import { seoQuestion, seoUpdate } from './tables.ts'

const startedMost = 100
/** How soon a project without access is looked at again. */
const lookAgainMs = 3_600_000

/**
 * Starts the monthly updates that are due, each in one transaction: the first when a project is set up, the others on the
 * 1st (DECISIONS 21). Updates that were missed, such as while the server was off, start once.
 */
export async function beginUpdates(ctx: Ctx): Promise<void> {
  for (let started = 0; started < startedMost && !ctx.stopping.aborted; started++) {
    if (!(await transaction(ctx, (tx) => beginNext(ctx, tx)))) return
  }
}

interface Due extends Record<string, unknown> {
  id: string
  realm: Realm
  timeZone: string
  sendToModel: boolean
  isFirst: boolean
  isOnlyMoved: boolean
}

/** Starts the update that has been due longest. Returns false if none is due. */
async function beginNext(ctx: Ctx, tx: Transaction): Promise<boolean> {
  const now = ctx.now()
  const isDue = sql`(u.project_id is null or u.realm <> p.realm or u.next_at <= ${now.toISOString()})`
  const dueProjects = sql`project p left join seo_update u on u.project_id = p.id
    where ${isActive} and (${isDue} or u.time_zone <> p.time_zone)`
  const { rows: locked } = await tx.execute<{ id: string }>(sql`
    select p.id from ${dueProjects} order by u.next_at nulls first, p.id limit 1 for no key update of p skip locked`)
  if (!locked[0]) return false
  // Read again: another worker may have started it between that statement's view of the rows and the lock.
  const { rows } = await tx.execute<Due>(sql`
    select p.id, p.realm, p.time_zone as "timeZone", p.send_to_model as "sendToModel",
      (u.started_at is null or u.realm <> p.realm) as "isFirst", not ${isDue} as "isOnlyMoved"
    from ${dueProjects} and p.id = ${locked[0].id}`)
  const [due] = rows
  if (!due) return true
  const { id, realm, timeZone } = due
  const nextAt = nextMonthly(timeZone, now)
  if (due.isOnlyMoved) {
    await tx.update(seoUpdate).set({ timeZone, nextAt }).where(eq(seoUpdate.projectId, id))
    return true
  }
  const entitled = await projectEntitlement(ctx, tx, id)
  if (!entitled?.access.granted) {
    const nextLook = new Date(now.getTime() + lookAgainMs)
    const later = { realm, timeZone, nextAt: nextLook, ...(due.isFirst && { startedAt: null, finishedAt: null }) }
    await tx
      .insert(seoUpdate)
      .values({ projectId: id, ...later })
      .onConflictDoUpdate({ target: seoUpdate.projectId, set: later })
    return true
  }
  const source = ctx.search?.realm === realm ? ('search' as const) : ('estimate' as const)
  const values = { realm, timeZone, source, startedAt: now, finishedAt: null, nextAt, isFirst: due.isFirst }
  await tx
    .insert(seoUpdate)
    .values({ projectId: id, ...values })
    .onConflictDoUpdate({ target: seoUpdate.projectId, set: values })
  await giveUpOpen(tx, sql`${seoQuestion.projectId} = ${id}`)
  await insertQuestions(ctx, tx, due, { source, startedAt: now })
  await announce(ctx, tx, 'seo', [id])
  return true
}

/** Ends the questions of an earlier update that were never answered. */
async function giveUpOpen(tx: Transaction, of: SQL): Promise<void> {
  await tx
    .update(seoQuestion)
    .set({ dueAt: null, fault: sql`coalesce(${seoQuestion.fault}, 'Not asked in time')` })
    .where(and(of, isNotNull(seoQuestion.dueAt)))
}

async function insertQuestions(
  ctx: Ctx,
  tx: Transaction,
  { id: projectId, realm, sendToModel }: Due,
  { source, startedAt }: { source: 'search' | 'estimate'; startedAt: Date },
): Promise<void> {
  const [watching] = await readActiveProjects(tx, sql`p.id = ${projectId}`)
  if (!watching) return
  const { texts: searches } = await queriesOf(tx, projectId)
  const asked =
    source === 'estimate'
      ? searches.map((text) => ({ kind: 'estimated' as const, text, engine: '' }))
      : searches.flatMap((text) =>
          (ctx.search?.engines ?? []).map((engine) => ({ kind: 'ranking' as const, text, engine })),
        )
  const model = sendToModel && ctx.model && modelRealm(ctx) === realm ? ctx.model.model : null
  const cited = model === null ? [] : questionsOf(watching.profile)
  const questions = [...asked, ...cited.map((text) => ({ kind: 'cited' as const, text, engine: model! }))]
  if (questions.length === 0) return
  const common = { projectId, realm, updateAt: startedAt, dueAt: startedAt }
  await tx.insert(seoQuestion).values(questions.map((question) => ({ ...question, ...common, id: ctx.id() })))
}

/** Returns the realm of what the model cites: the sandbox's model knows only threads of the sandbox. */
function modelRealm({ model, sandbox }: Ctx): Realm {
  return sandbox !== null && model?.url === sandbox.chatModel.url ? 'sandbox' : 'real'
}

/** Marks updates without open questions as finished. */
export async function finishUpdates(ctx: Ctx): Promise<void> {
  await transaction(ctx, async (tx) => {
    const finished = await tx
      .update(seoUpdate)
      .set({ finishedAt: ctx.now() })
      .where(
        sql`${seoUpdate.startedAt} is not null and ${seoUpdate.finishedAt} is null and not exists (
          select from seo_question q where q.project_id = ${seoUpdate.projectId} and q.due_at is not null)`,
      )
      .returning({ projectId: seoUpdate.projectId })
    await announce(
      ctx,
      tx,
      'seo',
      finished.map(({ projectId }) => projectId),
    )
  })
}
