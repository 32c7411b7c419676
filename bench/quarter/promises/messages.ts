import { openContext } from '#app/context.ts'
import { redditApiOf } from '#features/reddit/server/accounts/open.ts'
import { readMessages } from '#features/reddit/server/api/messages.ts'
import { readConfig } from '#platform/server/config.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { askerPrefix } from '#tests/quarter/community.ts'
import type { Ended, Verdict } from '../promises.ts'
import { without } from '../sets.ts'
import { caps } from '../teams.ts'

/** Messages of campaigns, and their caps. */
export async function messagePromises(ended: Ended): Promise<Verdict[]> {
  return [await messagesOnce(ended), await capsHeld(ended), await answersHeeded(ended)]
}

/** Compares what Reddit lists as sent with what the product believes. */
async function messagesOnce(ended: Ended): Promise<Verdict> {
  const { machine } = ended
  const accounts = await machine.ask<{ projectId: string; id: string; name: string }>(
    'select project_id as "projectId", id, name from reddit_account',
  )
  const faults: string[] = []
  let looked = 0
  const { ctx, close } = await openContext(readConfig(machine.environment()), machine.url, 'import', {
    sandbox: ended.outside.sandbox,
  })
  try {
    for (const account of accounts) {
      const sent = await sentOf(actingAs(ctx, { kind: 'job', name: 'bench' }), account)
      looked += sent.length
      const texts = sent.map(({ to, text }) => `u/${to} got "${text.slice(0, 40)}"`)
      faults.push(...texts.filter((text, at) => texts.indexOf(text) !== at).map((text) => `${text} twice`))
      const believed = await machine.ask<{ name: string }>(
        `select outside_name as name from message
         where account_id = $1 and direction = 'out' and sent_at is not null and outside_name is not null`,
        [account.id],
      )
      const [there, known] = [new Set(sent.map(({ name }) => name)), new Set(believed.map(({ name }) => name))]
      for (const name of without(there, known)) faults.push(`${name} of u/${account.name} was sent without a record`)
      for (const name of without(known, there)) faults.push(`${name} of u/${account.name} was never sent`)
    }
  } finally {
    await close()
  }
  return { promise: 'No message lost or doubled', looked: `${looked} messages on Reddit`, faults }
}

async function sentOf(
  ctx: Ctx,
  account: { projectId: string; id: string },
): Promise<{ name: string; to: string; text: string }[]> {
  const api = redditApiOf(ctx, account)
  if (!api) throw new Error('no Reddit')
  const found: { name: string; to: string; text: string }[] = []
  for (let after: string | undefined; ; ) {
    const page = await readMessages(api, 'sent', { after })
    if (page.state !== 'ok') throw new Error(`Reddit lists no messages: ${JSON.stringify(page)}`)
    found.push(...page.value.messages.map(({ name, to, body }) => ({ name, to: to ?? '', text: body })))
    if (page.value.after === null) return found
    after = page.value.after
  }
}

async function capsHeld({ machine }: Ended): Promise<Verdict> {
  const { hourlyMost, dailyMost, perDay } = caps
  const rows = await machine.ask<{ fault: string }>(
    `with sent as (
       select account_id, sent_at, is_first from message where direction = 'out' and sent_at is not null
     )
     select 'more than ' || $1::int || ' in the hour before ' || a.sent_at as fault
     from sent a join sent b on b.account_id = a.account_id and b.sent_at > a.sent_at - interval '1 hour'
       and b.sent_at <= a.sent_at
     group by a.account_id, a.sent_at having count(*) > $1::int
     union all
     select 'more than ' || $2::int || ' first ones in the day before ' || a.sent_at
     from sent a join sent b on b.account_id = a.account_id and b.is_first
       and b.sent_at > a.sent_at - interval '1 day' and b.sent_at <= a.sent_at
     where a.is_first group by a.account_id, a.sent_at having count(*) > $2::int
     union all
     select 'more than ' || $3::int || ' new people on ' || queued_on
     from campaign_message where step = 1 group by campaign_id, queued_on having count(*) > $3::int`,
    [hourlyMost, dailyMost, perDay],
  )
  const [days] = await machine.ask<{ full: number; all: number }>(
    `select count(*) filter (where people = $1)::int as full, count(*)::int as all from (
       select count(*) as people from campaign_message where step = 1 group by campaign_id, queued_on) d`,
    [perDay],
  )
  return {
    promise: 'No cap of messages passed',
    looked: `campaigns reached their cap on ${days?.full} of ${days?.all} days`,
    faults: rows.map(({ fault }) => fault),
  }
}

/** Nobody who answered, stopped, or blocked gets the next step. */
async function answersHeeded({ machine, life }: Ended): Promise<Verdict> {
  const rows = await machine.ask<{ handle: string }>(
    `select p.handle from conversation c join person p on (p.project_id, p.id) = (c.project_id, c.person_id)
     join message i on (i.project_id, i.conversation_id) = (c.project_id, c.id) and i.direction = 'in'
     join message o on (o.project_id, o.conversation_id) = (c.project_id, c.id) and o.direction = 'out'
     where o.sent_at > i.created_at`,
  )
  const reactions = [...life.happened.reactions.values()]
  const answers = reactions.filter((reaction) => reaction === 'answer' || reaction === 'stop').length
  const [stored] = await machine.ask<{ count: number }>(
    `select count(*)::int from message m join conversation c on (c.project_id, c.id) = (m.project_id, m.conversation_id)
     join person p on (p.project_id, p.id) = (c.project_id, c.person_id)
     where m.direction = 'in' and starts_with(p.handle, $1)`,
    [askerPrefix],
  )
  const faults = rows.map(({ handle }) => `u/${handle} was written to after an answer`)
  if (stored?.count !== answers) faults.push(`${stored?.count} of ${answers} answers are stored`)
  const blocks = reactions.filter((reaction) => reaction === 'block').length
  return {
    promise: 'Every answer arrived and ended its campaign',
    looked: `${answers} answers, ${blocks} blocks`,
    faults,
  }
}
