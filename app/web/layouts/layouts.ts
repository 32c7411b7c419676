import type { ComponentType, ReactNode } from 'react'
import type { Layout } from '#engine/rules/paths.ts'
import { DefaultLayout } from './default.tsx'

/** A frame around pages. */
export type Frame = ComponentType<{ children: ReactNode }>

export const layoutNames = ['dashboard', 'blank', 'auth', 'default'] as const satisfies readonly Layout[]

/**
 * The frames by the name that `layoutOf` returns for a path (DECISIONS 5). Each is loaded when first needed, except the
 * one for errors, because loading itself may have failed.
 */
export const layouts: Record<Layout, () => Promise<Frame>> = {
  blank: async () => (await import('./blank.tsx')).BlankLayout,
  dashboard: async () => (await import('../shell/dashboard.tsx')).DashboardLayout,
  auth: async () => (await import('./auth.tsx')).AuthLayout,
  default: async () => DefaultLayout,
}
