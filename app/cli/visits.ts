import { lastDays, readVisits, type Visits } from '#features/operations/server/visits/counts.ts'
import { type FirstLeads, readFirstLeads } from '#features/operations/server/visits/first-leads.ts'
import { configOfProcess } from '#platform/server/config.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOptions } from './arguments.ts'
import { connected } from './connected.ts'
import { exitCode, type Streams, UsageError } from './output.ts'
import { figure } from './progress.ts'

const usage = 'npm run -s visits -- [--days N]'
const help = `usage: ${usage}

Shows visitors and page views per day (UTC), the most common pages, referrers, and events, and how long new users waited
for their first real lead. The server can be running or stopped.

  --days N  the number of days up to today (default 30)
`

const daysMost = 730
const options = { days: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

/** Prints the counts of our own visit counter (SPEC 7). Resolves to the exit code. */
export function run(
  argv: readonly string[],
  streams: Streams = process,
  readConfig = configOfProcess,
): Promise<number> {
  return exitCode('visits', streams, async () => {
    const { days = '30', help: isHelp } = readOptions(argv, options, usage)
    if (isHelp) return void streams.stdout.write(help)
    if (!/^\d+$/.test(days) || Number(days) < 1 || Number(days) > daysMost) {
      throw new UsageError(`--days must be a number from 1 to ${daysMost}\nusage: ${usage}`)
    }
    await connected({ name: 'visits', config: readConfig() }, ({ ctx }) =>
      printVisits(ctx, Number(days), (line) => void streams.stdout.write(`${line}\n`)),
    )
  })
}

/** Reports the visits of the last `days` days, line by line. */
export async function printVisits(ctx: Ctx, days: number, say: (line: string) => void): Promise<void> {
  const job = actingAs(ctx, { kind: 'job', name: 'visits' })
  const { visits, firstLeads } = await transaction(job, async (tx) => ({
    visits: await readVisits(tx, lastDays(job, days)),
    firstLeads: await readFirstLeads(tx),
  }))
  for (const line of [...linesOf(visits), ...firstLeadLines(firstLeads)]) say(line)
}

function* firstLeadLines(firstLeads: readonly FirstLeads[]): Generator<string> {
  if (firstLeads.length === 0) return
  yield ''
  yield 'time from sign-up to the first real lead, of all users'
  yield 'source           users        median       longest'
  for (const { source, users, median, longest } of firstLeads)
    yield `${source.padEnd(12)}${figure(users).padStart(10)}${waitText(median).padStart(14)}${waitText(longest).padStart(14)}`
}

function waitText(minutes: number): string {
  if (minutes < 120) return `${figure(Math.round(minutes))} min`
  return minutes < 48 * 60 ? `${figure(Math.round(minutes / 60))} h` : `${figure(Math.round(minutes / 1440))} d`
}

function* linesOf({ days, pages, referrers, events }: Visits): Generator<string> {
  if (days.length === 0) return yield 'No visits yet'
  yield 'day         visitors      page views'
  for (const { day, visitors, views } of days)
    yield `${day}  ${figure(visitors).padStart(8)}  ${figure(views).padStart(14)}`
  for (const [title, counts] of Object.entries({ pages, referrers, events })) {
    if (counts.length === 0) continue
    yield ''
    yield title
    for (const { what, count } of counts) yield `${figure(count).padStart(10)}  ${what}`
  }
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
