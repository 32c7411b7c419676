import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { runningPostmaster } from '#platform/server/embedded/postmaster.ts'

/** The number of ticks per second in the times of /proc, the same on every Linux. */
const ticksPerSecond = 100

/** CPU seconds that each side has used so far, and idle seconds of all CPUs. */
export interface CpuUsage {
  workers: number
  database: number
  /** This process, which delivers items. */
  feeder: number
  idle: number
  at: number
}

export function cpuUsage(dataDir: string, workers: readonly number[]): CpuUsage {
  const { user, system } = process.cpuUsage()
  return {
    workers: workers.reduce((sum, pid) => sum + (statOf(pid)?.own ?? 0), 0),
    database: databaseSeconds(dataDir),
    feeder: (user + system) / 1e6,
    idle: idleSeconds(),
    at: performance.now() / 1000,
  }
}

/** Returns the CPU time of each side between two moments, in microseconds per item. */
export function cpuPerItem(before: CpuUsage, after: CpuUsage, items: number): string {
  const cost = (side: 'workers' | 'database' | 'feeder') => (((after[side] - before[side]) * 1e6) / items).toFixed(0)
  return `workers ${cost('workers')} µs, PostgreSQL ${cost('database')} µs, feeder ${cost('feeder')} µs`
}

/** Returns each side's share of all CPU time between two moments, including other programs. */
export function cpuShares(before: CpuUsage, after: CpuUsage): string {
  const total = (after.at - before.at) * availableParallelism()
  const part = (side: 'workers' | 'database' | 'feeder' | 'idle') => (after[side] - before[side]) / total
  const sides = { workers: part('workers'), PostgreSQL: part('database'), feeder: part('feeder'), idle: part('idle') }
  const other = 1 - Object.values(sides).reduce((sum, share) => sum + share)
  return Object.entries({ ...sides, other: Math.max(0, other) })
    .map(([side, share]) => `${side} ${Math.round(share * 100)}%`)
    .join(', ')
}

/** Returns the peak memory of a process since resetPeakMemory(), in bytes. */
export function peakMemory(pid: number): number {
  return memoryOf(pid, 'VmHWM')
}

/** Resets the peak memory of a process. Returns its current memory, in bytes. */
export function resetPeakMemory(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return currentMemory(pid)
}

/** Returns the current memory of a process, in bytes. */
export function currentMemory(pid: number): number {
  return memoryOf(pid, 'VmRSS')
}

/** Returns the memory of a process with its part of what it shares with others, in bytes; 0 once it has ended. */
export function memoryShare(pid: number): number {
  return rolledUp(pid, 'Pss')
}

/** Returns what a process allocated itself, in bytes: other programs that share its files make no difference to it. */
export function ownMemory(pid: number): number {
  return rolledUp(pid, 'Pss_Anon')
}

function rolledUp(pid: number, name: 'Pss' | 'Pss_Anon'): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    // The process has ended.
    return 0
  }
}

function memoryOf(pid: number, name: 'VmHWM' | 'VmRSS'): number {
  const [, kilobytes] =
    new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Returns the CPU seconds of PostgreSQL. Its processes are short-lived; their parent counts those that ended. */
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
  /** The seconds of its ended children. */
  ended: number
}

/** Returns the CPU seconds of a process and of its ended children; null once it has ended. */
export function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / ticksPerSecond
    return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13) }
  } catch {
    // The process has ended.
    return null
  }
}

function idleSeconds(): number {
  const [, , , , idle = '0', waiting = '0'] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/)
  return (Number(idle) + Number(waiting)) / ticksPerSecond
}
