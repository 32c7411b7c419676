import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { migrate } from '#platform/server/database/migrate.ts'
import { freePort } from '#tests/program.ts'
import { currentMemory } from '../cpu.ts'
import { deliveriesOf, products } from '../faults/items.ts'
import { type Deliveries, differencesOf, quietOutcome } from '../faults/run.ts'
import { copyForQuietWorld, type Outcome, openWorld, type World } from '../faults/world.ts'
import { endProcess, startProcess, untilReady } from '../processes.ts'
import { quantile } from '../quantiles.ts'
import { type Owner, signUpTeam } from './owner.ts'
import { administer, type ReplicatedDatabase, startReplicated } from './replicated.ts'
import { openScreens } from './screens.ts'

const machines = { webs: 2, workers: 4 }
const keywordsEach = 40
const itemsPerDelivery = 100
/** The most streams of a user at one web process. */
const screensOfUserMax = 20
/** The changes whose way to all screens is measured. */
const changes = 20
/** The most deliveries around the failover. */
const deliveriesMost = 500
/** The seconds between the end of the primary and the promotion of the standby. */
const promotionSeconds = 5

interface Size {
  projects: number
  items: number
  screens: number
  seconds: number
}

/**
 * Runs two web and four worker processes on an external PostgreSQL with a standby, as on several machines. Measures
 * items a second, open screens, and requests a second, then kills the primary while items and keywords arrive. Returns
 * exit code 1 if anything that was acknowledged is lost or doubled.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      postgres: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
      projects: { type: 'string', default: '200' },
      items: { type: 'string', default: '5000' },
      screens: { type: 'string', default: '400' },
      seconds: { type: 'string', default: '10' },
    },
  })
  const { postgres, ...rest } = values
  const [projects, items, screens, seconds] = [rest.projects, rest.items, rest.screens, rest.seconds].map(Number)
  const size = { projects: projects!, items: items!, screens: screens!, seconds: seconds! }
  if (!Object.values(size).every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench scale: --projects, --items, --screens, and --seconds must be positive whole numbers\n')
    return 2
  }
  if (!existsSync(join(postgres, 'postgres'))) {
    console.log(`scale: skipped, no PostgreSQL in ${postgres}. Install one, or name its folder with --postgres`)
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'earshot-scale-'))
  const database = await startReplicated(postgres, folder).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  try {
    await migrate(database.url)
    await copyForQuietWorld(database.administrator, new URL(database.url).username)
    return await measure(database, mkdtempSync(join(folder, 'data-')), size)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(database: ReplicatedDatabase, dataDir: string, size: Size): Promise<number> {
  const { url, version } = database
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, SECRET: 'x'.repeat(40), LOG_LEVEL: 'silent' }
  const ports = await Promise.all(Array.from({ length: machines.webs }, freePort))
  const start = (role: 'web' | 'worker', port: number) =>
    startProcess(role, url, { env: { ...env, PORT: String(port) }, stdio: 'ignore' })
  const webs = ports.map((port) => start('web', port))
  const workers = Array.from({ length: machines.workers }, () => start('worker', 0))
  const addresses = ports.map((port) => `http://localhost:${port}`)
  await untilReady([...webs, ...workers])
  const world = await openWorld(url, dataDir)
  try {
    const people = Math.ceil(size.screens / machines.webs / screensOfUserMax)
    const team = await signUpTeam(addresses, people, (project, ids) => addMembers(database, project, ids))
    await world.begin(projectsOf(size.projects))
    console.log(
      `${machines.webs} web and ${machines.workers} worker processes, PostgreSQL ${version} with a synchronous standby, ` +
        `${number(size.projects)} projects of ${keywordsEach} keywords`,
    )
    print('Database connections', await connectionsOf(database))
    const early = Math.ceil(size.items / itemsPerDelivery)
    const deliveries = deliveriesOf(early + deliveriesMost, itemsPerDelivery)
    const rate = await itemsPerSecond(world, deliveries.slice(0, early))
    print('Items at full speed', `${number(rate)} a second`)
    await measureScreens(team, addresses, webs, size.screens)
    await measureRequests(team, addresses, size.seconds)
    return await measureFailover(database, world, team, { dataDir, deliveries, delivered: early })
  } finally {
    await world.close()
    await Promise.all([...webs, ...workers].map((child) => endProcess(child)))
  }
}

/** Ten projects look for products that posts name, the others for words that are rare, as most keywords are. */
function projectsOf(count: number): { name: string; keywords: string[] }[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Project ${index}`,
    keywords: [
      ...products.slice(index, index + 1),
      ...Array.from({ length: keywordsEach }, (__, n) => `qzv${index}x${n} app`),
    ].slice(0, keywordsEach),
  }))
}

async function addMembers(
  { administrator }: ReplicatedDatabase,
  project: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await administer(
    administrator,
    `insert into member (project_id, id, user_id, role, created_at, updated_at)
    select '${project}', gen_random_uuid(), id, 'member', now(), now() from unnest('{${ids.join()}}'::uuid[]) id`,
  )
}

async function connectionsOf({ administrator }: ReplicatedDatabase): Promise<string> {
  return administer(administrator, `select count(*) from pg_stat_activity where usename = 'earshot'`)
}

async function itemsPerSecond(world: World, deliveries: Deliveries): Promise<number> {
  const begun = performance.now()
  for (const delivery of deliveries) await world.deliver(delivery)
  await world.settle()
  return (deliveries.flat().length * 1000) / (performance.now() - begun)
}

async function measureScreens(
  owner: Owner & { jwts: string[] },
  addresses: readonly string[],
  webs: readonly ChildProcess[],
  count: number,
): Promise<void> {
  const memory = () => webs.reduce((sum, { pid }) => sum + currentMemory(pid!), 0)
  const before = memory()
  const screens = await openScreens(addresses, count, owner.project, owner.jwts)
  const each = (memory() - before) / count / 1024
  const times: number[] = []
  for (let change = 0; change < changes; change++) {
    const heard = screens.nextChange()
    await owner.addKeyword(`change ${change}`)
    times.push(...(await heard))
  }
  screens.close()
  print(`${number(count)} open screens`, `${Math.max(0, each).toFixed(0)} kB each`)
  print(
    '  a change reaches each',
    `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
  )
}

