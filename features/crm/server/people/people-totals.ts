import { and, type SQL, sql } from 'drizzle-orm'
import type { Query } from '#platform/contract/query/query.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { compile } from '#platform/server/database/rows/filter.ts'
import { ownRows } from '#platform/server/database/rows/find.ts'
import type { StageTotal } from '../../contract-stages.ts'
import { person } from '../tables.ts'
import { people } from './people.ts'

/** Returns how many people that match a query's filters are in each stage, and the sums of their values. */
export async function peopleTotals(ctx: Ctx, { where }: Pick<Query, 'where'>): Promise<StageTotal[]> {
  const filtered: SQL | undefined = where ? compile(where, { ...people.columns, ...people.derived }) : undefined
  const { rows } = await readOnly(ctx, (tx) =>
    tx.execute<{ stage: string; currency: string | null; people: number; sum: string | null }>(sql`
      select ${person.stage} as stage, ${person.currency} as currency, count(*)::int as people,
        sum(${person.value}) as sum
      from ${person} where ${and(ownRows(ctx, people), filtered) ?? sql`true`}
      group by 1, 2 order by 1, 2`),
  )
  return [...Map.groupBy(rows, ({ stage }) => stage)].map(([stage, parts]) => ({
    stage,
    people: parts.reduce((sum, part) => sum + part.people, 0),
    values: parts.flatMap(({ currency, sum }) => (currency === null ? [] : [{ currency, sum: Number(sum) }])),
  }))
}
