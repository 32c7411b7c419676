import { type Feature, one, routes } from '#platform/server/feature.ts'
import { agenciesEndpoints } from '../contract.ts'
import { readAgency } from './agency.ts'
import { endAgencyPlan, setAgencyPlan } from './agency-plan.ts'
import { removeLogo, writeBrand, writeLogo } from './brand/brands.ts'
import { readProjectBrand } from './brand/project-brand.ts'
import { readClients } from './clients.ts'
import { previewTransfer } from './transfer-preview.ts'

export const agenciesFeature: Feature = {
  name: 'agencies',
  routes: routes(agenciesEndpoints, {
    agencyFind: (ctx) => one(readAgency(ctx)),
    agencyClientsFind: (ctx) => one(readClients(ctx)),
    brandPut: (ctx, { body }) => one(writeBrand(ctx, body)),
    brandLogoPut: (ctx, { body }) => one(writeLogo(ctx, body)),
    brandLogoDelete: (ctx) => one(removeLogo(ctx)),
    projectBrandFind: (ctx, { id }) => one(readProjectBrand(ctx, { id })),
    agencyPlanPut: (ctx, { id, body }) => one(setAgencyPlan(ctx, { id, ...body })),
    agencyPlanDelete: (ctx, { id }) => one(endAgencyPlan(ctx, { id })),
    transferPreviewFind: (ctx, { id }) => one(previewTransfer(ctx, { id })),
  }),
}
