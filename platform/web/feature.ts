import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { SetupAlerts } from '#engine/alerts/setup-alerts.ts'
import type { AppPath, authPaths, publicPaths } from '#engine/rules/paths.ts'
import type { SessionUser } from '../contract/session.ts'

/** Loads a screen when its page is first opened. */
type Screen = () => Promise<ComponentType>
type ScreenPath = AppPath | (typeof authPaths | typeof publicPaths)[number]

/**
 * The contribution of a feature to the app: its `web/feature.tsx` exports one, and app/web/features.ts lists them.
 * Components are lazy, so that a page loads only the code it needs.
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
  /** The sections of the account settings that change the password and delete the account. */
  accountSecurity: { Password: ComponentType<{ user: SessionUser }>; Deletion: ComponentType }
  /** The section of the project settings that exports all data of a project. */
  projectExport: ComponentType<{ projectId: string }>
  /** The section of the integrations page that creates a project from an exported one. */
  projectImport: ComponentType
  /** The field of setup and project settings that chooses communities. */
  communities: CommunitiesSlot
  /** What the team noted about a lead, and when to look at it again. */
  leadFollowUp: { Reminder: ComponentType<LeadPartProps>; Notes: ComponentType<LeadPartProps> }
  /** The rules of a lead's community, and its stance on promotion. */
  communityFacts: ComponentType<CommunityFactsProps>
  /** The comments of a post's thread and the facts about its author, read from Reddit when they are opened. */
  postThread: ComponentType<PostThreadProps>
  /** The step of setup that chooses the first alerts. */
  setupAlerts: ComponentType<SetupAlertsProps>
  /** The section of the integrations page with the project's webhooks. */
  webhooks: ComponentType<{ projectId: string }>
}

export interface PostThreadProps {
  projectId: string
  post: { id: string; kind: 'post' | 'comment'; permalink: string; numComments: number | null }
  now: number
}

interface CommunityFactsProps {
  /** Without `r/`. */
  name: string
}

export interface LeadPartProps {
  projectId: string
  leadId: string
  now: number
}

interface CommunitiesSlot {
  Field: ComponentType<CommunitiesFieldProps>
  /** Returns the communities that turned out to be unreadable when they were chosen. */
  unreadable: (queryClient: QueryClient) => Promise<ReadonlySet<string>>
}

export interface CommunitiesFieldProps {
  /** Lower-case names. */
  value: readonly string[]
  onChange: (names: string[]) => void
  /** Suggestions from the product's website, without unreadable ones. */
  proposed?: readonly string[]
  error?: string | undefined
  disabled?: boolean
}

export interface SetupAlertsProps {
  value: SetupAlerts
  onChange: (value: SetupAlerts) => void
}
