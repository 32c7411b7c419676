import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { jumpDates, noticedMs } from './jumped-date.ts'

/** The time of the product, the sandbox, and the bench, which is ahead of real time. */
export interface JumpingClock {
  /** Node's arguments for a process that shares it. */
  nodeArguments: string[]
  /** Moves it ahead in all processes, and in the job queue. */
  jump(ms: number): Promise<void>
}

/** Runs one statement as the owner of the database. */
export type Run = (statement: string) => Promise<unknown>

/** Creates a clock in a folder. From now on, dates of this process follow it. */
export function openClock(folder: string, run: () => Run): JumpingClock {
  const file = join(folder, 'clock')
  let offset = 0
  write(file, offset)
  jumpDates(file)
  const preload = new URL(import.meta.resolve('./jumped-date.ts'))
  preload.searchParams.set('file', file)
  return {
    nodeArguments: ['--import', preload.href],
    async jump(ms) {
      offset += ms
      write(file, offset)
      await run()(queueClock(offset))
      await pause(2 * noticedMs)
    },
  }
}

/** Only the job queue asks PostgreSQL for the time, and it asks this function. */
function queueClock(offset: number): string {
  return `create or replace function pgboss.job_now() returns timestamptz language sql stable parallel safe
    as $$ select pg_catalog.now() + interval '${offset} milliseconds' $$`
}

function write(file: string, offset: number): void {
  writeFileSync(`${file}.new`, String(offset))
  renameSync(`${file}.new`, file)
}
