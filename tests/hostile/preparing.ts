import { defaultBoards } from '#engine/insights/default-boards.ts'
import { call, confirmAddress, seedMention, seedSubscription, setUpProject } from '../support/seed-data.ts'
import type { Scene, Write } from './scene.ts'

export type Prepare = (scene: Scene) => Promise<Write>

export const dueAt = '2026-12-01T09:00:00.000Z'

/** Returns a request by the project's owner, about a new row if needed. */
export function own(
  data?: (scene: Scene) => object | Promise<object>,
  row?: (scene: Scene) => Promise<string>,
): Prepare {
  return async (scene) => ({
    by: scene.owner,
    ...(row && { id: await row(scene) }),
    ...(data && { body: { data: await data(scene) } }),
  })
}

/** Returns a request that adds a row to the project. */
export function adding(data: (scene: Scene) => object | Promise<object>): Prepare {
  return own(async (scene) => ({ project: scene.project, ...(await data(scene)) }))
}

/** Creates a lead or project on which an action was taken, so that it can be undone. */
export function after(what: string, row: (scene: Scene) => Promise<string>, resource: string, data?: object) {
  return async (scene: Scene) => {
    const id = await row(scene)
    await call(scene.app, scene.owner, 'PUT', `${resource}/${id}/${what}`, data)
    return id
  }
}

export const anotherProject = (scene: Scene) => setUpProject(scene.app, scene.owner, { name: scene.word() })

export const person = (scene: Scene) => scene.row('people', { handle: scene.word() })

export const projectFile: Prepare = async (scene) => {
  // The owner would soon own too many projects.
  const by = await scene.newcomer()
  await confirmAddress(scene.world.url, by)
  const head = { format: 1, kind: 'project', userId: by.id, madeAt: dueAt }
  const data = { name: scene.word(), summary: '', scoreWeights: { fit: 1, intent: 1, window: 1 } }
  const lines = [
    { type: 'export', data: head },
    { type: 'project', data },
  ]
  return { by, bytes: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')) }
}

export const pushed: Prepare = async (scene) => {
  const item = { id: scene.word(), title: scene.word(), url: 'https://forum.example/1' }
  return { by: scene.owner, query: `?project=${scene.project}`, bytes: Buffer.from(JSON.stringify(item)) }
}

/** Returns a request to quote the author of a lead. */
export const quoted: Prepare = async (scene) => {
  const id = await scene.lead()
  const { person } = (await call(scene.app, scene.owner, 'PUT', `opportunities/${id}/outreach`)).json().data
  const { post } = (await call(scene.app, scene.owner, 'GET', `opportunities/${id}?populate=post`)).json().data
  const data = { quote: post.body, permalink: post.permalink, opportunity: id }
  return { by: scene.owner, id: person, body: { data } }
}

/** Returns a request about the plan of a project of a user with an Agency subscription. `isClient`: it is a client project. */
export function clientProject(isClient: boolean): Prepare {
  return async (scene) => {
    const by = await scene.newcomer()
    const id = await setUpProject(scene.app, by)
    await seedSubscription(scene.world.ctx, id, { userId: by.id, mainProductName: 'Agency' })
    if (!isClient) return { by, id, body: { data: { plan: 'growth' } } }
    await call(scene.app, by, 'PUT', `projects/${id}/agency-plan`, { plan: 'growth' })
    return { by, id }
  }
}

export const mentioned = async (scene: Scene) => {
  const id = scene.world.ctx.id()
  await seedMention(scene.world.ctx, scene.project, { id })
  return id
}

export const resumed = async (scene: Scene) => {
  await call(scene.app, scene.owner, 'DELETE', `projects/${scene.project}/message-stop`)
  return scene.project
}

export const replyable = async (scene: Scene) => {
  await call(scene.app, scene.owner, 'PUT', `projects/${scene.project}/message-settings`, { mode: 'assisted' })
  return scene.lead()
}

/** Returns the version of the working copy that the writes build on, once there is one. */
export const workingVersion = async ({ app, owner, project }: Scene): Promise<number> => {
  const path = `projects/${project}/insight-boards`
  const { version } = (await call(app, owner, 'GET', path)).json().data
  const data = { boards: defaultBoards(), basedOn: version }
  return (await call(app, owner, 'PUT', path, data)).json().data.version
}
