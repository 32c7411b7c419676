import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type FaultResult, runWithFaults } from './run.ts'

/** Kills per round. Each round begins with an empty database, to keep backfills short. */
const killsPerRound = 25
const machines = { webs: 2, workers: 3, projects: 4 }

/**
 * Kills workers with kill -9 a thousand times, while it restarts the database and edits keywords. Nothing may be lost
 * or duplicated. Returns exit code 1 if a round ends differently from a quiet run.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      kills: { type: 'string', default: '1000' },
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [kills, minutes, seed] = [Number(values.kills), Number(values.minutes), Number(values.seed)]
  if (![kills, minutes, seed].every((number) => Number.isInteger(number) && number > 0)) {
    process.stderr.write('bench faults: --kills, --minutes, and --seed must be positive whole numbers\n')
    return 2
  }
  const started = performance.now()
  const hasTimeLeft = () => performance.now() - started < minutes * 60_000
  const rounds: FaultResult[] = []
  const killed = () => sum(rounds, ({ kills: count }) => count)
  while (killed() < kills && hasTimeLeft()) {
    const dataDir = mkdtempSync(join(tmpdir(), 'earshot-faults-'))
    const round = await runWithFaults(dataDir, {
      ...machines,
      kills: Math.min(killsPerRound, kills - killed()),
      restarts: 1,
      seed: seed + rounds.length,
    }).finally(() => rmSync(dataDir, { recursive: true, force: true }))
    rounds.push(round)
    console.log(`Round ${rounds.length}: ${describe([round])}`)
    for (const difference of round.differences.slice(0, 5)) console.log(`  ${difference.slice(0, 300)}`)
  }
  console.log(`Total: ${describe(rounds)}`)
  return rounds.some(({ differences }) => differences.length > 0) ? 1 : 0
}

function describe(rounds: readonly FaultResult[]): string {
  const seconds = sum(rounds, (round) => round.seconds)
  const kills = sum(rounds, (round) => round.kills)
  return [
    `kills ${kills}`,
    `database restarts ${sum(rounds, (round) => round.restarts)}`,
    `items ${sum(rounds, (round) => round.items)}`,
    `edits ${sum(rounds, (round) => round.edits)} (failed ${sum(rounds, (round) => round.failedEdits)})`,
    `leads ${sum(rounds, (round) => round.leads)}`,
    `retried jobs ${sum(rounds, (round) => round.retriedJobs)}`,
    `differences ${sum(rounds, (round) => round.differences.length)}`,
    `${Math.round(seconds)} s`,
    `${((kills * 60) / seconds).toFixed(1)} kills/min`,
  ].join(', ')
}

function sum(rounds: readonly FaultResult[], of: (round: FaultResult) => number): number {
  return rounds.reduce((total, round) => total + of(round), 0)
}
