import { defaultBoards } from '#engine/insights/default-boards.ts'
import { call } from '../support/seed-data.ts'
import { adding, own, type Prepare } from './preparing.ts'
import type { Scene } from './scene.ts'

const definition = { metric: 'leads', groupBy: 'week', chart: 'line', days: 90 }
const report = (scene: Scene) => scene.row('reports', { name: scene.word(), definition })
const annotation = (scene: Scene) => scene.row('insight-annotations', { day: '2026-11-20', text: 'Launched' })
const share = async (scene: Scene) =>
  scene.row('insight-shares', { name: 'Pipewell', report: await report(scene), days: 30, expiresInDays: 90 })
/** Returns the version of the working copy that the writes build on, once there is one. */
const workingVersion = async ({ app, owner, project }: Scene): Promise<number> => {
  const path = `projects/${project}/insight-boards`
  const { version } = (await call(app, owner, 'GET', path)).json().data
  const data = { boards: defaultBoards(), basedOn: version }
  return (await call(app, owner, 'PUT', path, data)).json().data.version
}
const ownProject = async ({ project }: Scene) => project

/** Requests that write reports, boards, annotations, and links. */
export const insightWrites: Record<string, Prepare> = {
  reportsCreate: adding(({ word }) => ({ name: word(), definition })),
  reportsUpdate: own(({ word }) => ({ name: word() }), report),
  reportsDelete: own(undefined, report),
  reportDeliveryCreate: own(undefined, async (scene) =>
    scene.row('reports', { name: scene.word(), definition, recipients: [scene.owner.id] }),
  ),
  insightBoardsPut: own(
    async (scene) => ({ boards: defaultBoards(), basedOn: await workingVersion(scene) }),
    ownProject,
  ),
  insightPublicationCreate: own(async (scene) => ({ basedOn: await workingVersion(scene) }), ownProject),
  insightWorkingCopyDelete: own(undefined, async (scene) => {
    await workingVersion(scene)
    return scene.project
  }),
  insightAnnotationsCreate: adding(() => ({ day: '2026-11-20', text: 'Launched' })),
  insightAnnotationsUpdate: own(({ word }) => ({ text: word() }), annotation),
  insightAnnotationsDelete: own(undefined, annotation),
  insightSharesCreate: adding(async (scene) => ({
    ...{ name: scene.word(), report: await report(scene), days: 30, expiresInDays: 90 },
  })),
  insightSharesDelete: own(undefined, share),
}
