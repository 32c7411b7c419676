import { setTimeout as pause } from 'node:timers/promises'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { deliveriesOf } from './items.ts'
import { personAt } from './people.ts'
import { type Machines, startMachines } from './processes.ts'
import { type Outcome, openQuietWorld, openWorld, type World } from './world.ts'

export interface Hardship {
  webs: number
  workers: number
  /** The number of workers killed with kill -9, at times that the seed determines. */
  kills: number
  /** The number of database restarts in between. */
  restarts: number
  seed: number
}

/** The events of a run, and how its result differs from that of a quiet run. */
export interface Survived {
  kills: number
  restarts: number
  items: number
  edits: number
  /** Edits without a response, or with an error. */
  refused: number
  /** Jobs that failed because they were killed too often, and that were retried as by a person. */
  again: number
  leads: number
  differences: string[]
  seconds: number
}

const projectsEach = 4
const itemsEach = 25
/** The minimum number of deliveries, however early the last kill is. */
const deliveriesLeast = 10
/** The time between two kills, in milliseconds. */
const least = 300
const most = 1500

/**
 * Runs web and worker processes on the embedded database of `dataDir`. Kills workers and restarts the database while
 * posts are delivered and keywords are changed over HTTP. At the end, all deliveries are processed again in a quiet
 * run, for the same projects.
 */
export async function survive(dataDir: string, { webs, workers, kills, restarts, seed }: Hardship): Promise<Survived> {
  const since = performance.now()
  const random = pseudoRandom(seed)
  const machines = await startMachines(dataDir, webs, workers)
  const world = await openWorld(machines.url, dataDir)
  try {
    const over = new AbortController()
    const people = ['ann', 'bob'].map((name) => personAt(machines.webs, name))
    for (const person of people) await person.setUp(projectsEach)
    const edits = { made: 0, refused: 0 }
    const feeding = feed(world, seed, over.signal)
    const editing = people.map(async (person) => {
      while (!over.signal.aborted) {
        if (await person.edit(random)) edits.made++
        else edits.refused++
        await pause(300)
      }
    })
    await strike(machines, { kills, restarts }, random)
    over.abort()
    const deliveries = await feeding
    await Promise.all(editing)
    const again = await world.settle()
    const survived = await world.outcome()
    const quiet = await quietly(machines.url, dataDir, await world.projects(), deliveries)
    return {
      kills,
      restarts,
      items: deliveries.length * itemsEach,
      edits: edits.made,
      refused: edits.refused,
      again,
      leads: survived.opportunities.length,
      differences: differencesOf(survived, quiet),
      seconds: (performance.now() - since) / 1000,
    }
  } finally {
    await world.close()
    await machines.stop()
  }
}

type Deliveries = ReturnType<typeof deliveriesOf>

/** Delivers until `over` is aborted. Returns the deliveries. */
async function feed(world: World, seed: number, over: AbortSignal): Promise<Deliveries> {
  const deliveries = deliveriesOf(2000, itemsEach, seed)
  let count = 0
  for (; (!over.aborted || count < deliveriesLeast) && count < deliveries.length; count++) {
    await world.deliver(deliveries[count]!)
    await pause(100)
  }
  return deliveries.slice(0, count)
}

async function strike(
  machines: Machines,
  { kills, restarts }: Pick<Hardship, 'kills' | 'restarts'>,
  random: () => number,
): Promise<void> {
  const restartsAfter = Array.from({ length: restarts }, (_, i) => Math.floor(((i + 1) * kills) / (restarts + 1)))
  for (let kill = 0; kill < kills; kill++) {
    for (const after of restartsAfter) if (after === kill) await machines.restartDatabase()
    await pause(least + random() * (most - least))
    await machines.killWorker(Math.floor(random() * machines.workers))
  }
}

async function quietly(
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
function differencesOf(survived: Outcome, quiet: Outcome): string[] {
  const differences: string[] = []
  for (const table of Object.keys(quiet) as (keyof Outcome)[]) {
    const counts = new Map<string, number>()
    for (const row of survived[table]) add(counts, `${table} ${JSON.stringify(row)}`, 1)
    for (const row of quiet[table]) add(counts, `${table} ${JSON.stringify(row)}`, -1)
    for (const [row, count] of counts)
      if (count !== 0) differences.push(`${count > 0 ? 'only here' : 'missing'}: ${row}`)
  }
  return differences
}

function add(counts: Map<string, number>, key: string, change: number): void {
  counts.set(key, (counts.get(key) ?? 0) + change)
}
