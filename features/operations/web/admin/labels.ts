import type { ProjectStatus } from '#engine/rules/access.ts'
import type { PlanKey } from '#engine/subscription/plans.ts'
import { planKeys, planOf } from '#engine/subscription/plans.ts'
import { count } from '#platform/web/text/units.ts'
import type { AdminAction, AdminPlan, AdminProject, AdminUser, ServerErrors } from '../../contract-admin.ts'
import type { UserState } from './queries.ts'

export const userStateOptions: readonly { value: UserState | 'all'; label: string }[] = [
  { value: 'all', label: 'All users' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'unconfirmed', label: 'Not confirmed' },
  { value: 'blocked', label: 'Blocked' },
  { value: 'errors', label: 'With errors' },
]

const statusNames: Record<ProjectStatus, string> = {
  draft: 'In setup',
  processing: 'First scan',
  done: 'Active',
  paid: 'Paid',
  archived: 'Archived',
}

export const projectStateOptions: readonly { value: ProjectStatus | 'all'; label: string }[] = [
  { value: 'all', label: 'All projects' },
  ...(Object.keys(statusNames) as ProjectStatus[]).map((value) => ({ value, label: statusNames[value] })),
]

export const projectPlanOptions: readonly { value: AdminPlan | 'all'; label: string }[] = [
  { value: 'all', label: 'All plans' },
  { value: 'none', label: 'No plan' },
  ...planKeys.map((value) => ({ value, label: nameOf(value) })),
  { value: 'granted', label: 'Granted' },
  { value: 'admin', label: 'Admin' },
]

export function statusName({ status }: Pick<AdminProject, 'status'>): string {
  return statusNames[status]
}

interface Mark {
  look: 'gray' | 'accent' | 'good' | 'warn' | 'danger'
  label: string
}

/** Returns the status of an account. */
export function userMark({ internalAdmin, blocked, confirmed }: AdminUser): Mark {
  if (blocked) return { look: 'danger', label: 'Blocked' }
  if (internalAdmin) return { look: 'accent', label: 'Admin' }
  return confirmed ? { look: 'good', label: 'Confirmed' } : { look: 'warn', label: 'Not confirmed' }
}

/** Returns what a project's access rests on. */
export function planName({ access: { granted, by, plan } }: Pick<AdminProject, 'access'>): string {
  if (!granted) return 'No plan'
  if (by === 'billingOff') return 'Included'
  if (by === 'internalAdmin') return 'Admin'
  if (by === 'grant') return 'Granted'
  return plan === null ? 'None' : nameOf(plan)
}

function nameOf(plan: PlanKey): string {
  return planOf(plan).name
}

/** Returns the parts of a quota in use: "12 of 20 keywords". Without access, there is no quota to compare with. */
export function usageTexts({ usage, access: { granted } }: Pick<AdminProject, 'usage' | 'access'>): string[] {
  const parts = [
    [usage.keywords, 'keyword', 'keywords'],
    [usage.competitors, 'competitor', 'competitors'],
    [usage.credits, 'reply suggestion', 'reply suggestions'],
  ] as const
  return parts.map(([{ used, limit }, one, many]) =>
    limit === null || !granted ? counted(used, one, many) : `${count(used)} of ${counted(limit, one, many)}`,
  )
}

/** Returns the errors of a project, each in words. */
export function errorTexts({ mails, feeds, accounts, jobs }: AdminProject['errors']): string[] {
  const each: [number, string, string][] = [
    [jobs, 'failed job', 'failed jobs'],
    [feeds, 'failing feed', 'failing feeds'],
    [accounts, 'account to reconnect', 'accounts to reconnect'],
    [mails, 'undelivered email', 'undelivered emails'],
  ]
  return each.filter(([number]) => number > 0).map(([number, one, many]) => counted(number, one, many))
}

export function counted(number: number, one: string, many: string): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

/** Returns how many errors the server has. */
export function errorCount({ failedMails, sources, jobs }: ServerErrors): number {
  return failedMails + sources.length + jobs.reduce((sum, failure) => sum + failure.count, 0)
}

const actions: Record<string, string> = {
  'acting.start': 'Began to act as this user',
  'acting.end': 'Stopped acting as this user',
  'confirmation.send': 'Resent the confirmation email',
  'flags.set': 'Set feature flags',
  'account.export': 'Exported the account',
}

export function actionName({ action }: Pick<AdminAction, 'action'>): string {
  return actions[action] ?? action
}
