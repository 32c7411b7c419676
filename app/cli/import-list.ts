import { asc, eq } from 'drizzle-orm'
import { type ImportRow, writeImport } from '#features/matching/server/imports/imports.ts'
import { purgeImport } from '#features/matching/server/imports/purge-import.ts'
import { runExclusively } from '#features/matching/server/imports/run-exclusively.ts'
import { imported } from '#features/matching/server/tables.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { UsageError } from './output.ts'
import { figure, size } from './progress.ts'

/** Lists imports, oldest first, one per line: id, date, items, size, state, name and project. */
export async function listImports(ctx: Ctx, say: (line: string) => void): Promise<void> {
  const job = actingAs(ctx, { kind: 'job', name: 'import' })
  const rows = await transaction(job, (tx) =>
    tx
      .select({ row: imported, project: project.name })
      .from(imported)
      .leftJoin(project, eq(project.id, imported.projectId))
      .orderBy(asc(imported.id)),
  )
  if (rows.length === 0) say('No imports yet')
  for (const { row, project: owner } of rows) {
    const { id, createdAt, itemsNew, itemsKnown, textBytes, name, fault } = row
    const items = `${figure(itemsNew)} new, ${figure(itemsKnown)} known`
    const state = (await isCutShort(job, row)) ? 'interrupted' : row.state
    const ownerNote = owner === null ? '' : ` (only for ${printable(owner)})`
    const when = createdAt.toISOString().slice(0, 16).replace('T', ' ')
    say(`${id}  ${when}  ${items}  ${size(textBytes)}  ${state}  ${printable(name)}${ownerNote}`)
    if (fault !== null) say(`    ${fault}`)
  }
}

/** Returns whether an import from the command line is marked as running although its process is gone. */
async function isCutShort(ctx: Ctx, { state, origin, fingerprint }: ImportRow): Promise<boolean> {
  if (state !== 'running' || origin !== 'command' || fingerprint === null) return false
  return (await runExclusively(ctx, fingerprint, async () => true)) ?? false
}

/** Deletes the posts of an import, in this process, whether or not a server runs. */
export async function purge(ctx: Ctx, importId: string, say: (line: string) => void): Promise<void> {
  const job = actingAs(ctx, { kind: 'job', name: 'import' })
  const name = await transaction(job, async (tx) => {
    const [row] = isId(importId) ? await tx.select().from(imported).where(eq(imported.id, importId)).for('update') : []
    if (!row) throw new UsageError(`no import has the id ${importId}. To see all imports, use --list`)
    await writeImport(job, tx, row, { state: 'purging', fault: null })
    return row.name
  })
  await purgeImport(job, { importId })
  say(`Deleted ${printable(name)}. Saved and decided leads are kept`)
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Replaces characters that could control the terminal or change the text direction. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')
}
