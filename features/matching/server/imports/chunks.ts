import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { headBytes } from '../sources/packing.ts'
import { importChunk } from '../tables.ts'
import type { ArchiveBytes } from './archive.ts'
import type { ImportRow } from './imports.ts'

/** Chunks removed per transaction: 64 MB at most. */
const removedAtOnce = 64

export async function insertChunk(tx: Transaction, importId: string, number: number, bytes: Buffer): Promise<void> {
  await tx.insert(importChunk).values({ importId, number, bytes })
}

export async function countChunks(tx: Transaction, importId: string): Promise<number> {
  const [row] = await tx.select({ pieces: count() }).from(importChunk).where(eq(importChunk.importId, importId))
  return row?.pieces ?? 0
}

/** Reads an upload chunk by chunk, each in a separate transaction. */
export async function uploadedBytes(ctx: Ctx, { id, bytesTotal }: ImportRow): Promise<ArchiveBytes> {
  const first = await readChunk(ctx, id, 0)
  async function* bytes() {
    for (let number = 0, chunk = first; chunk; chunk = await readChunk(ctx, id, ++number)) yield chunk
  }
  return { totalBytes: bytesTotal, head: first?.subarray(0, headBytes) ?? Buffer.alloc(0), bytes: bytes() }
}

function readChunk(ctx: Ctx, importId: string, number: number): Promise<Buffer | undefined> {
  return transaction(ctx, async (tx) => {
    const which = and(eq(importChunk.importId, importId), eq(importChunk.number, number))
    const [row] = await tx.select({ bytes: importChunk.bytes }).from(importChunk).where(which)
    return row?.bytes
  })
}

/** Removes an upload's chunks in several transactions. */
export async function removeChunks(ctx: Ctx, importId: string): Promise<void> {
  for (let removed = removedAtOnce; removed === removedAtOnce; ) {
    removed = await transaction(ctx, async (tx) => {
      const some = tx
        .select({ number: importChunk.number })
        .from(importChunk)
        .where(eq(importChunk.importId, importId))
        .orderBy(sql`number`)
        .limit(removedAtOnce)
      const result = await tx
        .delete(importChunk)
        .where(and(eq(importChunk.importId, importId), inArray(importChunk.number, some)))
      return result.rowCount ?? 0
    })
  }
}
