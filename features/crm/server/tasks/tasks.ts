import type { z } from 'zod'
import { requireTeammate } from '#features/team/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { relatedRowAfter } from '#platform/server/database/rows/related.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { type Task, type TaskCreate, type TaskUpdate, tasksContract } from '../../contract-tasks.ts'
import { person, task } from '../tables.ts'
import { writeNextTask } from './next-tasks.ts'

export const tasks = resourceRows(tasksContract, task)

const written = { noun: 'task', right: 'changeOutreach', rows: tasks, follow: changed } as const

/** Adds a task about a person. */
export function createTask(ctx: Ctx, input: z.output<typeof TaskCreate>): Promise<Task> {
  const { project: projectId, person: personId, text, dueAt, assignee: assigneeId } = input
  const values = { projectId, personId, text, dueAt: new Date(dueAt), assigneeId, createdBy: authorOf(ctx) }
  return createRow(
    ctx,
    written,
    { ...values, doneAt: null, doneBy: null, alertedAt: null },
    {
      check: async (tx) => {
        await requireSameProject(tx, person, { projectId, id: personId, field: 'person' })
        await requireTeammate(tx, { projectId, id: assigneeId, field: 'assignee' })
      },
    },
  )
}

/** Changes a task, or marks it as done or open. */
export function updateTask(ctx: Ctx, { id, data }: { id: string; data: z.output<typeof TaskUpdate> }): Promise<Task> {
  const { text, dueAt, assignee, done } = data
  return updateRow(ctx, written, id, async (row, tx) => {
    const assigneeId = relatedRowAfter(row.assigneeId, assignee)
    if (assigneeId) await requireTeammate(tx, { projectId: row.projectId, id: assigneeId, field: 'assignee' })
    const isChanged = done !== undefined && done !== (row.doneAt !== null)
    return {
      text,
      ...(dueAt !== undefined && { dueAt: new Date(dueAt) }),
      ...(assigneeId !== undefined && { assigneeId }),
      ...(isChanged && { doneAt: done ? ctx.now() : null, doneBy: done ? authorOf(ctx) : null }),
    }
  })
}

export function deleteTask(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}

async function changed(ctx: Ctx, tx: Transaction, { projectId, personId }: typeof task.$inferSelect): Promise<void> {
  await writeNextTask(tx, { projectId, id: personId })
  await announce(ctx, tx, 'people', [projectId], personId)
  await announce(ctx, tx, 'notices', [projectId])
}
