import type { WebFeature } from '#platform/web/feature.ts'

export const teamFeature: WebFeature = {
  name: 'team',
  screens: {
    '/app/settings/account/members': async () => (await import('./account/members.tsx')).AccountMembers,
    '/app/settings/project/members': async () => (await import('./members.tsx')).MemberSettings,
  },
}
