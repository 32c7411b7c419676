import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { AppPath, authPaths, publicPaths } from '#engine/rules/paths.ts'

/** Loads a screen when its page is first opened. */
type Screen = () => Promise<ComponentType>
type ScreenPath = AppPath | (typeof authPaths | typeof publicPaths)[number]

/**
 * What a feature brings to the app: its `web/feature.tsx` exports one of these, and app/web/features.ts lists them. All
 * components are lazy, so that a page loads only what it shows.
 */
export interface WebFeature {
  name: string
  screens?: Partial<Record<ScreenPath, Screen>>
  slots?: Partial<Slots>
}

/** What features contribute to each other's screens. Each slot is filled by one feature. */
export interface Slots {
  /** The section of the account settings that exports all data of the user. */
  accountExport: ComponentType
  /** The section of the project settings that exports all data of a project. */
  projectExport: ComponentType<{ projectId: string }>
  /** The field of setup and project settings that chooses communities. */
  communities: CommunitiesSlot
}

interface CommunitiesSlot {
  Field: ComponentType<CommunitiesFieldProps>
  /** The communities that turned out to be unreadable while they were chosen. */
  unreadable: (queryClient: QueryClient) => Promise<ReadonlySet<string>>
}

export interface CommunitiesFieldProps {
  /** Names in lower case. */
  value: readonly string[]
  onChange: (names: string[]) => void
  /** Proposals from the product's website; unreadable ones are left out. */
  proposed?: readonly string[]
  error?: string | undefined
  disabled?: boolean
}
