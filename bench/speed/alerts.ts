import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SMTPServer } from 'smtp-server'
import type { SourceRecord } from '#engine/records/record.ts'
import { addDefaultRules } from '#features/alerts/server/index.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type BenchDatabase, withBenchDatabase } from '../database.ts'
import { endProcess, startProcess, untilReady } from '../processes.ts'
import { quantile } from '../quantiles.ts'

/** The goal of issue 25, in seconds. */
const goal = { p99: 10 }
const waitMost = 60_000

/**
 * Measures the time from a visible lead to its mail's hand-over to a mail server on loopback, with a project per lead,
 * so that each lead is a mail of its own. Two processes work, as real ones do. Prints p50, p99, and the maximum, and
 * exits with 1 over the goal or if a mail is missing.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { leads: { type: 'string', default: '300' }, rate: { type: 'string', default: '10' } },
  })
  const [leads, rate] = [Number(values.leads), Number(values.rate)]
  if (![leads, rate].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench alerts: --leads and --rate must be positive whole numbers\n')
    return 2
  }
  return withBenchDatabase(async (database) => {
    await seed(database, leads)
    const mails = await mailServer()
    const env = {
      DATA_DIR: database.config.dataDir,
      LOG_LEVEL: 'error',
      SMTP_URL: mails.url,
      MAIL_FROM: 'bench@example.com',
    }
    const workers = [1, 2].map(() => startProcess('worker', database.url, { env }))
    try {
      await untilReady(workers)
      await deliver(database, { leads, rate })
      const seconds = await handOvers(database, leads)
      const [p50, p99, max] = [0.5, 0.99, 1].map((q) => quantile(seconds, q))
      const isMet = seconds.length === leads && p99! <= goal.p99
      console.log(
        `Lead to hand-over: p50 ${p50!.toFixed(2)} s, p99 ${p99!.toFixed(2)} s, max ${max!.toFixed(2)} s ` +
          `(${seconds.length} of ${leads} leads, ${rate} a second; target p99 ≤ ${goal.p99} s)${isMet ? '' : ': missed'}`,
      )
      return isMet ? 0 : 1
    } finally {
      await Promise.all(workers.map((worker) => endProcess(worker)))
      await mails.close()
    }
  })
}

/** Starts a mail server that accepts everything. */
async function mailServer(): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    onData: (stream, _session, done) => stream.on('end', done).resume(),
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(() => done())) }
}

/** Adds projects that track a word each, with an owner whose address is confirmed and the rules of a new project. */
async function seed({ ctx, owner }: BenchDatabase, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => ({ project: ctx.id(), user: ctx.id() }))
  const columns = [ids.map(({ project }) => project), ids.map(({ user }) => user)]
  const rows = `unnest($1::uuid[], $2::uuid[]) with ordinality as s(project, person, n)`
  for (const statement of [
    `insert into "user" (id, username, email, confirmed_at, created_at, updated_at)
     select person, 'owner ' || n || left(project::text, 0), 'owner' || n || '@example.com', now(), now(), now() from ${rows}`,
    `insert into project (id, name, summary, status, backfilled_version, created_at, updated_at)
     select project, 'Product ' || n || left(person::text, 0), '', 'done', 1, now(), now() from ${rows}`,
    `insert into member (project_id, id, user_id, role, created_at, updated_at)
     select project, gen_random_uuid(), person, 'owner', now(), now() from ${rows}`,
    `insert into keyword (project_id, id, kind, query, status, created_at, updated_at)
     select project, gen_random_uuid(), 'problem', '${word('')}' || n || left(person::text, 0), 'active', now(), now()
     from ${rows}`,
    'update phrase_version set version = version + 1 where $1::uuid[] is not null and $2::uuid[] is not null',
  ]) {
    await owner.query(statement, columns)
  }
  const job = actingAs(ctx, { kind: 'job', name: 'bench' })
  await transaction(job, async (tx) => {
    for (const { project, user } of ids) await addDefaultRules(job, tx, { projectId: project, userId: user })
  })
  await owner.query(`update alert_rule set label = 2, fresh = false where rhythm = 'immediately'`)
}

async function deliver({ ctx }: BenchDatabase, { leads, rate }: { leads: number; rate: number }): Promise<void> {
  const job = actingAs(ctx, { kind: 'job', name: 'bench' })
  const begun = performance.now()
  for (let sent = 0; sent < leads; sent++) {
    await ingest(job, 'reddit-api', [askingFor(sent + 1)])
    await pause(Math.max(0, begun + ((sent + 1) * 1000) / rate - performance.now()))
  }
}

/** Waits for the mails, and returns the seconds that each lead took. */
async function handOvers({ owner }: BenchDatabase, leads: number): Promise<number[]> {
  for (const end = performance.now() + waitMost; ; ) {
    const { rows } = await owner.query<{ seconds: number }>(`
      select extract(epoch from d.finished_at - o.released_at)::float8 as seconds
      from delivery d
      join delivery_alert l on l.project_id = d.project_id and l.delivery_id = d.id
      join alert a on a.project_id = d.project_id and a.id = l.alert_id
      join opportunity o on o.project_id = d.project_id and o.post_id = a.post_id
      where d.state = 'sent'`)
    if (rows.length >= leads || performance.now() > end) return rows.map(({ seconds }) => seconds)
    await pause(200)
  }
}

function word(of: number | string): string {
  return `qzvtool${of}`
}

function askingFor(of: number): SourceRecord {
  const name = word(of)
  return {
    ...{ source: 'reddit', id: `bench${of}`, kind: 'post', subreddit: 'agency', author: `author${of}` },
    title: `Looking for a ${name}, what do you recommend?`,
    body: `We are a team of ${of} and need a ${name}. Happy to pay for something simple.`,
    ...{ flair: null, score: 12, numComments: 7, postedAt: Date.now(), url: null },
    ...{ permalink: `/r/agency/comments/bench${of}/`, bodyTruncated: false },
  }
}