async function measureRequests(owner: Owner, addresses: readonly string[], seconds: number): Promise<void> {
  const path = `/api/opportunities?filters[project][id]=${owner.project}&sort=score:desc`
  const results = await Promise.all(
    addresses.map((address) =>
      autocannon({
        url: `${address}${encodeURI(path)}`,
        headers: { authorization: `Bearer ${owner.jwt}` },
        connections: 10,
        duration: seconds,
      }),
    ),
  )
  const failed = results.reduce((sum, result) => sum + result.non2xx + result.errors, 0)
  const rate = results.reduce((sum, result) => sum + result.requests.average, 0)
  const p99 = Math.max(...results.map((result) => result.latency.p99))
  print('Lists of leads', `${number(rate)} a second, p99 ${p99} ms${failed > 0 ? `, ${failed} failed` : ''}`)
}

/** Kills the primary while items arrive and keywords are added. Returns exit code 1 if any were lost or doubled. */
async function measureFailover(
  database: ReplicatedDatabase,
  world: World,
  owner: Owner,
  { dataDir, deliveries, ...begin }: { dataDir: string; deliveries: Deliveries; delivered: number },
): Promise<number> {
  const ended = new AbortController()
  let { delivered } = begin
  const delivering = (async () => {
    for (; !ended.signal.aborted && delivered < deliveries.length; delivered++) {
      await world.deliver(deliveries[delivered]!)
      await pause(200)
    }
  })()
  const acknowledged: string[] = []
  let refused = 0
  let lastRefused = 0
  const adding = (async () => {
    for (let n = 0; !ended.signal.aborted; n++) {
      const query = `failover ${n}`
      if (
        await owner.addKeyword(query).then(
          () => true,
          () => false,
        )
      )
        acknowledged.push(query)
      else {
        refused++
        lastRefused = performance.now()
      }
      await pause(100)
    }
  })()
  await pause(5000)
  const begun = performance.now()
  await database.failOver(promotionSeconds)
  await pause(15_000)
  ended.abort()
  await Promise.all([delivering, adding])
  const retried = await world.settle()
  const kept = (await owner.keywords()).filter((query) => query.startsWith('failover'))
  const lost = acknowledged.filter((query) => kept.filter((each) => each === query).length !== 1)
  const all = deliveries.slice(0, delivered)
  const differences = differencesOf(
    found(await world.outcome()),
    found(await quietOutcome(database.administrator, dataDir, await world.projects(), all)),
  )
  print(
    'Failover',
    `standby promoted after ${promotionSeconds} s, last refused write after ${seconds(lastRefused - begun)}`,
  )
  print('  writes', `${acknowledged.length} acknowledged, ${refused} refused, ${lost.length} lost or doubled`)
  print('  items', `${number(all.flat().length)}, ${retried} jobs retried by hand, ${differences.length} differences`)
  for (const difference of differences.slice(0, 5)) console.log(`    ${difference.slice(0, 300)}`)
  return lost.length + differences.length === 0 ? 0 : 1
}

/**
 * Leaves out scores, labels, and what depends on them: the judge of need reads the best new leads of the moment, so they depend on
 * the order in which items arrive.
 */
function found(outcome: Outcome): Outcome {
  const candidates = outcome.candidates.map((candidate) => ({ ...(candidate as object), score: null, label: null }))
  return { ...outcome, candidates, opportunities: [], counts: [] }
}

function seconds(ms: number): string {
  return `${Math.max(0, ms / 1000).toFixed(1)} s`
}

function print(label: string, figure: string): void {
  console.log(`${label.padEnd(28)}${figure}`)
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en')
}
