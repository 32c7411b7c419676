import { setUpProject } from '../support/seed-data.ts'
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

export const anotherProject = (scene: Scene) => setUpProject(scene.app, scene.owner, { name: scene.word() })

export const person = (scene: Scene) => scene.row('people', { handle: scene.word() })
