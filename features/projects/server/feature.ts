import { type Feature, one, routes } from '#platform/server/feature.ts'
import { projectsEndpoints, setupEndpoints, websiteEndpoints } from '../contract.ts'
import { projectImportEndpoints } from '../contract-import.ts'
import { archiveProject, createProject, deleteProject, updateProject } from './change-projects.ts'
import { createPreview } from './create-preview.ts'
import { finishImport, giveUpImport } from './import/finish-import.ts'
import { checkProjectFile, importProject } from './import/import-project.ts'
import { projects } from './projects.ts'
import { completeSetup } from './setup/complete-setup.ts'
import { readSetup } from './setup/drafts.ts'
import { saveSetup } from './setup/save-setup.ts'
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
    ...routes(projectImportEndpoints, {
      projectFileChecksCreate: (ctx, { body }) => one(checkProjectFile(ctx, body)),
      projectImportsCreate: (ctx, { body }) => one(importProject(ctx, body)),
    }),
    ...routes(setupEndpoints, {
      setup: (ctx) => one(readSetup(ctx)),
      setupPut: (ctx, { body }) => one(saveSetup(ctx, body)),
      setupCompletionsCreate: (ctx, { body }) => one(completeSetup(ctx, body)),
    }),
    ...routes(websiteEndpoints, {
      websiteProfilesCreate: (ctx, { body }) => one(createWebsiteProfile(ctx, body)),
      previewsCreate: (ctx, { body }) => one(createPreview(ctx, body)),
    }),
  ],
  jobs: { projectImport: { run: finishImport, giveUp: giveUpImport, isSlow: true } },
  readings: { projects },
}
