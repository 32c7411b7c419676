import { setTimeout as pause } from 'node:timers/promises'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { deliveriesOf } from './items.ts'
import { personAt } from './people.ts'
import { type Machines, startMachines } from './processes.ts'
import { type Outcome, openQuietWorld, openWorld, type World } from './world.ts'

export interface Hardship {
  webs: number
  workers: number
  /** kill -9 of workers, at moments that the seed decides. */
  kills: number
  /** How often the database is stopped and started among them. */
  restarts: number
  seed: number
}

/** What happened, and what the end differs in from a run in which nothing did. */
export interface Survived {
  kills: number
  restarts: number
  items: number
  edits: number
  /** Edits that got no or a bad answer. */
  refused: number
  /** Jobs that were killed so often that they were given up, and sent again as a person would. */
  again: number
  leads: number
  differences: string[]
  seconds: number
}

const projectsEach = 4
const itemsEach = 25
/** Delivered at least, however soon the last kill comes. */
const deliveriesLeast = 10
/** Between two kills, in milliseconds. */
const least = 300
const most = 1500

/**
 * Web and worker processes on the embedded database of `dataDir`. While posts are delivered and keywords changed over
 * HTTP, workers are killed and the database is restarted. At the end all that was delivered goes through once more,
 * quietly, for the same projects.
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

/** Delivers until it is over; answers with what was delivered. */
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

/** Rows that only one of both has, or more often than the other. */
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
