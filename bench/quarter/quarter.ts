import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { openOutside } from '#tests/quarter/outside.ts'
import { Life } from './life.ts'
import { openMachine } from './machine.ts'
import { brokenPromises } from './promises.ts'
import { settle } from './settle.ts'
import { setUpTeams } from './teams.ts'
import { headOfWeeks, type Week, weekOf } from './weeks.ts'

/** Days at the end without new posts, so that weekly releases and daily emails still arrive. */
const quietDays = 9
const bounds = {
  days: { least: 14, most: 366 },
  hours: { least: 1, most: 12 },
  asks: { least: 1, most: 100 },
  kills: { least: 0, most: 100 },
  minutes: { least: 1, most: 120 },
  seed: { least: 1, most: 1_000_000 },
}

/**
 * Runs the product and the sandbox through a quarter of three projects and two teams, on a clock that jumps, with weekly
 * restarts and kill -9 in between. Returns exit code 1 if a promise was broken.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      days: { type: 'string', default: '91' },
      hours: { type: 'string', default: '6' },
      asks: { type: 'string', default: '4' },
      kills: { type: 'string', default: '2' },
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  })
  const plan = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)])) as Plan
  for (const [name, { least, most }] of Object.entries(bounds)) {
    const number = plan[name as keyof Plan]
    if (Number.isInteger(number) && number >= least && number <= most) continue
    process.stderr.write(`bench quarter: --${name} must be a whole number from ${least} to ${most}\n`)
    return 2
  }
  if (24 % plan.hours !== 0) {
    process.stderr.write('bench quarter: --hours must divide a day\n')
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'earshot-quarter-'))
  try {
    return await live(folder, plan)
  } catch (error) {
    console.error(`bench quarter: ${error instanceof Error ? error.message : error}`)
    return 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Plan = Record<keyof typeof bounds, number>

async function live(folder: string, plan: Plan): Promise<number> {
  const { days, hours, asks, kills, minutes, seed } = plan
  const machine = await openMachine(folder)
  const askers = (days - quietDays) * asks
  const webhookUrl = `${machine.address}/api/paddle/webhooks`
  const outside = await openOutside({ askers, perDay: 24, webhookUrl })
  const started = performance.now()
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop(new Error(`Stopped by ${signal}`)))
  try {
    const simulated = async () => {
      await machine.start(outside.sandbox)
      const teams = await setUpTeams(machine, outside, () => settle(machine))
      const pace = { hours, asksPerDay: asks, killsPerWeek: kills, random: pseudoRandom(seed) }
      const life = new Life(machine, outside, teams, pace)
      const weeks: Week[] = []
      console.log(headOfWeeks)
      for (let day = 1; day <= days; day++) {
        await life.day(day > days - quietDays)
        if (day % 7 !== 0 && day !== days) continue
        weeks.push(await weekOf({ machine, outside, life }, Math.ceil(day / 7), (performance.now() - started) / 1000))
        if (day === days) break
        await life.addKeywords(2)
        await life.restart()
      }
      return brokenPromises({ machine, outside, teams, life, weeks })
    }
    const broken = await Promise.race([simulated(), timeOut(minutes), stopped])
    const seconds = (performance.now() - started) / 1000
    console.log(
      `${days} days in ${(seconds / 60).toFixed(1)} minutes, ${((days * 86_400) / seconds).toFixed(0)} times real time`,
    )
    return broken === 0 ? 0 : 1
  } finally {
    await machine.stop()
    await outside.close()
  }
}

async function timeOut(minutes: number): Promise<never> {
  await pause(minutes * 60_000, undefined, { ref: false })
  throw new Error(`Timed out after ${minutes} minutes`)
}
