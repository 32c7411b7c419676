import { type SQL, sql } from 'drizzle-orm'
import type { Grouping } from '#engine/insights/metrics.ts'

/** The columns of counted rows, as far as they have them. `value` is that of the other dimensions. */
interface Columns {
  day: SQL
  hour: SQL
  /** In lower case. */
  community: SQL
  value: SQL
}

/** Returns the key of a row's group. */
export function keyOf(grouping: Grouping | null, { day, hour, community, value }: Columns): SQL {
  switch (grouping) {
    case null:
      return sql`'all'`
    case 'day':
      return sql`(${day})::text`
    case 'week':
      return sql`((${day}) - extract(isodow from ${day})::int + 1)::text`
    case 'month':
      return sql`to_char(${day}, 'YYYY-MM-01')`
    case 'weekday':
      return sql`extract(isodow from ${day})::text`
    case 'hour':
      return hour
    case 'subreddit':
      return community
    default:
      return value
  }
}
