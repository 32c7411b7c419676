import type { WebFeature } from '#platform/web/feature.ts'

export const accountsFeature: WebFeature = {
  name: 'accounts',
  screens: {
    '/auth/login': async () => (await import('./sign-in/login.tsx')).Login,
    '/auth/signup': async () => (await import('./sign-in/signup.tsx')).Signup,
    '/auth/reset-password': async () => (await import('./sign-in/reset-password.tsx')).ResetPassword,
    '/app/settings/account/main': async () => (await import('./settings/account.tsx')).AccountSettings,
  },
}
