import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#platform/server/embedded/postgres.ts'
import { freePort, run as runProgram } from '#tests/program.ts'
import { memoryShare, statOf } from '../cpu.ts'

/** What a server of 1 GB can spare: all processes with PostgreSQL, in MB and in percent of one core. */
const most = { megabytes: 512, percent: 2 }
const projects = 20
const keywordsEach = 40

interface Use {
  megabytes: number
  cpuSeconds: number
}

/**
 * Measures what the whole product takes while nothing happens: real sources that have nothing new, no sandbox, and 20
 * projects. Fails if it takes more than a small server has.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { settle: { type: 'string', default: '90' }, seconds: { type: 'string', default: '90' } },
  })
  const [settle, seconds] = [Number(values.settle), Number(values.seconds)]
  if (!(settle >= 0 && seconds > 0)) {
    process.stderr.write('bench idle: --settle and --seconds must be numbers\n')
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
  const { server, url } = await quietReddit()
  const port = await freePort()
  // As `npm start` runs it, without the cache that tests use.
  const plain = { NODE_DISABLE_COMPILE_CACHE: '1' }
  const environment = { ...plain, DATA_DIR: folder, PORT: String(port), REDDIT_RSS_URL: url, LOG_LEVEL: 'error' }
  const product = runProgram('app/main.ts', [], environment)
  try {
    await product.line(/Earshot is running at/)
    await seed((await startEmbedded(folder)).url)
    await pause(settle * 1000)
    const before = measured(product.pid)
    await pause(seconds * 1000)
    const isSmall = report(before, measured(product.pid), seconds)
    if (product.output().includes('"level":50')) process.stdout.write(product.output())
    return isSmall ? 0 : 1
  } finally {
    product.kill('SIGTERM')
    await product.ended
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a server that answers every request like a Reddit without posts. */
async function quietReddit(): Promise<{ server: Server; url: string }> {
  const feed =
    '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>r/quiet</title></feed>'
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/atom+xml; charset=UTF-8' }).end(feed)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

/** Inserts the projects of one user, each with as many keywords as a plan allows, and with this month's SEO update. */
async function seed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`
      with owner as (
        insert into "user" (id, username, email, confirmed_at, created_at, updated_at)
        values (gen_random_uuid(), 'ann', 'ann@example.com', now(), now(), now()) returning id
      ), made as (
        insert into project (id, name, summary, status, communities, created_at, updated_at)
        select gen_random_uuid(), 'Project ' || n, 'A tool for bakers.', 'done', array['community' || n], now(), now()
        from generate_series(1, ${projects}) n returning id
      ), joined as (
        insert into member (project_id, id, user_id, role, created_at, updated_at)
        select made.id, gen_random_uuid(), owner.id, 'owner', now(), now() from made, owner
      ), asked as (
        insert into seo_update (project_id, realm, time_zone, source, started_at, finished_at, next_at, is_first)
        select id, 'real', 'UTC', 'estimate', now(), now(), now() + interval '20 days', false from made
      )
      insert into keyword (project_id, id, kind, query, status, created_at, updated_at)
      select id, gen_random_uuid(), 'problem', 'till ' || left(id::text, 8) || ' ' || n, 'active', now(), now()
      from made, generate_series(1, ${keywordsEach}) n`)
    await client.query('update phrase_version set version = version + 1')
  } finally {
    await client.end()
  }
}

/** Returns the memory of each part of the product, and the CPU seconds that it has used so far. */
function measured(supervisor: number): Map<string, Use> {
  const parts = new Map<string, Use>()
  for (const { pid, name } of processesBelow(supervisor)) {
    const stat = statOf(pid)
    if (!stat) continue
    const sum = parts.get(name) ?? { megabytes: 0, cpuSeconds: 0 }
    // The connections of PostgreSQL come and go: their parent counts those that ended.
    const ended = name === 'PostgreSQL' ? stat.ended : 0
    parts.set(name, {
      megabytes: sum.megabytes + memoryShare(pid) / 1024 ** 2,
      cpuSeconds: sum.cpuSeconds + stat.own + ended,
    })
  }
  return parts
}

function processesBelow(root: number): { pid: number; name: string }[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null
    if (stat) parents.set(Number(name), stat.parent)
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid)!))
  return [...parents.keys()].filter(isBelow).map((pid) => ({ pid, name: nameOf(pid, pid === root) }))
}

function nameOf(pid: number, isRoot: boolean): string {
  if (isRoot) return 'supervisor'
  try {
    const [, command = ''] = /main\.ts\0(\w+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? []
    return command || 'PostgreSQL'
  } catch {
    return 'PostgreSQL'
  }
}

/** Prints each part and the sum. Returns whether a small server has room for it. */
function report(before: ReadonlyMap<string, Use>, after: ReadonlyMap<string, Use>, seconds: number): boolean {
  const sum = { megabytes: 0, percent: 0 }
  for (const [name, { megabytes, cpuSeconds }] of after) {
    const percent = ((cpuSeconds - (before.get(name)?.cpuSeconds ?? 0)) / seconds) * 100
    sum.megabytes += megabytes
    sum.percent += percent
    console.log(line(name, megabytes, percent))
  }
  console.log(line('together', sum.megabytes, sum.percent))
  const ratios = [sum.megabytes / most.megabytes, sum.percent / most.percent]
  const [memory, cpu] = ratios.map((ratio) => ratio.toFixed(2))
  console.log(`${memory} times ${most.megabytes} MB, ${cpu} times ${most.percent} % of a core`)
  return ratios.every((ratio) => ratio <= 1)
}

function line(name: string, megabytes: number, percent: number): string {
  return `${name.padEnd(11)} ${megabytes.toFixed(0).padStart(4)} MB  ${percent.toFixed(2).padStart(6)} %`
}
