import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { nameInMail } from '#platform/server/mail/name-in-mail.ts'
import type { DeliveryKey } from '#platform/server/outbox/outbox.ts'
import type { AlertEvent } from '../tables.ts'

const eventsMost = 100

interface Row extends Record<string, unknown> {
  id: string
  handle: string
  from: string
  fromName: string | null
  to: string
  toName: string | null
  value: string | null
  currency: string | null
  by: string | null
  at: string
}

/** Reads what a message tells about people who changed their stage. Those who were deleted since are left out. */
export async function stageEvents(tx: Transaction, { projectId, id }: DeliveryKey): Promise<AlertEvent[]> {
  const { rows } = await tx.execute<Row>(sql`
    select p.id, p.handle, e.data->>'from' as from, f.name as "fromName", e.data->>'to' as to, t.name as "toName",
      p.value::text as value, p.currency, m.email as by, e.created_at as at
    from delivery_alert l
    join alert a on a.project_id = l.project_id and a.id = l.alert_id
    join person_event e on e.project_id = a.project_id and 'stage ' || e.id = a.item
    join person p on p.project_id = e.project_id and p.id = e.person_id
    left join person_stage f on f.project_id = e.project_id and f.key = e.data->>'from'
    left join person_stage t on t.project_id = e.project_id and t.key = e.data->>'to'
    left join member m on m.project_id = e.project_id and m.user_id = e.created_by
    where l.project_id = ${projectId} and l.delivery_id = ${id}
    order by a.id limit ${eventsMost}`)
  return rows.map(eventOf)
}

function eventOf({ id, handle, from, fromName, to, toName, value, currency, by, at }: Row): AlertEvent {
  const who = by === null ? 'Earshot' : nameInMail(by.split('@')[0] ?? '')
  return {
    subject: `u/${handle} is in ${nameInMail(toName ?? to)}`,
    text: `${who} moved u/${handle} from ${nameInMail(fromName ?? from)} to ${nameInMail(toName ?? to)}.`,
    path: `/app/crm?person=${id}`,
    person: {
      ...{ id, handle, from, to, value: value === null ? null : Number(value), currency },
      ...{ by, at: new Date(at).toISOString() },
    },
  }
}
