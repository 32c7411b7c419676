import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Ctx } from '../../ctx.ts'

function pathOf({ dataDir }: Pick<Ctx, 'dataDir'>, id: string): string {
  return join(dataDir, 'exports', `${id}.ndjson`)
}

/** A file in the making: lines go to it one after the other, and it counts once it is whole. */
export interface Draft {
  write(lines: readonly string[]): Promise<void>
  /** Puts it in its place; answers its bytes. */
  finish(): Promise<number>
  /** Takes it away, unless it is in its place. */
  drop(): Promise<void>
}

/** Begins the file of an export, for its owner's eyes alone. `attempt` tells it from that of another who is at the same. */
export async function openDraft(ctx: Pick<Ctx, 'dataDir'>, id: string, attempt: string): Promise<Draft> {
  const path = pathOf(ctx, id)
  await mkdir(join(ctx.dataDir, 'exports'), { recursive: true, mode: 0o700 })
  const draft = `${path}.${attempt}`
  const file: FileHandle = await open(draft, 'wx', 0o600)
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
      await rename(draft, path)
      return bytes
    },
    drop: async () => {
      await file.close()
      await unlink(draft).catch(() => {
        // It is in its place, or somebody has taken it away with its row.
      })
    },
  }
}

/** Takes away the file of an export that is written anew. */
export async function removeExportFile(ctx: Pick<Ctx, 'dataDir'>, id: string): Promise<void> {
  await rm(pathOf(ctx, id), { force: true })
}

/** The file of an export; null where it is gone. */
export async function readExportFile(
  ctx: Pick<Ctx, 'dataDir'>,
  id: string,
): Promise<{ bytes: number; stream: Readable } | null> {
  const path = pathOf(ctx, id)
  const found = await stat(path).catch(() => null)
  return found ? { bytes: found.size, stream: createReadStream(path) } : null
}
