import type { WebFeature } from '#platform/web/feature.ts'

export const operationsFeature: WebFeature = {
  name: 'operations',
  screens: { '/app/users': async () => (await import('./admin/admin.tsx')).Admin },
}
