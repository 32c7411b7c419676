import { lazy } from 'react'
import { loadPart } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const Clients = lazy(async () => ({ default: (await loadPart(() => import('./clients/clients.tsx'))).Clients }))

const ReportBrand = lazy(async () => ({
  default: (await loadPart(() => import('./brand/report-brand.tsx'))).ReportBrand,
}))

const TransferEffect = lazy(async () => ({
  default: (await loadPart(() => import('./transfer-effect.tsx'))).TransferEffect,
}))

export const agenciesFeature: WebFeature = {
  name: 'agencies',
  slots: { agency: { Clients, ReportBrand, TransferEffect } },
}
