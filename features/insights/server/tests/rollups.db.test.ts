import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob } from '#tests/support/leads.ts'
import { seedMention, seedOpportunity } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { countChanges } from '../rollups/count-changes.ts'

let world: World
let ctx: Ctx
beforeAll(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})
afterAll(() => world.close())

async function newProject(timeZone: string): Promise<string> {
  const id = ctx.id()
  await run(sql`insert into project (id, name, status, time_zone, created_at, updated_at)
    values (${id}, 'Pipewell', 'done', ${timeZone}, now(), now())`)
  return id
}

async function run<Row = object>(statement: SQL): Promise<Row[]> {
  const { rows } = await transaction(ctx, (tx) => tx.execute(statement))
  return rows as Row[]
}

interface Find extends Record<string, unknown> {
  realm: string
  at: string
  community: string
  values: [dimension: string, value: string][]
}

/** Returns what lists show, from the rows themselves, without the code under test. */
async function findsOf(project: string): Promise<[metric: string, Find][]> {
  const leads = await run<Find & { label: number; state: string; source: number; hits: Name[] }>(sql`
    select o.realm, to_json(o.posted_at)#>>'{}' as at, p.subreddit as community, o.label, o.state, p.source,
      coalesce(c.hits, '[]') as hits
    from opportunity o join post p on p.id = o.post_id
    left join candidate c on c.project_id = o.project_id and c.post_id = o.post_id
    where o.project_id = ${project} and released_at is not null and sibling_of is null and o.posted_at is not null`)
  const decisions = await decisionsOf(project)
  const mentions = await run<Find & { kind: string; sentiment: string; named: Name[] }>(sql`
    select m.realm, to_json(m.posted_at)#>>'{}' as at, subreddit as community, kind, sentiment, named from mention m
    where project_id = ${project} and released_at is not null and posted_at is not null and not exists (
      select from mention_mute u where u.project_id = m.project_id and u.kind = 'author' and u.name = m.author)`)
  return [
    ...leads.map(({ label, state, source, hits, ...find }): [string, Find] => {
      const values = { ...whole, band: label, state, source }
      const named = new Set(hits.map(({ kind, phrase }) => `${kind} ${phrase}`))
      const ofHits = [...named].map((name) => name.split(' ') as [string, string])
      return ['leads', { ...find, values: [...Object.entries(values).map(asText), ...ofHits] }]
    }),
    ...mentions.map(({ kind, sentiment, named, ...find }): [string, Find] => {
      const names = named.map((each) => ['name', `${each.kind} ${each.id} ${each.sentiment ?? 'unknown'}`] as const)
      const first = names.filter(([, name], at) => names.findIndex((each) => idIn(each[1]) === idIn(name)) === at)
      const values = { ...whole, kind, sentiment: sentiment ?? 'unknown' }
      return ['mentions', { ...find, values: [...Object.entries(values).map(asText), ...first.map(asText)] }]
    }),
    ...decisions.map((find): [string, Find] => ['decisions', find]),
  ]
}

/** Counted by in any case. The hour, and how the community is spelled, are filled in. */
const whole = { total: '', hour: '' }

async function decisionsOf(project: string): Promise<Find[]> {
  const checks = await run<{ lead: string; step: string; state: string; community: string | null }>(
    sql`select opportunity_id as lead, step, state, community from reply_check where project_id = ${project}`,
  )
  const rows = await run<Find & { lead: string; kind: string; seconds: number; hits: Name[] }>(sql`
    select o.realm, to_json(d.created_at)#>>'{}' as at, p.subreddit as community, o.id as lead, d.kind,
      extract(epoch from d.created_at - greatest(o.posted_at, o.released_at))::float8 as seconds,
      coalesce(c.hits, '[]') as hits
    from decision d join opportunity o on o.project_id = d.project_id and o.id = d.opportunity_id
    join post p on p.id = o.post_id left join candidate c on c.project_id = o.project_id and c.post_id = o.post_id
    where d.project_id = ${project} and o.released_at is not null`)
  return rows.flatMap(({ lead, kind, seconds, hits, ...find }) => {
    const values: Find['values'] = kind === 'save' ? [] : [['total', '']]
    const own = checks.filter((check) => check.lead === lead)
    const [last] = ['day', 'hour'].flatMap((step) =>
      own.filter((each) => each.step === step && each.state !== 'waiting'),
    )
    if (kind === 'reply') {
      const shown = last ?? own.find(({ step }) => step === 'day') ?? own[0]
      values.push(['reply', shown?.state ?? 'noLink'], ['seconds', String(Math.max(0, Math.round(seconds)))])
    }
    const all = rows.filter((each) => each.lead === lead)
    const isLast = all.every((each) => each.at < find.at || (each.at === find.at && each.kind <= kind))
    const verdict = all.some((each) => each.kind === 'rejection') ? 'rejected' : 'accepted'
    const phrases = new Set(hits.flatMap((hit) => (hit.kind === 'keyword' && isLast ? [hit.phrase] : [])))
    for (const phrase of phrases) values.push(['keyword', `${verdict} ${phrase}`])
    const settled = own.filter(({ step, state }) => step === 'day' && kind === 'reply' && /live|removed/.test(state))
    const survivals = settled.map(({ state, community }) => ({
      ...find,
      ...{ community: community ?? find.community, values: [['survival', state]] as Find['values'] },
    }))
    return [{ ...find, values }, ...survivals]
  })
}

