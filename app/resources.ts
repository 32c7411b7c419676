import type { z } from 'zod'
import { ApiToken, Membership, Session, User } from '#features/accounts/contract.ts'
import { AlertRule } from '#features/alerts/contract.ts'
import { Purchase, Subscription } from '#features/billing/contract.ts'
import { Note, RedditPerson, Reminder } from '#features/crm/contract.ts'
import { Report } from '#features/insights/contract.ts'
import { Opportunity } from '#features/leads/contract.ts'
import { Import, Post } from '#features/matching/contract.ts'
import { Mention } from '#features/mentions/contract.ts'
import { Campaign, Conversation, Message } from '#features/messages/contract.ts'
import { Project } from '#features/projects/contract.ts'

import { Forgetting, RedditAccount } from '#features/reddit/contract.ts'
import { Prompt, PromptVersion } from '#features/replies/contract.ts'
import { SavedSearch } from '#features/search/contract.ts'
import { AuditEntry, Member } from '#features/team/contract.ts'
import { Competitor, Keyword } from '#features/watchlist/contract.ts'
import { Person } from '#platform/contract/row.ts'

/**
 * What may be asked of each resource. Anything not listed here is answered with 400 'Invalid key x' (DECISIONS 11):
 * the filter compiler has no other source of field names.
 */
export const fieldTypes = ['id', 'relation', 'text', 'number', 'boolean', 'instant'] as const
export type FieldType = (typeof fieldTypes)[number]

/** What can be answered with: the fields, and the relations that populate may name, each with what it leads to. */
export interface Shown {
  /** Its keys are the fields; those that are relations come by populate alone. */
  entity: z.ZodObject
  relations: Record<string, TargetName>
}

/** What relations lead to. */
export type TargetName =
  | 'projects'
  | 'posts'
  | 'users'
  | 'memberships'
  | 'opportunities'
  | 'people'
  | 'conversations'
  | 'prompts'

export interface Resource extends Shown {
  /** Fields that may be filtered on, with the type that their operands must have. */
  filterable: Record<string, FieldType>
  /** Fields that may be sorted by. */
  sortable: readonly string[]
  /** True where lists move and pages go by cursor (DECISIONS 12). */
  cursor: boolean
}

const identity = { id: 'id', documentId: 'id', createdAt: 'instant', updatedAt: 'instant' } as const
const dated = ['createdAt', 'updatedAt', 'id', 'documentId'] as const

