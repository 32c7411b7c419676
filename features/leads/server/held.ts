import { sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import type { Held, Releases } from '../contract.ts'

interface Row extends Record<string, unknown> {
  leads: string
  leadsAt: string | null
  mentions: string
  mentionsAt: string | null
}

/** Returns how many items a project holds, and until when. Throws NotFoundError. */
export async function heldOf(tx: Transaction, projectId: string): Promise<Releases> {
  const { rows } = await tx.execute<Row>(sql`
    select p.leads_release_at as "leadsAt", p.mentions_release_at as "mentionsAt",
      (select coalesce(sum(c.delta), 0) from opportunity_count c
        where c.project_id = p.id and c.realm = p.realm and c.state = 'held') as leads,
      (select count(*) from mention m
        where m.project_id = p.id and m.realm = p.realm and not ${isReleasedAs('m')}) as mentions
    from project p where p.id = ${projectId}`)
  const [row] = rows
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return { leads: held(row.leads, row.leadsAt), mentions: held(row.mentions, row.mentionsAt) }
}

function held(count: string, releasesAt: string | null): Held {
  return { count: Number(count), releasesAt: releasesAt === null ? null : new Date(releasesAt).toISOString() }
}
