import { setTimeout as pause } from 'node:timers/promises'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { deliveriesOf } from './items.ts'
import { createPerson } from './people.ts'
import { type Machines, startMachines } from './processes.ts'
import { type Outcome, openQuietWorld, openWorld, type World } from './world.ts'

export interface FaultPlan {
  webs: number
  workers: number
  /** The number of workers killed with kill -9, at times that the seed determines. */
  kills: number
  /** The number of database restarts in between. */
  restarts: number
  /** How many projects each of the two people has. */
  projects: number
  seed: number
}

/** The events of a run, and how its result differs from that of a quiet run. */
export interface FaultResult {
  kills: number
  restarts: number
  items: number
  edits: number
  /** Edits without a response, or with an error. */
  failedEdits: number
  /** Jobs that failed because they were killed too often, and that were retried as by a person. */
  retriedJobs: number
  leads: number
  differences: string[]
  seconds: number
}

const itemsPerDelivery = 25
/** The minimum number of deliveries, however early the last kill is. */
const deliveriesMin = 10
/** The time between two kills, in milliseconds. */
const pauseMin = 300
const pauseMax = 1500

/**
 * Runs web and worker processes on the embedded database of `dataDir`. Kills workers and restarts the database while
 * posts are delivered and keywords are changed over HTTP. At the end, all deliveries are processed again in a quiet
 * run, for the same projects.
 */
export async function runWithFaults(
  dataDir: string,
  { webs, workers, kills, restarts, projects, seed }: FaultPlan,
): Promise<FaultResult> {
  const started = performance.now()
  const random = pseudoRandom(seed)
  const machines = await startMachines(dataDir, webs, workers)
  const world = await openWorld(machines.url, dataDir)
  try {
    const ended = new AbortController()
    const people = ['ann', 'bob'].map((name) => createPerson(machines.webs, name))
    for (const person of people) await person.setUp(projects)
    const edits = { succeeded: 0, failed: 0 }
    const feeding = feed(world, seed, ended.signal)
    const editing = people.map(async (person) => {
      while (!ended.signal.aborted) {
        if (await person.edit(random)) edits.succeeded++
        else edits.failed++
        await pause(300)
      }
    })
    await injectFaults(machines, { kills, restarts }, random)
    ended.abort()
    const deliveries = await feeding
    await Promise.all(editing)
    const retriedJobs = await world.settle()
    const actual = await world.outcome()
    const quiet = await quietOutcome(machines.url, dataDir, await world.projects(), deliveries)
    return {
      kills,
      restarts,
      items: deliveries.length * itemsPerDelivery,
      edits: edits.succeeded,
      failedEdits: edits.failed,
      retriedJobs,
      leads: actual.opportunities.length,
      differences: differencesOf(actual, quiet),
      seconds: (performance.now() - started) / 1000,
    }
  } finally {
    await world.close()
    await machines.stop()
  }
}

export type Deliveries = ReturnType<typeof deliveriesOf>

/** Delivers until `ended` is aborted. Returns the deliveries. */
async function feed(world: World, seed: number, ended: AbortSignal): Promise<Deliveries> {
  const deliveries = deliveriesOf(2000, itemsPerDelivery, seed)
  let count = 0
  for (; (!ended.aborted || count < deliveriesMin) && count < deliveries.length; count++) {
    await world.deliver(deliveries[count]!)
    await pause(100)
  }
  return deliveries.slice(0, count)
}

async function injectFaults(
  machines: Machines,
  { kills, restarts }: Pick<FaultPlan, 'kills' | 'restarts'>,
  random: () => number,
): Promise<void> {
  const restartsAfter = Array.from({ length: restarts }, (_, i) => Math.floor(((i + 1) * kills) / (restarts + 1)))
  for (let kill = 0; kill < kills; kill++) {
    for (const after of restartsAfter) if (after === kill) await machines.restartDatabase()
    await pause(pauseMin + random() * (pauseMax - pauseMin))
    await machines.killWorker(Math.floor(random() * machines.workers))
  }
}

/** Returns what a quiet run produces from the same deliveries for the same projects. */
export async function quietOutcome(
  url: string,
  dataDir: string,
  projects: Awaited<ReturnType<World['projects']>>,
  deliveries: Deliveries,
): Promise<Outcome> {
  const quiet = await openQuietWorld(url, dataDir)
  try {
    await quiet.begin(projects)
    await quiet.deliver(deliveries.flat())
    await quiet.settle()
    return await quiet.outcome()
  } finally {
    await quiet.close()
  }
}

/** Returns the rows that only one of the two has, or has more often. */
export function differencesOf(actual: Outcome, quiet: Outcome): string[] {
  const differences: string[] = []
  for (const table of Object.keys(quiet) as (keyof Outcome)[]) {
    const counts = new Map<string, number>()
    for (const row of actual[table]) add(counts, `${table} ${JSON.stringify(row)}`, 1)
    for (const row of quiet[table]) add(counts, `${table} ${JSON.stringify(row)}`, -1)
    for (const [row, count] of counts)
      if (count !== 0) differences.push(`${count > 0 ? 'unexpected' : 'missing'}: ${row}`)
  }
  return differences
}

function add(counts: Map<string, number>, key: string, change: number): void {
  counts.set(key, (counts.get(key) ?? 0) + change)
}
