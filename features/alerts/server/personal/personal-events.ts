import { sql } from 'drizzle-orm'
import { type Mentionable, mentionedIn, readableNote } from '#engine/notes/mentions.ts'
import { placeName } from '#engine/places/places.ts'
import { ownerOfTask } from '#features/crm/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { nameInMail, oneLine } from '#platform/server/mail/name-in-mail.ts'
import type { DeliveryKey } from '#platform/server/outbox/outbox.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import type { AlertEvent } from '../tables.ts'

/** The characters of a note that a message shows. */
const noteMost = 500
const eventsMost = 50

interface EventRow extends Record<string, unknown> {
  kind: 'reminder' | 'note' | 'task'
  text: string
  lead: string | null
  subreddit: string | null
  handle: string | null
  person: string | null
  by: string | null
  /** The person whom it is about, if the message goes to others. */
  whom: string | null
}

/**
 * Reads what a message tells about reminders, tasks, and notes, as they are now: reminders and tasks that were moved,
 * cleared, done, or taken over, and reminders of decided leads, are left out. It has the team's own words and no text
 * of posts, so that nothing has to be withdrawn when a post is deleted.
 */
export async function personalEvents(ctx: Ctx, tx: Transaction, { projectId, id }: DeliveryKey): Promise<AlertEvent[]> {
  const now = ctx.now().toISOString()
  const { rows } = await tx.execute<EventRow>(sql`
    select case when r.id is not null then 'reminder' when t.id is not null then 'task' else 'note' end as kind,
      coalesce(r.text, t.text, n.text) as text, o.id as lead, p.subreddit, h.handle, h.id as person,
      b.email as by, case when d.user_id is null then w.email end as whom
    from delivery d
    join delivery_alert l on l.project_id = d.project_id and l.delivery_id = d.id
    join alert a on a.project_id = l.project_id and a.id = l.alert_id
    join member w on w.project_id = a.project_id and w.user_id = a.user_id
    left join reminder r on r.project_id = a.project_id and r.id = a.reminder_id and r.created_by = a.user_id
      and not r.done and r.due_at <= ${now}
    left join task t on t.project_id = a.project_id and t.id = a.task_id and ${ownerOfTask} = a.user_id
      and t.done_at is null and t.due_at <= ${now}
    left join note n on n.project_id = a.project_id and n.id = a.note_id
    left join opportunity o on o.project_id = a.project_id and o.id = coalesce(r.opportunity_id, n.opportunity_id)
      and ${isSeenAs('o')}
    left join post p on p.id = o.post_id
    left join person h on h.project_id = a.project_id and h.id = coalesce(t.person_id, n.person_id)
    left join member b on b.project_id = n.project_id and b.user_id = n.created_by
    where d.project_id = ${projectId} and d.id = ${id}
      and (o.state = 'new' or t.id is not null or (n.id is not null and (o.id is not null or h.id is not null)))
    order by a.id limit ${eventsMost}`)
  const people = await peopleOf(tx, projectId, rows.map(({ text }) => text).join(' '))
  return rows.map((row) => eventOf(row, people))
}

function eventOf({ kind, text, lead, subreddit, handle, person, ...row }: EventRow, people: Mentionable[]): AlertEvent {
  const [by, whom] = [row.by, row.whom].map((address) => address && nameInMail(address.split('@')[0] ?? ''))
  const place = lead === null ? `u/${handle}` : `a lead in ${placeName(subreddit ?? '')}`
  const path =
    lead !== null
      ? { path: `/app/opportunities?lead=${lead}` }
      : person !== null
        ? { path: `/app/crm?person=${person}` }
        : {}
  if (kind === 'task') {
    return { subject: whom ? `Task for ${whom}: ${place}` : `Task: ${place}`, text: oneLine(text), ...path }
  }
  if (kind === 'reminder') {
    const subject = !whom ? `Reminder: ${place}` : `Reminder for ${whom}: ${place}`
    return { subject, text: oneLine(text) || "It's time to look at it again.", ...path }
  }
  const words = oneLine(readableNote(text, people))
  return {
    subject: `${by || 'A former member'} mentioned ${whom || 'you'} in a note about ${place}`,
    text: words.length > noteMost ? `${words.slice(0, noteMost)}…` : words,
    ...path,
  }
}

async function peopleOf(tx: Transaction, projectId: string, text: string): Promise<Mentionable[]> {
  const ids = mentionedIn(text)
  if (ids.length === 0) return []
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select user_id as id, email as name from member
    where project_id = ${projectId} and user_id = any (${sql.param(ids)}::uuid[])`)
  return rows
}
