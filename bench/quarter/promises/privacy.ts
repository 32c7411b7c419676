import { unpackItems } from '#features/matching/server/batches.ts'
import type { Ended, Verdict } from '../promises.ts'

/** How long a deletion may take, in ms: a day, and two jumps on which it is noticed. */
const noticedMs = 48 * 3_600_000

/** What was deleted upstream, and work that was given up. */
export async function privacyPromises(ended: Ended): Promise<Verdict[]> {
  return [await deletedEverywhere(ended), await nothingGivenUp(ended)]
}

/** Looks for the texts of deleted posts in every column of every table. */
async function deletedEverywhere({ machine, life }: Ended): Promise<Verdict> {
  const gone = life.happened.asks.filter(
    ({ isDeleted, deletedAt }) => isDeleted && deletedAt !== null && deletedAt < Date.now() - noticedMs,
  )
  const tokens = new Set(gone.map(({ token }) => token))
  const tables = await machine.ask<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const faults: string[] = []
  for (const { name } of tables) {
    const found = await machine.ask<{ token: string }>(
      `select distinct (regexp_matches(t::text, 'zq[a-j]{6}', 'g'))[1] as token from ${name} t`,
    )
    for (const { token } of found) if (tokens.has(token)) faults.push(`${token} is in ${name}`)
  }
  // Arrivals are packed.
  const batches = await machine.ask<{ items: Buffer }>('select items from recent')
  for (const { items } of batches) {
    const text = JSON.stringify(unpackItems(items))
    for (const token of tokens) if (text.includes(token)) faults.push(`${token} is in a batch of arrivals`)
  }
  const looked = `${tokens.size} posts, ${tables.length} tables, ${batches.length} batches`
  return { promise: 'What was deleted upstream is gone everywhere', looked, faults }
}

async function nothingGivenUp({ machine, life }: Ended): Promise<Verdict> {
  const failed = await machine.ask<{ name: string }>(`select source_name as name from pgboss.job where name = 'failed'`)
  const { kills, restarts } = life.happened
  return {
    promise: 'No job given up',
    looked: `${kills} kills with kill -9, ${restarts} restarts`,
    faults: failed.map(({ name }) => `a job ${name}`),
  }
}
