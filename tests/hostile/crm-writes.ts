import { ask } from '../support/databases.ts'
import { call } from '../support/seed-data.ts'
import { adding, anotherProject, dueAt, own, type Prepare, person } from './preparing.ts'
import type { Scene } from './scene.ts'

/** Returns a person who wrote an address, and the message. */
async function writer(scene: Scene): Promise<{ id: string; message: string }> {
  const id = await person(scene)
  const [begun, message] = [scene.world.ctx.id(), scene.world.ctx.id()]
  const values = [scene.project, id, begun, message, `Write to ${scene.word()}@example.com`]
  await ask(
    scene.world.url,
    `with c as (
       insert into conversation (project_id, id, person_id, channel, state, created_at, updated_at)
       values ($1, $3, $2, 'reddit', 'open', now(), now()))
     insert into message (project_id, id, conversation_id, direction, state, text, created_at, updated_at)
     values ($1, $4, $3, 'in', 'received', $5, now(), now())`,
    values,
  )
  return { id, message }
}
const emailed: Prepare = async (scene) => {
  const { id, message } = await writer(scene)
  return { by: scene.owner, id, body: { data: { message } } }
}
const reachable = async (scene: Scene) => {
  const { id, message } = await writer(scene)
  await call(scene.app, scene.owner, 'PUT', `people/${id}/email`, { message })
  return id
}
const stage = async (scene: Scene) =>
  scene.row('person-stages', { project: await anotherProject(scene), name: scene.word() })
const task = async (scene: Scene) => scene.row('tasks', { person: await person(scene), text: 'Call', dueAt })
const ownProject = async ({ project }: Scene) => project

/** Requests that write people, their stages, and their tasks. */
export const crmWrites: Record<string, Prepare> = {
  peopleCreate: adding(({ word }) => ({ handle: word() })),
  peopleUpdate: own(() => ({ stage: 'contacted' }), person),
  peopleDelete: own(undefined, person),
  peopleOfLeadsCreate: own(async (scene) => ({ leads: [await scene.lead()] }), ownProject),
  peopleChangePut: own(async (scene) => ({ people: [await person(scene)], addTags: ['hot'] }), ownProject),
  personEmailPut: emailed,
  personEmailDelete: own(undefined, reachable),
  peopleImportPreviewsCreate: own(({ word }) => ({ csv: `handle\n${word()}` }), ownProject),
  peopleImportsCreate: own(({ word }) => ({ csv: `handle\n${word()}` }), ownProject),
  mergePreviewsCreate: own(async (scene) => ({ person: await person(scene) }), person),
  personMerge: own(async (scene) => ({ person: await person(scene) }), person),
  // A project may have only a few stages.
  personStagesCreate: own(async (scene) => ({ project: await anotherProject(scene), name: scene.word() })),
  personStagesUpdate: own(({ word }) => ({ name: word() }), stage),
  personStagesDelete: own(undefined, stage),
  tasksCreate: adding(async (scene) => ({ person: await person(scene), text: 'Call', dueAt })),
  tasksUpdate: own(() => ({ done: true }), task),
  tasksDelete: own(undefined, task),
}
