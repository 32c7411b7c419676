import { sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import { type Opportunity, type Sibling, siblingsMax } from '../../contract.ts'
import type { LeadKey } from '../leads.ts'

/** Returns the copies of some leads by lead id, earliest posts first; leads without copies have no entry. */
export async function siblingsOf(
  tx: Transaction,
  leads: readonly (LeadKey & { siblingOf: string | null })[],
): Promise<Map<string, Pick<Opportunity, 'siblings' | 'siblingCount'>>> {
  const found = new Map<string, Pick<Opportunity, 'siblings' | 'siblingCount'>>()
  if (leads.length === 0) return found
  const column = (value: (lead: (typeof leads)[number]) => string) => sql.param(leads.map(value))
  const { rows } = await tx.execute<
    { of: string; count: number; postedAt: Date | null } & Omit<Sibling, 'postedAt'>
  >(sql`
    select l.id as of, f.count, f.id, p.subreddit, p.author, p.permalink, f.posted_at as "postedAt"
    from unnest(${column(({ projectId }) => projectId)}::uuid[], ${column(({ id }) => id)}::uuid[],
      ${column(({ id, siblingOf }) => siblingOf ?? id)}::uuid[]) with ordinality as l(project_id, id, root, place)
    cross join lateral (
      select o.*, count(*) over ()::int as count
      from (
        select id, post_id, posted_at from opportunity where project_id = l.project_id and sibling_of = l.root
          and ${isReleasedAs('opportunity')}
        union all
        select id, post_id, posted_at from opportunity where project_id = l.project_id and id = l.root
      ) o
      where o.id <> l.id
      order by o.posted_at, o.id limit ${siblingsMax}
    ) f
    join post p on p.id = f.post_id
    order by l.place, f.posted_at, f.id`)
  for (const { of, count, postedAt, id, subreddit, author, permalink } of rows) {
    const group = found.get(of) ?? { siblings: [], siblingCount: count }
    const posted = postedAt === null ? null : new Date(postedAt).toISOString()
    group.siblings.push({ id, subreddit, author, permalink, postedAt: posted })
    found.set(of, group)
  }
  return found
}
