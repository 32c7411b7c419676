import { type SQL, sql } from 'drizzle-orm'
import type { Candidate } from '#engine/candidates/candidates.ts'
import type { Headline } from '#engine/explain/headline.ts'
import { agedLabel, replyWindowOf, windowEndOf } from '#engine/order/reply-window.ts'
import { scoreOf } from '#engine/score/chance.ts'
import { type Component, type Label, leastLabel } from '#engine/score/component.ts'
import type { Realm } from '#engine/sources.ts'
import { type KeyedLead, toBeCompared } from '#features/leads/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'

/** The project and post of a lead. */
interface PostKey {
  projectId: string
  postId: string
}

/** A scored candidate and the project version that scored it. */
export interface ScoredCandidate extends Candidate {
  postId: string
  /** The realm of the post. */
  realm: Realm
  version: number
  /** By profile and judges alone. */
  score: number
  label: Label
  /** Computed on access. */
  readonly components: Component[]
  /** Computed on access. */
  readonly sentence: Headline | null
  postedAt: number | null
  /** The keys that identify copies of its text; empty unless it is a lead. */
  copyKeys: string[]
}

/**
 * Writes scored candidates, sorted by post and project, as opportunities, and announces them. Leads that a user decided
 * on or saved stay and only get the new score; others are removed once they are no longer leads. Returns the new leads:
 * each is its own primary until groupDuplicates() runs.
 */
export async function upsertOpportunities(
  ctx: Ctx,
  tx: Transaction,
  judged: readonly ScoredCandidate[],
): Promise<KeyedLead[]> {
  const isLead = ({ label }: ScoredCandidate) => label >= leastLabel
  const shown = await shownAmong(
    tx,
    judged.filter((each) => !isLead(each)),
  )
  const demoted = judged.filter((each) => !isLead(each) && shown.has(keyOf(each)))
  const withdrawn = await removeUntouched(tx, demoted)
  const leads = judged.filter((each) => isLead(each) || shown.has(keyOf(each)))
  const written = await write(ctx, tx, leads)
  await toBeCompared(ctx, tx, leads)
  const projects = written.map(({ projectId }) => projectId)
  await announce(ctx, tx, 'opportunities', [...new Set([...withdrawn, ...projects])])
  if (written.length > 0) await ctx.queue.send(tx, 'alerts', {})
  return written.filter(({ isNew }) => isNew)
}

/** Returns which of these candidates, usually none, already have a lead. */
async function shownAmong(tx: Transaction, pairs: readonly ScoredCandidate[]): Promise<Set<string>> {
  if (pairs.length === 0) return new Set()
  const { rows } = await tx.execute<{ projectId: string; postId: string }>(sql`
    select o.project_id as "projectId", o.post_id as "postId"
    from ${keysTable(pairs)}
    join opportunity o on o.project_id = p.project_id and o.post_id = p.post_id`)
  return new Set(rows.map(keyOf))
}

/** Returns the pairs as a table p. */
function keysTable(pairs: readonly PostKey[]): SQL {
  const column = (value: (postKey: PostKey) => string) => sql.param(pairs.map(value))
  return sql`unnest(${column(({ projectId }) => projectId)}::uuid[], ${column(({ postId }) => postId)}::uuid[])
    as p(project_id, post_id)`
}

function keyOf({ projectId, postId }: PostKey): string {
  return `${projectId} ${postId}`
}

/** Removes leads that no user decided on, saved or works on; returns the project of each. */
export async function removeUntouched(tx: Transaction, pairs: readonly PostKey[]): Promise<string[]> {
  if (pairs.length === 0) return []
  return projectsOf(
    tx,
    sql`
      delete from opportunity o
      using ${keysTable(pairs)}
      where o.project_id = p.project_id and o.post_id = p.post_id and o.state = 'new' and not o.saved
        and not is_worked_on(o.project_id, o.id)
      returning o.project_id`,
  )
}

/**
 * Uses the label and reply window as of now, like the sweep. Rows are passed as one JSON text, since they are mostly JSON,
 * which an array would have to quote again.
 */
async function write(ctx: Ctx, tx: Transaction, judged: readonly ScoredCandidate[]): Promise<Written[]> {
  if (judged.length === 0) return []
  const now = ctx.now()
  const rows = judged.map(({ projectId, postId, realm, label, components, sentence, postedAt, copyKeys }) => {
    const aged = agedLabel(label, replyWindowOf(postedAt, now.getTime()))
    const times = { postedAt: instant(postedAt), windowDueAt: instant(windowEndOf(postedAt, now.getTime())) }
    const score = scoreOf(components)
    return { id: ctx.id(), projectId, postId, realm, score, label: aged, components, sentence, copyKeys, ...times }
  })
  const { rows: written } = await tx.execute<{ id: string; projectId: string }>(sql`
      insert into opportunity (project_id, id, post_id, realm, score, label, components, sentence, posted_at,
        window_due_at, copy_keys, created_at, updated_at)
      select l."projectId", l.id, l."postId", l.realm, l.score, l.label, l.components, l.sentence, l."postedAt",
        l."windowDueAt", l."copyKeys", ${now.toISOString()}, ${now.toISOString()}
      from json_to_recordset(${JSON.stringify(rows)}) as l(id uuid, "projectId" uuid, "postId" uuid, realm text, score real,
        label smallint, components jsonb, sentence jsonb, "postedAt" timestamptz, "windowDueAt" timestamptz, "copyKeys" bigint[])
      where l.label >= ${leastLabel}
        or exists (select from opportunity o where o.project_id = l."projectId" and o.post_id = l."postId")
      order by l."postId", l."projectId"
      on conflict (project_id, post_id) do update
      set score = excluded.score, label = excluded.label, components = excluded.components,
        sentence = excluded.sentence, posted_at = excluded.posted_at, window_due_at = excluded.window_due_at,
        updated_at = excluded.updated_at
      where (opportunity.score, opportunity.label, opportunity.components, opportunity.sentence, opportunity.posted_at,
        opportunity.window_due_at) is distinct from (excluded.score, excluded.label, excluded.components,
        excluded.sentence, excluded.posted_at, excluded.window_due_at)
      returning id, project_id as "projectId"`)
  // An existing lead keeps its ID.
  const fresh = new Map(rows.map(({ id, copyKeys }) => [id, copyKeys]))
  return written.map(({ id, projectId }) => {
    return { id, projectId, copyKeys: fresh.get(id) ?? [], isNew: fresh.has(id) }
  })
}

/** A lead that was written; existing leads are not compared with copies again. */
interface Written extends KeyedLead {
  isNew: boolean
}

async function projectsOf(tx: Transaction, statement: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ project_id: string }>(statement)
  return rows.map(({ project_id: projectId }) => projectId)
}

function instant(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
