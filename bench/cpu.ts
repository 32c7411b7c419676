import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { runningPostmaster } from '#platform/server/embedded/postmaster.ts'

/** What `ps` counts in, the same on every Linux. */
const ticksASecond = 100

/** Seconds of a processor that each side has used so far, and that all processors of the machine have had nothing to do. */
export interface Used {
  workers: number
  database: number
  /** This process, which delivers. */
  feeder: number
  idle: number
  at: number
}

export function used(dataDir: string, workers: readonly number[]): Used {
  const { user, system } = process.cpuUsage()
  return {
    workers: workers.reduce((sum, pid) => sum + (statOf(pid)?.own ?? 0), 0),
    database: databaseSeconds(dataDir),
    feeder: (user + system) / 1e6,
    idle: idleSeconds(),
    at: performance.now() / 1000,
  }
}

/** What each side used between two moments, in microseconds of a processor an item. */
export function cpuAnItem(before: Used, after: Used, items: number): string {
  const cost = (side: 'workers' | 'database' | 'feeder') => (((after[side] - before[side]) * 1e6) / items).toFixed(0)
  return `workers ${cost('workers')} µs, PostgreSQL ${cost('database')} µs, feeder ${cost('feeder')} µs`
}

/** How the machine's time between two moments is divided, others' programs included. */
export function machineShares(before: Used, after: Used): string {
  const all = (after.at - before.at) * availableParallelism()
  const part = (side: 'workers' | 'database' | 'feeder' | 'idle') => (after[side] - before[side]) / all
  const sides = { workers: part('workers'), PostgreSQL: part('database'), feeder: part('feeder'), idle: part('idle') }
  const others = 1 - Object.values(sides).reduce((sum, share) => sum + share)
  return Object.entries({ ...sides, others: Math.max(0, others) })
    .map(([side, share]) => `${side} ${Math.round(share * 100)} %`)
    .join(', ')
}

/** The most memory that a process has had at once since forgetPeak(), in bytes. */
export function peakMemory(pid: number): number {
  return memoryOf(pid, 'VmHWM')
}

/** From now on only what a process has from now on counts; answers with what it has, in bytes. */
export function forgetPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return memoryOf(pid, 'VmRSS')
}

function memoryOf(pid: number, name: 'VmHWM' | 'VmRSS'): number {
  const [, kilobytes] =
    new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Its processes come and go: those that went are counted by their parent. */
function databaseSeconds(dataDir: string): number {
  const postmaster = runningPostmaster(join(dataDir, 'postgres'))?.pid
  if (postmaster === undefined) return 0
  const parent = statOf(postmaster)
  let sum = (parent?.own ?? 0) + (parent?.ended ?? 0)
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null
    if (stat?.parent === postmaster) sum += stat.own
  }
  return sum
}

interface Stat {
  parent: number
  own: number
  /** Of its children that have ended. */
  ended: number
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / ticksASecond
    return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13) }
  } catch {
    // It has ended.
    return null
  }
}

function idleSeconds(): number {
  const [, , , , idle = '0', waiting = '0'] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/)
  return (Number(idle) + Number(waiting)) / ticksASecond
}
