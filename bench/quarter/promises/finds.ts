import type { Ask } from '../asks.ts'
import type { Ended, Verdict } from '../promises.ts'

/** Leads, alerts, and emails. */
export async function findsPromises(ended: Ended): Promise<Verdict[]> {
  return [await leadsOnce(ended), await alertsOnce(ended), mailsOnce(ended), await teamsApart(ended)]
}

/** A post that was deleted may have been gone before it was read. */
const lasting = ({ asks }: { asks: readonly Ask[] }) => asks.filter((ask) => !ask.isDeleted)

async function leadsOnce({ machine, teams, life }: Ended): Promise<Verdict> {
  const asks = lasting(life.happened)
  const rows = await machine.ask<{ project: string; outside: string; count: number }>(
    `select o.project_id as project, p.outside_id::text as outside, count(*)::int
     from opportunity o join post p on p.id = o.post_id group by 1, 2`,
  )
  const counts = new Map(rows.map(({ project, outside, count }) => [`${project} ${outside}`, count]))
  const wanted = teams.projects.flatMap((project) =>
    asks.filter(({ product }) => product === project.product).map((ask) => ({ project, ask })),
  )
  const faults = wanted.flatMap(({ project, ask }) => {
    const count = counts.get(`${project.id} ${Number.parseInt(ask.name.slice(3), 36)}`) ?? 0
    return count === 1 ? [] : [`${ask.token} is ${count} leads of ${project.name}`]
  })
  return { promise: 'No lead lost or doubled', looked: `${wanted.length} posts of ${asks.length} askers`, faults }
}

/** How long the log keeps what was sent. */
const loggedDays = 85

async function alertsOnce({ machine, teams, life }: Ended): Promise<Verdict> {
  const ids = lasting(life.happened).map(({ name }) => Number.parseInt(name.slice(3), 36))
  const rules = teams.projects.flatMap(({ id, rules: own }) => own.map((rule) => ({ project: id, rule: rule.id })))
  const rows = await machine.ask<{ fault: string | null }>(
    `with rule as (
       select * from unnest($1::uuid[], $2::uuid[]) r(project_id, id)
     ), wanted as (
       select r.id as rule_id, o.project_id, o.post_id, p.outside_id
       from rule r join opportunity o on o.project_id = r.project_id join post p on p.id = o.post_id
       where p.outside_id = any ($3::bigint[]) and o.sibling_of is null and o.released_at is not null and o.label >= 2
     ), sent as (
       select w.*, count(distinct a.id) as alerts, min(a.created_at) as alerted_at,
         count(d.id) filter (where d.state = 'sent') as messages
       from wanted w
       left join alert a on a.project_id = w.project_id and a.rule_id = w.rule_id and a.post_id = w.post_id
       left join delivery_alert x on x.project_id = a.project_id and x.alert_id = a.id
       left join delivery d on d.project_id = x.project_id and d.id = x.delivery_id
       group by w.rule_id, w.project_id, w.post_id, w.outside_id
     )
     select case
       when alerts <> 1 then outside_id || ' has ' || alerts || ' alerts'
       when messages <> 1 and alerted_at > $4::timestamptz - make_interval(days => $5)
         then outside_id || ' is in ' || messages || ' messages'
     end as fault from sent`,
    [rules.map(({ project }) => project), rules.map(({ rule }) => rule), ids, new Date(), loggedDays],
  )
  const faults = rows.flatMap(({ fault }) => fault ?? [])
  return { promise: 'Every visible lead alerted once per rule', looked: `${rows.length} leads and rules`, faults }
}

function mailsOnce({ outside }: Ended): Verdict {
  const arrived = new Map<string, Set<string>>()
  for (const { to, messageId, tokens } of outside.mails) {
    for (const token of tokens) {
      const key = `${token} to ${to}`
      arrived.set(key, (arrived.get(key) ?? new Set()).add(messageId))
    }
  }
  const faults = [...arrived].filter(([, ids]) => ids.size > 1).map(([key, ids]) => `${ids.size} emails with ${key}`)
  const copies = outside.mails.length - new Set(outside.mails.map(({ to, messageId }) => `${to} ${messageId}`)).size
  const looked = `${outside.mails.length} emails, ${copies} of them copies with the same Message-ID after a kill`
  return { promise: 'Nobody emailed twice about a lead', looked, faults }
}

async function teamsApart({ teams }: Ended): Promise<Verdict> {
  const faults: string[] = []
  let tries = 0
  for (const person of teams.people) {
    for (const { id, name, owner, rules } of teams.projects) {
      if (owner === person || rules.some(({ recipient }) => recipient === person)) continue
      tries++
      const leads = await person.call<unknown[]>('GET', `opportunities?filters[project]=${id}`).catch(() => [])
      if (leads.length > 0) faults.push(`${person.email} reads the leads of ${name}`)
    }
  }
  return { promise: 'No team reads the leads of another', looked: `${tries} tries`, faults }
}
