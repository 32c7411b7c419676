import type { PgBoss } from 'pg-boss'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { withDatabase, workerIsRunning } from '#platform/server/database/address.ts'
import { migrate } from '#platform/server/database/migrate.ts'
import { openContext, type ProcessName } from '../context.ts'

export interface Connection {
  ctx: Ctx
  boss: PgBoss
  /** True if no worker is running to process the jobs. */
  alone: boolean
}

/** Connects to the database of a running server, or starts the embedded one until the end. */
export async function connected(
  { name, config, stop }: { name: ProcessName; config: Config; stop?: AbortSignal },
  work: (open: Connection) => Promise<void>,
): Promise<void> {
  await withDatabase(config, async (url) => {
    await migrate(url)
    const alone = !(await workerIsRunning(url))
    const { ctx, boss, close } = await openContext(config, url, name, { stop })
    try {
      await work({ ctx, boss, alone })
    } finally {
      await close()
    }
  })
}
