import { lazy } from 'react'
import { loadPart } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const Password = lazy(async () => ({
  default: (await loadPart(() => import('./settings/password.tsx'))).Password,
}))
const Deletion = lazy(async () => ({
  default: (await loadPart(() => import('./settings/deletion.tsx'))).Deletion,
}))

export const accountsFeature: WebFeature = {
  name: 'accounts',
  screens: {
    '/auth/login': async () => (await import('./sign-in/login.tsx')).Login,
    '/auth/signup': async () => (await import('./sign-in/signup.tsx')).Signup,
    '/auth/reset-password': async () => (await import('./sign-in/reset-password.tsx')).ResetPassword,
    '/app/settings/account/main': async () => (await import('./settings/account.tsx')).AccountSettings,
  },
  slots: { accountSecurity: { Password, Deletion } },
}
