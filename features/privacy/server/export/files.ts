import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Ctx } from '#platform/server/ctx.ts'

/** Which file: of an export, and of who wrote it, since two may have been at the same. */
export interface Written {
  id: string
  attempt: string | null
}

function pathOf({ dataDir }: Pick<Ctx, 'dataDir'>, { id, attempt }: Written): string {
  return join(dataDir, 'exports', attempt === null ? `${id}.ndjson` : `${id}.${attempt}.ndjson`)
}

/** A file in the making: lines go to it one after the other. It counts once the row of its export says so. */
export interface Draft {
  write(lines: readonly string[]): Promise<void>
  /** Brings it to the disk; answers its bytes. */
  finish(): Promise<number>
  /** Takes it away. */
  drop(): Promise<void>
}

/** Begins the file of an export, for its owner's eyes alone. */
export async function openDraft(ctx: Pick<Ctx, 'dataDir'>, written: Written): Promise<Draft> {
  const path = pathOf(ctx, written)
  await mkdir(join(ctx.dataDir, 'exports'), { recursive: true, mode: 0o700 })
  const file: FileHandle = await open(path, 'wx', 0o600)
  let bytes = 0
  return {
    write: async (lines) => {
      const text = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      await file.appendFile(text)
      bytes += text.length
    },
    finish: async () => {
      await file.sync()
      await file.close()
      return bytes
    },
    drop: async () => {
      await file.close()
      await rm(path, { force: true })
    },
  }
}

/** Takes away the file of an export that is written anew. */
export async function removeExportFile(ctx: Pick<Ctx, 'dataDir'>, written: Written): Promise<void> {
  await rm(pathOf(ctx, written), { force: true })
}

/** The file of an export; null where it is gone. */
export async function readExportFile(
  ctx: Pick<Ctx, 'dataDir'>,
  written: Written,
): Promise<{ bytes: number; stream: Readable } | null> {
  const path = pathOf(ctx, written)
  const found = await stat(path).catch(() => null)
  return found ? { bytes: found.size, stream: createReadStream(path) } : null
}
