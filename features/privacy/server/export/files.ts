import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Ctx } from '#platform/server/ctx.ts'

/** A file of an export and of one attempt, because two attempts may run at once. */
export interface Written {
  id: string
  attempt: string | null
}

function pathOf({ dataDir }: Pick<Ctx, 'dataDir'>, { id, attempt }: Written): string {
  return join(dataDir, 'exports', attempt === null ? `${id}.ndjson` : `${id}.${attempt}.ndjson`)
}

/** An unfinished file, written line by line. It becomes valid once the export's row refers to it. */
export interface Draft {
  write(lines: readonly string[]): Promise<void>
  /** Flushes the file to disk and returns its size in bytes. */
  finish(): Promise<number>
  /** Deletes the file. */
  drop(): Promise<void>
}

/** Creates an export's file with permissions for the owner only. */
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

/** Deletes the file of an attempt that is replaced. */
export async function removeExportFile(ctx: Pick<Ctx, 'dataDir'>, written: Written): Promise<void> {
  await rm(pathOf(ctx, written), { force: true })
}

/** Returns an export's file, or null if it is gone. */
export async function readExportFile(
  ctx: Pick<Ctx, 'dataDir'>,
  written: Written,
): Promise<{ bytes: number; stream: Readable } | null> {
  const path = pathOf(ctx, written)
  const found = await stat(path).catch(() => null)
  return found ? { bytes: found.size, stream: createReadStream(path) } : null
}