interface Name {
  kind: string
  phrase: string
  id: string
  sentiment: string | null
}
const idIn = (value: string) => value.split(' ')[1]
const asText = ([dimension, value]: readonly [string, unknown]): [string, string] => [dimension, String(value)]

/** Returns the rows that should be stored. */
async function recounted(project: string): Promise<string[]> {
  const [row] = await run<{ timeZone: string }>(sql`select time_zone as "timeZone" from project where id = ${project}`)
  const date = new Intl.DateTimeFormat('sv', { timeZone: row!.timeZone, dateStyle: 'short', timeStyle: 'short' })
  const counts = new Map<string, number>()
  for (const [metric, { realm, at, community, values }] of await findsOf(project)) {
    const [day, time] = date.format(new Date(at)).split(' ')
    const key = community.toLowerCase()
    const rows: [scope: string, dimension: string, community: string, value: string][] = []
    const hour = time!.slice(0, 2)
    for (const [dimension, text] of values) {
      const value = dimension === 'hour' ? hour : dimension === 'seconds' ? `${hour} ${text}` : text
      rows.push(['all', dimension, '', value], ['community', dimension, key, dimension === 'total' ? community : value])
    }
    const months = rows.flatMap(([scope, ...rest]) => (scope === 'community' ? [['month', ...rest]] : []))
    for (const each of [...rows, ...months]) {
      const stored = JSON.stringify([realm, metric, ...each, each[0] === 'month' ? `${day!.slice(0, 7)}-01` : day])
      counts.set(stored, (counts.get(stored) ?? 0) + 1)
    }
  }
  return [...counts].map(([key, count]) => `${key} ${count}`).sort()
}

async function stored(project: string): Promise<string[]> {
  const rows = await run<
    Record<'realm' | 'metric' | 'scope' | 'dimension' | 'community' | 'value' | 'day', string> & { count: number }
  >(sql`select *, day::text as day from insight_day where project_id = ${project}`)
  return rows
    .map((r) => `${JSON.stringify([r.realm, r.metric, r.scope, r.dimension, r.community, r.value, r.day])} ${r.count}`)
    .sort()
}

const zones = ['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']
const communities = ['Welding', 'pipefitting', 'u_mara']
const phrases = ['welder', 'pipe']

