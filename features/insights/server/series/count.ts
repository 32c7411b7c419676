import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Facts } from './facts.ts'

/** Which keys are counted: these in this order, or those with the most, of which some are always there. */
export type Keys = readonly string[] | { most: number; always: readonly string[] }

/** What was added up: for each group and series, for each group, for each series, and for all. */
export interface Counts {
  groups: string[]
  series: string[]
  /** How communities are spelled, by key. */
  spelled: Map<string, string>
  /** The number of keys that aren't among the groups or series. */
  leftOut: number
  /** Null stands for all. What has no value wasn't there. */
  at(group: string | null, series: string | null): number | null
}

interface Row extends Record<string, unknown> {
  g: string | null
  s: string | null
  value: number | null
  spelled: string | null
  allGroups: number
  allSeries: number
}

const values = {
  sum: sql`coalesce(sum(n), 0)::float8`,
  percent: sql`(round(1000.0 * sum(n) / nullif(sum("of"), 0)) / 10)::float8`,
  median: sql`round(percentile_cont(0.5) within group (order by n))::float8`,
} as const satisfies Record<Facts['how'], SQL>

/** Adds up facts by group and series. */
export async function count(tx: Transaction, facts: Facts, groups: Keys, series: Keys): Promise<Counts> {
  const { rows } = await tx.execute<Row>(sql`
    with fact as (${facts.how === 'median' ? facts.rows : addedUp(facts.rows)}),
    added as materialized (
      select g, s, grouping(g) as all_g, grouping(s) as all_s, ${values[facts.how]} as value,
        sum(${facts.how === 'sum' ? sql`n` : sql`"of"`}) as weight, max(spelled) as spelled
      from fact group by grouping sets ((g, s), (g), (s), ())
    ),
    groups as (select g as key, weight from added where all_g = 0 and all_s = 1),
    series as (select s as key, weight from added where all_g = 1 and all_s = 0),
    kept_groups as (${keptOf(sql`groups`, groups)}),
    kept_series as (${keptOf(sql`series`, series)})
    select g, s, value, spelled, (select count(*) from groups)::int as "allGroups",
      (select count(*) from series)::int as "allSeries"
    from added
    where (all_g = 1 or g in (select key from kept_groups)) and (all_s = 1 or s in (select key from kept_series))
    order by weight desc nulls last, g, s`)
  const found = new Map(rows.map(({ g, s, value }) => [cellKey(g, s), value]))
  const keysOf = (wanted: Keys, ranked: (string | null)[]) =>
    'most' in wanted ? [...ranked.flatMap((key) => key ?? []), ...wanted.always].filter(isFirst) : [...wanted]
  const kept = {
    groups: keysOf(
      groups,
      rows.map(({ g, s }) => (s === null ? g : null)),
    ),
    series: keysOf(
      series,
      rows.map(({ g, s }) => (g === null ? s : null)),
    ),
  }
  const over = (wanted: Keys, all: number, keys: readonly string[]) =>
    'most' in wanted ? Math.max(0, all - keys.length) : 0
  return {
    ...kept,
    spelled: new Map(
      rows.flatMap(({ g, s, spelled }) => (spelled === null ? [] : [g, s].map((key) => [key ?? '', spelled]))),
    ),
    leftOut: over(groups, rows[0]?.allGroups ?? 0, kept.groups) + over(series, rows[0]?.allSeries ?? 0, kept.series),
    at: (group, each) => found.get(cellKey(group, each)) ?? null,
  }
}

/** Adds up rows of the same group and series first: there may be a hundred thousand, and each is needed four times. */
function addedUp(rows: SQL): SQL {
  return sql`
    select g, s, sum(n) as n, sum("of") as "of", max(spelled) as spelled from (${rows}) row group by g, s`
}

function keptOf(all: SQL, keys: Keys): SQL {
  if (!('most' in keys)) return sql`select unnest(${sql.param([...keys])}::text[]) as key`
  const isAlways = sql`key = any (${sql.param([...keys.always])}::text[])`
  return sql`select key from ${all} order by ${isAlways} desc, weight desc, key limit ${keys.most}`
}

function cellKey(group: string | null, series: string | null): string {
  return JSON.stringify([group, series])
}

function isFirst(key: string, index: number, keys: readonly string[]): boolean {
  return keys.indexOf(key) === index
}
