import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { readableNote } from '#engine/notes/mentions.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { faultOfField } from '#platform/server/database/rows/own-row.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import { TimelineEntry, timelineKinds, timelinePageSize } from '../../contract-timeline.ts'
import { mentionsOf } from '../note-mentions.ts'
import type { KnownPerson } from './forget-people.ts'
import { namesOf, requirePerson } from './one-person.ts'

interface Asked {
  id: string
  before?: string | undefined
  kinds?: readonly TimelineEntry['kind'][] | undefined
}

interface Row extends Record<string, unknown> {
  kind: TimelineEntry['kind']
  id: string
  /** In microseconds. */
  at: string
  by: string | null
  details: Record<string, unknown>
}

/** The characters of texts that are shown. */
const shownMost = 500

/** Returns what happened with a person, the newest first. Everything is read from where it is stored. */
export async function readTimeline(
  ctx: Ctx,
  { id, before, kinds = timelineKinds }: Asked,
): Promise<{ entries: TimelineEntry[]; next: string | null }> {
  const start = before === undefined ? null : positionOf(before)
  return readOnly(ctx, async (tx) => {
    const known = await requirePerson(ctx, tx, id, 'readOutreach')
    const after = start
      ? sql`(micros, kind, id) < (${start.at}::bigint, ${start.kind}::text, ${start.id}::uuid)`
      : sql`true`
    const { rows } = await tx.execute<Row>(sql`
      select kind, id, micros::text as at, by, details from (
        select t.kind, t.id, (extract(epoch from t.at) * 1000000)::bigint as micros, m.email as by, t.details
        from (${sql.join(sources(known), sql` union all `)}) t
        left join member m on m.project_id = ${known.projectId} and m.user_id = t.user_id
      ) entry
      where kind = any (${sql.param([...kinds])}::text[]) and ${after}
      order by micros desc, kind desc, id desc limit ${timelinePageSize + 1}`)
    const shown = rows.slice(0, timelinePageSize)
    const last = rows.length > timelinePageSize ? shown.at(-1) : undefined
    return {
      entries: await present(tx, known, shown),
      next: last ? `${last.at}.${last.kind}.${last.id}` : null,
    }
  })
}

const Position = z.tuple([z.string().regex(/^\d{1,18}$/), z.enum(timelineKinds), z.uuid()])

/** Returns the entry after which a page begins. Throws ValidationError. */
function positionOf(before: string): { at: string; kind: string; id: string } {
  const parsed = Position.safeParse(before.split('.'))
  if (!parsed.success) throw faultOfField('before', 'before must be the next of the page before')
  const [at, kind, id] = parsed.data
  return { at, kind, id }
}

/** Returns what the timeline consists of, each source with the same columns. */
function sources(known: KnownPerson): SQL[] {
  const { projectId, id } = known
  const text = (column: SQL) => sql`left(${column}, ${shownMost})`
  return [
    sql`select e.kind, e.id, e.created_at as at, e.created_by as user_id, e.data || jsonb_build_object(
        'to', case e.kind when 'owner' then to_jsonb(o.email) else e.data->'to' end, 'handle', a.handle) as details
      from person_event e
      left join member o on o.project_id = e.project_id and o.user_id = e.owner_id
      left join person_alias a on a.project_id = e.project_id and a.id = e.alias_id
      where e.project_id = ${projectId} and e.person_id = ${id}`,
    sql`select 'note', n.id, n.created_at, n.created_by, jsonb_build_object('text', n.text)
      from note n where n.project_id = ${projectId} and n.person_id = ${id}`,
    sql`select 'task', k.id, k.done_at, k.done_by, jsonb_build_object('text', k.text)
      from task k where k.project_id = ${projectId} and k.person_id = ${id} and k.done_at is not null`,
    sql`select 'message', g.id, coalesce(g.sent_at, g.created_at), g.created_by, jsonb_build_object(
        'conversation', c.id, 'channel', c.channel, 'direction', g.direction, 'state', g.state,
        'text', ${text(sql`g.text`)}, 'permalink', g.permalink)
      from conversation c join message g on g.project_id = c.project_id and g.conversation_id = c.id
      where c.project_id = ${projectId} and c.person_id = ${id} and g.state <> 'draft'`,
    sql`select 'lead', l.id, l.released_at, null::uuid, jsonb_build_object(
        'lead', l.id, 'title', p.title, 'subreddit', p.subreddit, 'permalink', p.permalink,
        'quote', ${text(sql`p.body`)})
      from opportunity l join post p on p.id = l.post_id
      where l.project_id = ${projectId} and lower(p.author) in (${namesOf(known)}) and l.sibling_of is null
        and ${isSeenAs('l')}`,
    sql`select 'reply', l.id, d.created_at, d.user_id, jsonb_build_object(
        'lead', l.id, 'text', ${text(sql`d.text`)}, 'permalink', d.permalink)
      from opportunity l
      join post p on p.id = l.post_id
      join decision d on d.project_id = l.project_id and d.opportunity_id = l.id and d.kind = 'reply'
      where l.project_id = ${projectId} and lower(p.author) in (${namesOf(known)}) and ${isSeenAs('l')}
        -- A reply that Earshot posted is among the messages.
        and not exists (
          select from conversation c join message g on g.project_id = c.project_id and g.conversation_id = c.id
          where c.project_id = l.project_id and c.person_id = ${id} and g.permalink = d.permalink)`,
    sql`select 'invitation', i.id, i.created_at, i.created_by, jsonb_build_object(
        'quote', i.quote, 'permalink', i.permalink)
      from invitation i where i.project_id = ${projectId} and i.person_id = ${id}`,
  ]
}

async function present(tx: Transaction, { projectId }: KnownPerson, rows: readonly Row[]): Promise<TimelineEntry[]> {
  const notes = rows.filter(({ kind }) => kind === 'note').map(({ id }) => ({ projectId, id }))
  const people = await mentionsOf(tx, notes)
  return rows.map(({ kind, id, at, by, details }) => {
    const instant = new Date(Number(at) / 1000).toISOString()
    const readable = kind === 'note' ? { text: readableNote(String(details.text), people.get(id) ?? []) } : {}
    return TimelineEntry.parse({ kind, id, at: instant, by, ...details, ...readable })
  })
}
