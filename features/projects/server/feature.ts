import { type Feature, one, routes } from '#platform/server/feature.ts'
import { projectsEndpoints, websiteEndpoints } from '../contract.ts'
import { archiveProject, createProject, deleteProject, updateProject } from './change-projects.ts'
import { createPreview } from './create-preview.ts'
import { projects } from './projects.ts'
import { createWebsiteProfile } from './website/create-website-profile.ts'

export const projectsFeature: Feature = {
  name: 'projects',
  routes: [
    ...routes(projectsEndpoints, {
      projectsCreate: (ctx, { body }) => one(createProject(ctx, body)),
      projectsUpdate: (ctx, { id, body }) => one(updateProject(ctx, { id, data: body })),
      archivePut: (ctx, { id }) => one(archiveProject(ctx, { id, archived: true })),
      archiveDelete: (ctx, { id }) => one(archiveProject(ctx, { id, archived: false })),
      projectsDelete: (ctx, { id }) => deleteProject(ctx, { id }),
    }),
    ...routes(websiteEndpoints, {
      websiteProfilesCreate: (ctx, { body }) => one(createWebsiteProfile(ctx, body)),
      previewsCreate: (ctx, { body }) => one(createPreview(ctx, body)),
    }),
  ],
  readings: { projects },
}
