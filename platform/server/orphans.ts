import { opendir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Ctx } from './ctx.ts'
import { transaction } from './database/database.ts'

/** Folders in DATA_DIR with files named by a row's id, and the table of those rows. */
const folders = [
  { folder: 'mail', table: sql`mail` },
  { folder: 'exports', table: sql`export` },
] as const
const filesAtOnce = 1000

/**
 * Deletes files whose row is gone. Rows are written before their files, so files in progress are kept. Runs in the
 * hourly upkeep and after erasures; a file that is just being written is deleted the next time.
 */
export async function removeOrphans(ctx: Ctx): Promise<void> {
  for (const { folder, table } of folders) {
    const path = join(ctx.dataDir, folder)
    let names: string[] = []
    for await (const name of namesIn(path)) {
      names.push(name)
      if (names.length < filesAtOnce) continue
      await removeSome(ctx, path, table, names)
      names = []
    }
    await removeSome(ctx, path, table, names)
  }
}

async function* namesIn(path: string): AsyncGenerator<string> {
  const entries = await opendir(path).catch(absent)
  if (entries) for await (const entry of entries) if (entry.isFile()) yield entry.name
}

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.)/

async function removeSome(ctx: Ctx, path: string, table: (typeof folders)[number]['table'], names: readonly string[]) {
  const named = names.flatMap((name) => {
    const [found] = id.exec(name) ?? []
    return found ? [{ name, id: found }] : []
  })
  if (named.length === 0) return
  const ids = sql.param([...new Set(named.map((each) => each.id))])
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ id: string }>(sql`select id from ${table} where id = any (${ids}::uuid[])`),
  )
  const existing = new Set(rows.map((row) => row.id))
  for (const each of named) if (!existing.has(each.id)) await unlink(join(path, each.name)).catch(absent)
}

/** Ignores a missing file. */
function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
