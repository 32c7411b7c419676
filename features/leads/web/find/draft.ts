import type { LeadRun, RunCriteria, RunSchedule } from '#features/discovery/contract.ts'
import type { Project } from '#features/projects/contract.ts'

/** What the form for a new run holds. The choices of selects are texts. */
export interface Draft extends Omit<RunCriteria, 'days' | 'size'> {
  days: string
  size: string
  schedule: RunSchedule | 'never'
}

/** Stands for no window. */
export const anyTime = 'any'

/** Returns the start of a form: the criteria of an earlier run, or else those that suit the project. */
export function draftOf({ audience }: Pick<Project, 'audience'>, earlier: Pick<LeadRun, 'criteria'> | null): Draft {
  const criteria = earlier?.criteria
  return {
    audience: criteria && criteria.audience.length > 0 ? criteria.audience : audience,
    communities: criteria?.communities ?? [],
    signals: criteria?.signals ?? [],
    competitors: criteria?.competitors ?? [],
    days: criteria ? String(criteria.days ?? anyTime) : '30',
    size: String(criteria?.size ?? 50),
    schedule: 'never',
  }
}

/** Returns what a form sends. An unchanged audience stays that of the project. */
export function sentOf(
  { days, size, schedule, ...lists }: Draft,
  audience: readonly string[],
): { criteria: RunCriteria; schedule: RunSchedule | null } {
  const isOwn = lists.audience.join('\n') === audience.join('\n')
  const criteria = {
    ...lists,
    audience: isOwn ? [] : lists.audience,
    days: days === anyTime ? null : Number(days),
    size: Number(size),
  }
  return { criteria, schedule: schedule === 'never' ? null : schedule }
}

/** Returns the names of communities in what a user typed, without those that can't be any. */
export function communitiesOf(typed: readonly string[]): string[] {
  return typed
    .map((name) => name.toLowerCase().replace(/^\/?r\//, ''))
    .filter((name) => /^[a-z0-9]\w{1,20}$/.test(name))
    .slice(0, 50)
}
