import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { SetupAlerts } from '#engine/alerts/setup-alerts.ts'
import type { AppPath, authPaths, publicPaths, sharePage } from '#engine/rules/paths.ts'
import type { CurrentProject, SessionUser } from '../contract/session.ts'

/** Loads a screen when its page is first opened. */
type Screen = () => Promise<ComponentType>
type ScreenPath = AppPath | (typeof authPaths | typeof publicPaths)[number] | typeof sharePage

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
  /** The client projects of an agency, what their reports look like, and what a transfer to a member changes. */
  agency: {
    Clients: ComponentType
    ReportBrand: ComponentType
    TransferEffect: ComponentType<{ memberId: string }>
  }
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
  /** Whether a lead's author is in the CRM, and what adds the authors of leads to it. */
  addToCrm: { Author: ComponentType<CrmAuthorProps>; Leads: ComponentType<CrmLeadsProps> }
  /** A person's stage, value, and next action, to edit beside a conversation with them. */
  personInCrm: ComponentType<PersonPartProps>
  /** What the team noted about a person. */
  personNotes: ComponentType<PersonPartProps>
  /** What waits for the user in the project, in the sidebar: due reminders, and notes that mention them. */
  notices: ComponentType<{ projectId: string; onLeave: (() => void) | undefined }>
  /** The rules of a lead's community, and its stance on promotion. */
  communityFacts: ComponentType<CommunityFactsProps>
  /** The drawer with what a project knows about a community, while the address names one (page/playbook-address.ts). */
  communityPlaybook: ComponentType<CommunityPlaybookProps>
  /** Where a reply to a lead is suggested, written, checked, and copied. */
  replyPanel: ComponentType<ReplyPanelProps>
  /** The menu that inserts a canned reply with its variables filled in. Hidden while the project has none. */
  cannedReplies: ComponentType<CannedRepliesProps>
  /** The button that shows what a lead's author said about messages, and begins one. */
  messageAuthor: ComponentType<MessageAuthorProps>
  /** Posts a reply to a lead with the connected account, beside the button that copies it. */
  publicReply: ComponentType<PublicReplyProps>
  /** The comments of a post's thread and the facts about its author, read from Reddit when they are opened. */
  postThread: ComponentType<PostThreadProps>
  /** The step of setup that chooses the first alerts. */
  setupAlerts: ComponentType<SetupAlertsProps>
  /** The menu of a list's saved views. */
  savedViews: ComponentType<SavedViewsProps>
  /** How much of its plan a project has used, with a forecast. */
  usage: ComponentType<{ projectId: string }>
  /** The status of each of a project's sources, in a line. */
  sourceHealth: ComponentType<{ project: CurrentProject }>
  /** The threads that rank in search or are cited; and of a lead, its tag and receipts. */
  seo: {
    Threads: ComponentType<{ projectId: string }>
    Tag: ComponentType<SeoLeadProps>
    Receipts: ComponentType<SeoLeadProps>
  }
  /** The section of the sources page with what other programs send. */
  pushSources: ComponentType<{ projectId: string; now: number }>
  /** The section of the integrations page with the project's webhooks. */
  webhooks: ComponentType<{ projectId: string }>
}

export interface SeoLeadProps {
  projectId: string
  leadId: string
}

export interface SavedViewsProps {
  projectId: string
  kind: 'leads' | 'people'
  /** The query of the view that is shown, as it is saved. */
  params: string
  /** Returns whether a saved view, by its query, is the one that is shown. */
  isShown: (params: string) => boolean
  /** What a view keeps, said while there are none. */
  hint: string
  onView: (params: string) => void
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

export interface CommunityPlaybookProps {
  projectId: string
  now: number
}

export interface ReplyPanelProps {
  projectId: string
  /** `threads`: the addresses of the posts that the reply may be under; empty if not all are known. */
  lead: { id: string; permalink: string; subreddit: string; author: string | null; threads: readonly string[] }
  /** Marks the lead as replied, with the text and the address of the comment. */
  onReplied: (reply: { text: string; permalink: string | null }) => void
  /** Claims the lead for the user; null if somebody has claimed it, or if the user may not. */
  onClaim: (() => void) | null
  now: number
}

export interface LeadPartProps {
  projectId: string
  leadId: string
  now: number
}

export interface PersonPartProps {
  projectId: string
  personId: string
  now: number
}

export interface CrmAuthorProps {
  projectId: string
  /** Without `u/`. */
  author: string
  /** Returns the ID of the author's lead, which may be made of a found post; null if that failed. */
  lead: () => Promise<string | null>
}

export interface CrmLeadsProps {
  projectId: string
  /** Returns the IDs of the chosen leads, which may be made of found posts; null if that failed. */
  leads: () => Promise<readonly string[] | null>
  onDone: () => void
}

export interface CannedRepliesProps {
  projectId: string
  /** Where the reply goes. */
  channel: 'reddit' | 'mail'
  /** Whom the reply is for. The community is null outside of one. */
  lead: { author: string | null; subreddit: string | null }
  onInsert: (text: string) => void
}

export interface MessageAuthorProps {
  projectId: string
  leadId: string
  /** Shows the place to write a public reply, and returns the element to focus; null if the lead has none. */
  showReply: (() => HTMLElement | null) | null
}

export interface PublicReplyProps {
  leadId: string
  text: string
  /** Renders the button that copies the text: the main one where Earshot can't post it. */
  renderCopy: (isMain: boolean) => ReactNode
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
  /** Whether each chosen one opens its playbook: of a project that exists. */
  hasPlaybooks?: boolean
}

export interface SetupAlertsProps {
  value: SetupAlerts
  onChange: (value: SetupAlerts) => void
}
