import type { SQL } from 'drizzle-orm'
import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'

/** Locks held by a test, so that the test and not the machine determines the order of events. */
export interface Locks {
  /** Holds a lock until the returned function is called. */
  hold(lock: SQL): Promise<() => Promise<void>>
  /** Resolves once this many connections wait for a lock. */
  blocked(count: number): Promise<'blocked'>
  /** Releases all held locks. */
  close(): Promise<void>
}

export async function testLocks(ctx: Ctx, url: string): Promise<Locks> {
  const watch = new pg.Client({ connectionString: url })
  await watch.connect()
  const releases: (() => Promise<void>)[] = []
  return {
    hold: async (lock) => {
      const held = Promise.withResolvers<void>()
      const over = Promise.withResolvers<void>()
      const work = transaction(ctx, async (tx) => {
        await tx.execute(lock)
        held.resolve()
        await over.promise
      })
      await held.promise
      const release = () => {
        over.resolve()
        return work
      }
      releases.push(release)
      return release
    },
    blocked: async (count) => {
      await vi.waitFor(
        async () => {
          const { rows } = await watch.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          )
          expect(rows[0]!.waiting).toBe(count)
        },
        { timeout: 10_000, interval: 10 },
      )
      return 'blocked'
    },
    close: async () => {
      for (const release of releases.splice(0)) await release()
      await watch.end()
    },
  }
}
