import { eq, isNull, notInArray, sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import { opportunityCount } from '#features/leads/server/tables.ts'
import { recent } from '#features/matching/server/tables.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { drain } from '../jobs.ts'
import { BrokenLines } from './broken-lines.ts'
import { importFile } from './import-file.ts'
import type { Streams } from './output.ts'
import { count, duration, ProgressDisplay } from './progress.ts'

export interface ImportOptions {
  ctx: Ctx
  boss: PgBoss
  /** True if no worker is running, so that this process must also run the pipeline. */
  alone: boolean
  /** True to read archives again that were already read completely. */
  again: boolean
  streams: Streams
}

/**
 * Imports the files one after the other until ctx.stopping and reports each result. Resolves to false if a file could
 * not be read completely or another process is importing it.
 */
export async function importAll(options: ImportOptions, files: readonly string[]): Promise<boolean> {
  const { ctx, alone, again, streams } = options
  const stop = ctx.stopping
  const say = (line: string) => void streams.stdout.write(`${line}\n`)
  const display = new ProgressDisplay(streams.stderr, ctx.now)
  const broken = new BrokenLines(ctx.dataDir, ctx.now())
  let allRead = true
  try {
    for (const file of files) {
      if (stop.aborted) break
      const isRead = await importFile(ctx, file, { again, display, broken, say })
      allRead &&= isRead
    }
  } finally {
    display.end()
    broken.close()
  }
  if (broken.count > 0) {
    for (const line of broken.first) say(`  ${line}`)
    say(`Skipped ${count(broken.count, 'broken line')}; see ${broken.path}`)
    if (broken.isCutOff) say('The disk was full, so this report is incomplete')
  }
  if (alone && !stop.aborted) await findLeads(options, display, say)
  if (stop.aborted) say('Stopped. Imported posts are kept. Run the same command again to resume')
  else if (!alone) say('The running server now looks for leads in them')
  return allRead
}

/** Runs the pipeline until it is done, including jobs left by a dead process. */
async function findLeads(
  { ctx, boss }: ImportOptions,
  display: ProgressDisplay,
  say: (line: string) => void,
): Promise<void> {
  const before = await standOf(ctx)
  const seconds = since(ctx)
  const note = async () =>
    display.note(`Finding leads: ${count(await unfinishedBatches(ctx), 'batch', 'batches')} left`)
  await boss.supervise()
  await note()
  await drain(ctx, boss, { onJob: note, stop: ctx.stopping })
  display.end()
  const { unfinished, leads, listening } = await standOf(ctx)
  const found = count(Math.max(0, leads - before.leads), 'new lead')
  if (unfinished > 0) say(`${count(unfinished, 'batch', 'batches')} not scored yet. The next start or import continues`)
  else if (listening > 0) say(`${found} for ${count(listening, 'project')} in ${duration(seconds())}`)
  else say('No active projects. New projects check all imported posts')
}

/** Returns the pipeline's remaining batches, the number of leads, and the number of active projects. */
async function standOf(ctx: Ctx): Promise<{ unfinished: number; leads: number; listening: number }> {
  const unfinished = await unfinishedBatches(ctx)
  return asJob(ctx, async (tx) => {
    const [leads] = await tx
      .select({ sum: sql<string>`coalesce(sum(${opportunityCount.delta}), 0)` })
      .from(opportunityCount)
      // Imported posts are real.
      .where(eq(opportunityCount.realm, 'real'))
    const listening = await tx.$count(project, notInArray(project.status, ['draft', 'archived']))
    return { unfinished, leads: Number(leads!.sum), listening }
  })
}

function unfinishedBatches(ctx: Ctx): Promise<number> {
  return asJob(ctx, (tx) => tx.$count(recent, isNull(recent.finishedAt)))
}

function asJob<T>(ctx: Ctx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return transaction(actingAs(ctx, { kind: 'job', name: 'import' }), work)
}

function since({ now }: Ctx): () => number {
  const start = now().getTime()
  return () => (now().getTime() - start) / 1000
}
