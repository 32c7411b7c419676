import type { Ended, Verdict } from '../promises.ts'
import { without } from '../sets.ts'

/** Billing periods and quotas. */
export async function paymentPromises(ended: Ended): Promise<Verdict[]> {
  return [await paymentsOnce(ended), await creditsOnce(ended), await keywordsWithin(ended)]
}

async function paymentsOnce({ machine, outside }: Ended): Promise<Verdict> {
  const { transactions, subscriptions, waiting } = await outside.books()
  const completed = transactions.filter(({ status }) => status === 'completed').map(({ id }) => id)
  const stored = await machine.ask<{ id: string }>(
    `select provider_id as id from payment where status in ('paid', 'completed')`,
  )
  const [there, here] = [new Set(completed), new Set(stored.map(({ id }) => id))]
  const faults = [
    ...without(there, here).map((id) => `${id} was paid and isn't stored`),
    ...without(here, there).map((id) => `${id} is stored and was never paid`),
  ]
  if (stored.length !== here.size) faults.push(`${stored.length - here.size} payments are stored twice`)
  if (waiting > 0) faults.push(`${waiting} webhooks wait`)
  const ended = await machine.ask<{ name: string; status: string }>(
    `select p.name, s.status from subscription s join project p on p.id = s.project_id
     where s.status <> 'active' or s.next_billed_at <= $1`,
    [new Date()],
  )
  faults.push(...ended.map(({ name, status }) => `${name} is ${status} or wasn't renewed`))
  return {
    promise: 'Every billing period paid and stored once',
    looked: `${completed.length} payments of ${subscriptions.length} subscriptions`,
    faults,
  }
}

async function creditsOnce({ machine }: Ended): Promise<Verdict> {
  const periods = await machine.ask<{ name: string; startsAt: Date; grants: number; gap: boolean }>(
    `select p.name, c.starts_at as "startsAt",
       (select count(*)::int from credit_entry e where e.project_id = c.project_id and e.starts_at = c.starts_at
         and e.kind = 'granted') as grants,
       coalesce(lag(c.ends_at) over w <> c.starts_at, false) as gap
     from credit_period c join project p on p.id = c.project_id
     window w as (partition by c.project_id order by c.starts_at)`,
  )
  const faults = periods.flatMap(({ name, startsAt, grants, gap }) => [
    ...(grants === 1 ? [] : [`${name} got ${grants} grants for ${startsAt.toISOString()}`]),
    ...(gap ? [`The period of ${name} from ${startsAt.toISOString()} doesn't follow the one before`] : []),
  ])
  if (periods.length === 0) faults.push('No credits were used')
  return { promise: 'Credits granted once per period', looked: `${periods.length} periods`, faults }
}

async function keywordsWithin({ machine, teams, life }: Ended): Promise<Verdict> {
  const rows = await machine.ask<{ id: string; count: number }>(
    `select project_id as id, count(*)::int from keyword where status = 'active' group by 1`,
  )
  const faults = teams.projects.flatMap(({ id, name, keywordsMost }) => {
    const count = rows.find((row) => row.id === id)?.count ?? 0
    return count > keywordsMost ? [`${name} has ${count} keywords of ${keywordsMost}`] : []
  })
  const { added, refused } = life.happened.keywords
  return { promise: 'No quota of keywords passed', looked: `${added} added, ${refused} refused`, faults }
}