test('what is stored equals what is counted after any changes, whenever the job is killed', async () => {
  const project = await newProject('America/New_York')
  const other = await newProject('UTC')
  const numbers = pseudoRandom(7)
  const random = (limit: number) => Math.floor(numbers() * limit)
  const pick = <T>(from: readonly T[]) => from[random(from.length)]!
  // Around the end of daylight saving time, on November 1.
  const moment = () => new Date(Date.UTC(2026, 9, 31) + random(4 * 24 * 4) * 15 * 60_000)
  const some = (table: string) => sql`(
    select id from ${sql.identifier(table)} where project_id = ${project} order by md5(id::text || ${random(1000)}::text) limit 1)`
  const lead = sql`project_id = ${project} and id =`
  const hits = () =>
    JSON.stringify(phrases.slice(random(3)).map((phrase) => ({ kind: pick(['keyword', 'competitor']), phrase })))
  const named = () =>
    JSON.stringify([
      { id: project, kind: 'brand', phrase: 'Pipewell', sentiment: pick(['positive', null]) },
      ...(random(2) ? [{ id: other, kind: 'competitor', phrase: 'Weldco', sentiment: 'negative' }] : []),
    ])
  const someDecision = () => sql`project_id = ${project} and (opportunity_id, kind) = (
    select opportunity_id, kind from decision where project_id = ${project}
    order by md5(opportunity_id::text || kind || ${random(1000)}::text) limit 1)`
  const decide = () => {
    const kind = pick(['reply', 'rejection', 'save'])
    return run(sql`insert into decision (project_id, opportunity_id, kind, reason, pseudonym, created_at)
      select project_id, id, ${kind}, ${kind === 'rejection' ? 'notBuying' : null}, 'somebody', ${moment().toISOString()}
      from opportunity where ${lead} ${some('opportunity')} and sibling_of is null on conflict do nothing`)
  }
  const check = () =>
    run(sql`insert into reply_check
      (project_id, opportunity_id, step, realm, community, comment_id, due_at, next_at, created_at)
      select project_id, opportunity_id, ${pick(['hour', 'day'])}, 'real', ${pick(['welding', null])}, '2def', now(), now(), now()
      from decision where ${someDecision()} on conflict do nothing`)
  const newLead = async (at: Date | null) => {
    const id = await seedOpportunity(ctx, pick([project, project, other]), { postedAt: at, label: pick([2, 3]) })
    await run(sql`update post set subreddit = ${pick(communities)}
      where id = (select post_id from opportunity where id = ${id})`)
    await run(sql`insert into candidate (project_id, post_id, project_version, hits, score, label, created_at)
      select project_id, post_id, 1, ${hits()}::jsonb, 60, 2, now() from opportunity where id = ${id}`)
  }
  const changes: (() => Promise<unknown>)[] = [
    () => newLead(moment()),
    () => newLead(random(4) ? moment() : null),
    () =>
      seedMention(ctx, project, {
        postedAt: moment(),
        subreddit: pick(communities),
        author: pick(['mara', 'bo']),
        named: JSON.parse(named()),
      }),
    () =>
      run(
        sql`update opportunity set state = ${pick(['new', 'replied', 'rejected'])}, sibling_of = null where ${lead} ${some('opportunity')}`,
      ),
    // A copy, or no copy anymore.
    () =>
      run(sql`update opportunity o set sibling_of = case when sibling_of is null then ${some('opportunity')} end
      where ${lead} ${some('opportunity')} and state = 'new'`),
    () =>
      run(
        sql`update opportunity set released_at = case when released_at is null then coalesce(posted_at, now()) end
        where ${lead} ${some('opportunity')}`,
      ),
    // Forgotten.
    () =>
      run(sql`update post set subreddit = 'u_' || left(author, 1)
      where id = (select post_id from opportunity where ${lead} ${some('opportunity')})`),
    () => run(sql`update opportunity set label = 0 where ${lead} ${some('opportunity')}`),
    () =>
      run(sql`delete from opportunity where ${lead} ${some('opportunity')}
      and not exists (select from mention m where m.post_id = opportunity.post_id)`),
    () =>
      run(sql`update candidate set hits = ${hits()}::jsonb
      where post_id = (select post_id from opportunity where ${lead} ${some('opportunity')})`),
    () =>
      run(
        sql`update mention set named = ${named()}::jsonb, sentiment = ${pick(['negative', null])} where ${lead} ${some('mention')}`,
      ),
    () => run(sql`update mention set author = null where ${lead} ${some('mention')}`),
    () => run(sql`delete from mention where ${lead} ${some('mention')}`),
    () =>
      run(sql`insert into mention_mute (project_id, id, realm, kind, name, created_at, updated_at)
      values (${project}, ${ctx.id()}, 'real', 'author', ${pick(['mara', 'bo'])}, now(), now()) on conflict do nothing`),
    () => run(sql`delete from mention_mute where ${lead} ${some('mention_mute')}`),
    decide,
    () => run(sql`update decision set created_at = ${moment().toISOString()} where ${someDecision()}`),
    () => run(sql`delete from decision where ${someDecision()}`),
    check,
    () =>
      run(sql`update reply_check set state = ${pick(['live', 'removed', 'missing'])}, next_at = null, checked_at = now()
      where project_id = ${project} and opportunity_id = (select opportunity_id from reply_check
        where project_id = ${project} order by md5(opportunity_id::text || ${random(1000)}::text) limit 1)`),
    () => run(sql`delete from reply_check where project_id = ${project} and step = 'hour'`),
    () => run(sql`update project set time_zone = ${pick(zones)} where id = ${project}`),
  ]
  for (let round = 0; round < 6; round++) {
    for (let change = 0; change < 30; change++)
      await pick(change % 2 ? [...changes.slice(0, 3), decide, check] : changes)()
    const kills = await killAtEachMoment(ctx, countChanges)
    expect(kills).toBeGreaterThan(10)
    expect(await stored(project)).toEqual(await recounted(project))
    expect(await stored(other)).toEqual(await recounted(other))
    expect((await stored(project)).length).toBeGreaterThan(30)
  }
  expect(await run(sql`select from insight_change`)).toEqual([])
})

test('a change that is made while the job counts is counted by the next run', async () => {
  const project = await newProject('UTC')
  await seedOpportunity(ctx, project)
  await countChanges(ctx)
  const late = await transaction(ctx, async (tx) => {
    await tx.execute(sql`update opportunity set state = 'replied' where project_id = ${project}`)
    // Not committed yet: the job neither waits for it nor sees it.
    await countChanges(ctx)
    return stored(project)
  })
  expect(late.filter((row) => row.includes('replied'))).toEqual([])
  await countChanges(ctx)
  expect(await stored(project)).toEqual(await recounted(project))
  await run(sql`delete from project where id = ${project}`)
  expect(await stored(project)).toEqual([])
})
