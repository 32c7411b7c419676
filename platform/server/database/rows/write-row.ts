import type { Right } from '#engine/rules/rights.ts'
import type { EventKind } from '../../../contract/events.ts'
import { announce } from '../../announce.ts'
import { audit } from '../../audit.ts'
import type { Ctx } from '../../ctx.ts'
import { requireRight } from '../../permissions/rights.ts'
import { type Transaction, transaction } from '../database.ts'
import { changesOf } from './changes.ts'
import { readOne } from './find.ts'
import { insertRow, lockRow, type OwnRow, removeRow, type Writing, writeRow } from './own-row.ts'

/** A resource that users write, and the right to do so. */
interface Written<Row extends OwnRow, Entity extends Record<string, unknown>> {
  /** The noun in audit actions. */
  noun: string
  right: Right
  rows: Writing<Row, Entity>
  /** The kind of change that open screens are told about, with the row's ID. */
  announces?: EventKind
  /** Fields whose changes the audit log leaves out. */
  unaudited?: readonly string[]
  /** Writes what depends on a row, once it was created, changed, or deleted. */
  follow?(ctx: Ctx, tx: Transaction, row: Row): Promise<void>
}

/**
 * Creates a row: checks the right and, in one transaction, writes the row and an audit entry. Returns the row. `check`
 * validates further in that transaction; `also` writes related rows.
 */
export async function createRow<Row extends OwnRow, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  { noun, right, rows, announces, follow }: Written<Row, Entity>,
  values: Omit<Row, 'id' | 'createdAt' | 'updatedAt'>,
  {
    check,
    also,
  }: { check?: (tx: Transaction) => Promise<void>; also?: (tx: Transaction, id: string) => Promise<void> } = {},
): Promise<Entity> {
  const { projectId } = values
  requireRight(ctx, projectId, right)
  return transaction(ctx, async (tx) => {
    await check?.(tx)
    const id = await insertRow(ctx, tx, rows, values)
    await also?.(tx, id)
    if (follow) await follow(ctx, tx, { ...values, id, createdAt: ctx.now(), updatedAt: ctx.now() } as Row)
    if (announces) await announce(ctx, tx, announces, [projectId], id)
    await audit(ctx, tx, { projectId, action: `${noun}.create`, subjectId: id })
    return readOne(ctx, tx, rows, id)
  })
}

/**
 * Changes a row in the same way. `change` validates and returns the new values. `also` writes related rows and returns
 * the names of their fields. If nothing changes, writes nothing.
 */
export async function updateRow<Row extends OwnRow, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  { noun, right, rows, announces, unaudited = [], follow }: Written<Row, Entity>,
  id: string,
  change: (row: Row, tx: Transaction) => Promise<{ [Field in keyof Row]?: Row[Field] | undefined }>,
  also?: (tx: Transaction, row: Row) => Promise<string[]>,
): Promise<Entity> {
  return transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, rows, id)
    const { projectId } = row
    requireRight(ctx, projectId, right)
    const changes = changesOf(row, await change(row, tx))
    const changed = [...Object.keys(changes), ...((await also?.(tx, row)) ?? [])]
    if (changed.length > 0) {
      await writeRow(ctx, tx, rows, row, changes)
      await follow?.(ctx, tx, { ...row, ...changes })
      if (announces) await announce(ctx, tx, announces, [projectId], id)
      const audited = changed.filter((field) => !unaudited.includes(field))
      if (audited.length > 0) {
        await audit(ctx, tx, { projectId, action: `${noun}.update`, subjectId: id, details: { changed: audited } })
      }
    }
    return readOne(ctx, tx, rows, id)
  })
}

/** Deletes a row in the same way. `check` throws if it can't be deleted, and changes what depends on it. */
export async function deleteRow<Row extends OwnRow, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  { noun, right, rows, announces, follow }: Written<Row, Entity>,
  id: string,
  check?: (row: Row, tx: Transaction) => void | Promise<void>,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, rows, id)
    const { projectId } = row
    requireRight(ctx, projectId, right)
    await check?.(row, tx)
    await removeRow(tx, rows, row)
    await follow?.(ctx, tx, row)
    if (announces) await announce(ctx, tx, announces, [projectId], id)
    await audit(ctx, tx, { projectId, action: `${noun}.delete`, subjectId: id })
  })
}
