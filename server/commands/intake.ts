import type { Ctx } from '../ctx.ts'
import { ingest } from '../pipeline/ingest.ts'
import type { Archive } from '../sources/archive.ts'
import type { SourceRecord } from '../sources/record.ts'
import type { BrokenLines } from './broken-lines.ts'

/** What has become of an archive's lines so far. */
export interface Tally {
  inserted: number
  known: number
  broken: number
}

const itemsAtOnce = 500
/** Long items go in smaller batches, so that memory stays the same whatever the archive holds. */
const charsAtOnce = 4_000_000

export function itemsOf({ inserted, known }: Tally): number {
  return inserted + known
}

/**
 * Takes an archive in, batch by batch, each in a transaction of its own: after a crash, or once `stop` is aborted, what
 * is in is in, and another run goes on harmlessly. While one batch is written the next is read.
 */
export async function takeIn(
  ctx: Ctx,
  file: string,
  archive: Archive,
  broken: BrokenLines,
  onProgress: (tally: Tally) => void,
  stop: AbortSignal,
): Promise<Tally> {
  const tally: Tally = { inserted: 0, known: 0, broken: 0 }
  let records: SourceRecord[] = []
  let chars = 0
  let writing = Promise.resolve()
  const flush = async () => {
    const batch = records
    records = []
    chars = 0
    await writing
    writing = ingest(ctx, batch).then(({ inserted, known }) => {
      tally.inserted += inserted
      tally.known += known
      onProgress(tally)
    })
    // Its error is thrown by whoever waits for it next; until then nobody listens.
    writing.catch(() => {})
  }
  for await (const line of archive.lines) {
    if (stop.aborted) break
    if ('broken' in line) {
      tally.broken++
      broken.add({ file, line: line.line, reason: line.broken, text: line.text })
      continue
    }
    records.push(line.record)
    chars += line.record.title.length + line.record.body.length
    if (records.length >= itemsAtOnce || chars >= charsAtOnce) await flush()
  }
  if (records.length > 0) await flush()
  await writing
  return tally
}
