import { z } from 'zod'
import { Project, projectsResource } from '#features/projects/contract.ts'
import { changedRelation, optionalRelation } from '#platform/contract/body/relations.ts'
import { relation } from '#platform/contract/endpoint.ts'
import { resource, users } from '#platform/contract/resource.ts'
import { Person, row } from '#platform/contract/row.ts'
import { instant, text } from '#platform/contract/texts.ts'
import { peopleContract, RedditPerson } from './contract.ts'

/** Something to do about a person. Their open task with the earliest date is their next action. */
export const Task = z.object({
  ...row,
  text: z.string(),
  dueAt: z.iso.datetime(),
  /** Null while it is open. */
  doneAt: z.iso.datetime().nullable(),
  project: Project.optional(),
  person: RedditPerson.optional(),
  /** Who is to do it. */
  assignee: Person.nullable().optional(),
  doneBy: Person.nullable().optional(),
  createdBy: Person.nullable().optional(),
})
export type Task = z.infer<typeof Task>

const wording = text(500)

export const TaskCreate = z.strictObject({
  project: relation,
  person: relation,
  text: wording,
  dueAt: instant,
  assignee: optionalRelation.default(null),
})
export type TaskCreate = z.input<typeof TaskCreate>

export const TaskUpdate = z.strictObject({
  text: wording.optional(),
  dueAt: instant.optional(),
  assignee: changedRelation.optional(),
  /** Whether it is done. */
  done: z.boolean().optional(),
})
export type TaskUpdate = z.input<typeof TaskUpdate>

export const tasksContract = resource('tasks', {
  entity: Task,
  create: TaskCreate,
  update: TaskUpdate,
  rights: { read: 'readOutreach', write: 'changeOutreach' },
  filters: {
    person: 'relation',
    assignee: 'relation',
    createdBy: 'relation',
    text: 'text',
    dueAt: 'instant',
    doneAt: 'instant',
  },
  sort: ['dueAt', 'doneAt'],
  relations: {
    project: projectsResource,
    person: peopleContract.resource,
    assignee: users,
    doneBy: users,
    createdBy: users,
  },
})