export const resources = {
  projects: {
    entity: Project,
    filterable: {
      ...identity,
      name: 'text',
      website: 'text',
      summary: 'text',
      status: 'text',
      timeZone: 'text',
      isAgencyProject: 'boolean',
      agencyPlan: 'text',
      realm: 'text',
    },
    sortable: [...dated, 'name', 'status'],
    relations: {},
    cursor: false,
  },
  keywords: {
    entity: Keyword,
    filterable: {
      ...identity,
      project: 'relation',
      kind: 'text',
      query: 'text',
      status: 'text',
      pausedBy: 'text',
      language: 'text',
      minScore: 'number',
    },
    sortable: [...dated, 'query', 'kind', 'status'],
    relations: { project: 'projects' },
    cursor: false,
  },
  competitors: {
    entity: Competitor,
    filterable: {
      ...identity,
      project: 'relation',
      name: 'text',
      website: 'text',
      status: 'text',
      subreddit: 'text',
    },
    sortable: [...dated, 'name', 'status'],
    relations: { project: 'projects' },
    cursor: false,
  },
  opportunities: {
    entity: Opportunity,
    filterable: {
      ...identity,
      project: 'relation',
      score: 'number',
      label: 'number',
      state: 'text',
      saved: 'boolean',
      postedAt: 'instant',
      releasedAt: 'instant',
    },
    sortable: ['score', 'postedAt', 'createdAt', 'releasedAt'],
    relations: { post: 'posts', project: 'projects' },
    cursor: true,
  },
  /** What was found is a phrase of the row's own, since those who read mentions may not all read keywords. */
  mentions: {
    entity: Mention,
    filterable: {
      ...identity,
      project: 'relation',
      kind: 'text',
      phrase: 'text',
      keyword: 'relation',
      competitor: 'relation',
      sentence: 'text',
      sentiment: 'text',
      author: 'text',
      subreddit: 'text',
      handled: 'boolean',
      postedAt: 'instant',
    },
    sortable: [...dated, 'postedAt'],
    relations: { post: 'posts', project: 'projects' },
    cursor: false,
  },
  notes: {
    entity: Note,
    filterable: {
      ...identity,
      project: 'relation',
      opportunity: 'relation',
      person: 'relation',
      createdBy: 'relation',
      text: 'text',
    },
    sortable: dated,
    relations: { project: 'projects', opportunity: 'opportunities', person: 'people', createdBy: 'users' },
    cursor: false,
  },
  reminders: {
    entity: Reminder,
    filterable: {
      ...identity,
      project: 'relation',
      opportunity: 'relation',
      createdBy: 'relation',
      dueAt: 'instant',
      done: 'boolean',
    },
    sortable: [...dated, 'dueAt'],
    relations: { project: 'projects', opportunity: 'opportunities', createdBy: 'users' },
    cursor: false,
  },
  prompts: {
    entity: Prompt,
    filterable: { ...identity, project: 'relation', kind: 'text', subreddit: 'text', active: 'boolean' },
    sortable: [...dated, 'kind'],
    relations: { project: 'projects' },
    cursor: false,
  },
  promptVersions: {
    entity: PromptVersion,
    filterable: { ...identity, project: 'relation', prompt: 'relation', createdBy: 'relation', version: 'number' },
    sortable: [...dated, 'version'],
    relations: { prompt: 'prompts', project: 'projects', createdBy: 'users' },
    cursor: false,
  },
  savedSearches: {
    entity: SavedSearch,
    filterable: { ...identity, project: 'relation', createdBy: 'relation', name: 'text', query: 'text' },
    sortable: [...dated, 'name'],
    relations: { project: 'projects', createdBy: 'users' },
    cursor: false,
  },
  alertRules: {
    entity: AlertRule,
    filterable: {
      ...identity,
      project: 'relation',
      createdBy: 'relation',
      name: 'text',
      query: 'text',
      channel: 'text',
      status: 'text',
    },
    sortable: [...dated, 'name', 'status'],
    relations: { project: 'projects', createdBy: 'users' },
    cursor: false,
  },
  reports: {
    entity: Report,
    filterable: { ...identity, project: 'relation', name: 'text', schedule: 'text' },
    sortable: [...dated, 'name'],
    relations: { project: 'projects', createdBy: 'users', recipients: 'users' },
    cursor: false,
  },
  people: {
    entity: RedditPerson,
    filterable: {
      ...identity,
      project: 'relation',
      owner: 'relation',
      handle: 'text',
      stage: 'text',
      value: 'number',
      currency: 'text',
      doNotContact: 'boolean',
    },
    sortable: [...dated, 'handle', 'stage'],
    relations: { project: 'projects', owner: 'users' },
    cursor: false,
  },
  conversations: {
    entity: Conversation,
    filterable: {
      ...identity,
      project: 'relation',
      person: 'relation',
      opportunity: 'relation',
      assignee: 'relation',
      channel: 'text',
      state: 'text',
      snoozedUntil: 'instant',
    },
    sortable: [...dated, 'state', 'snoozedUntil'],
    relations: { project: 'projects', person: 'people', opportunity: 'opportunities', assignee: 'users' },
    cursor: false,
  },
  messages: {
    entity: Message,
    filterable: {
      ...identity,
      project: 'relation',
      conversation: 'relation',
      createdBy: 'relation',
      direction: 'text',
      state: 'text',
      text: 'text',
      sentAt: 'instant',
    },
    sortable: [...dated, 'sentAt'],
    relations: { project: 'projects', conversation: 'conversations', createdBy: 'users' },
    cursor: false,
  },
  campaigns: {
    entity: Campaign,
    filterable: { ...identity, project: 'relation', createdBy: 'relation', name: 'text', state: 'text' },
    sortable: [...dated, 'name', 'state'],
    relations: { project: 'projects', createdBy: 'users' },
    cursor: false,
  },
  imports: {
    entity: Import,
    filterable: {
      ...identity,
      project: 'relation',
      createdBy: 'relation',
      name: 'text',
      origin: 'text',
      state: 'text',
    },
    sortable: [...dated, 'name', 'state'],
    relations: { project: 'projects', createdBy: 'users' },
    cursor: false,
  },
  subscriptions: {
    entity: Subscription,
    filterable: {
      ...identity,
      project: 'relation',
      user: 'relation',
      status: 'text',
      mainProductId: 'text',
      mainProductName: 'text',
    },
    sortable: [...dated, 'status', 'mainProductName'],
    relations: { project: 'projects', user: 'users' },
    cursor: false,
  },
  purchases: {
    entity: Purchase,
    filterable: { ...identity, project: 'relation', user: 'relation' },
    sortable: dated,
    relations: { project: 'projects', user: 'users' },
    cursor: false,
  },
  members: {
    entity: Member,
    filterable: { ...identity, project: 'relation', user: 'relation', email: 'text', role: 'text', status: 'text' },
    sortable: [...dated, 'email', 'role', 'status'],
    relations: { project: 'projects', user: 'users', invitedBy: 'users' },
    cursor: false,
  },
  auditEntries: {
    entity: AuditEntry,
    filterable: { ...identity, project: 'relation', actor: 'text', action: 'text', subjectId: 'id' },
    sortable: [...dated, 'action'],
    relations: { project: 'projects', user: 'users' },
    cursor: false,
  },
  forgettings: {
    entity: Forgetting,
    filterable: { ...identity, project: 'relation', standing: 'text', opportunityId: 'id', mentionId: 'id' },
    sortable: [...dated, 'standing'],
    relations: { project: 'projects' },
    cursor: false,
  },
  apiTokens: {
    entity: ApiToken,
    filterable: {
      ...identity,
      project: 'relation',
      createdBy: 'relation',
      name: 'text',
      scope: 'text',
      lastUsedAt: 'instant',
    },
    sortable: [...dated, 'name', 'lastUsedAt'],
    relations: { project: 'projects', createdBy: 'users' },
    cursor: false,
  },
  redditAccounts: {
    entity: RedditAccount,
    filterable: {
      ...identity,
      project: 'relation',
      connectedBy: 'relation',
      name: 'text',
      state: 'text',
      realm: 'text',
    },
    sortable: [...dated, 'name', 'state'],
    relations: { project: 'projects', connectedBy: 'users' },
    cursor: false,
  },
  /** The signed-in user's own. */
  sessions: {
    entity: Session,
    filterable: { ...identity, lastUsedAt: 'instant', expiresAt: 'instant' },
    sortable: [...dated, 'lastUsedAt', 'expiresAt'],
    relations: {},
    cursor: false,
  },
  /** The signed-in user, at /users/me. */
  me: { entity: User, filterable: {}, sortable: [], relations: { memberships: 'memberships' }, cursor: false },
} as const satisfies Record<string, Resource>
export type ResourceName = keyof typeof resources

/** A user is shown to others with no more than what an invitation to a project tells (DECISIONS 13). */
export const targets: Record<TargetName, Shown> = {
  projects: resources.projects,
  posts: { entity: Post, relations: {} },
  users: { entity: Person, relations: {} },
  memberships: { entity: Membership, relations: { project: 'projects' } },
  opportunities: resources.opportunities,
  people: resources.people,
  conversations: resources.conversations,
  prompts: resources.prompts,
}
