import { defaultPeopleView, type PeopleBox, peopleParams } from '#engine/crm/people-view.ts'
import type { DayRange } from '#engine/dashboard/day-range.ts'
import { type View, viewParams } from '#engine/rules/lead-view.ts'
import { paths } from '#platform/web/page/paths.ts'
import type { Voice } from './voice.ts'

/** The addresses of the lists that the dashboard's numbers count. */

export function leadsAddress(view: View): string {
  return addressOf(paths.opportunities, viewParams(view, null))
}

/** The replies of a period: all, or those that are still shown, were removed, or weren't checked. */
export function repliesAddress({ from, to }: DayRange, visibility?: 'live' | 'removed' | 'unchecked'): string {
  return addressOf(paths.replied, new URLSearchParams({ from, to, ...(visibility && { visibility }) }))
}

/** The mentions of a name, or the overview of all. */
export function mentionsAddress({ from, to }: DayRange, name?: Pick<Voice, 'id' | 'kind'>): string {
  if (!name) return addressOf(paths.mentions, new URLSearchParams({ from, to }))
  // The tab of the brand lists all its names. That of competitors leaves out mentions that also name the brand.
  const tab = name.kind === 'brand' ? {} : { tab: 'all', name: name.id }
  return addressOf(paths.mentions, new URLSearchParams({ ...tab, status: 'all', from, to }))
}

export function stageAddress(key: string): string {
  return addressOf(paths.crm, peopleParams({ ...defaultPeopleView, stages: [key] }, null))
}

export function tasksAddress(box: PeopleBox): string {
  return addressOf(paths.crm, peopleParams({ ...defaultPeopleView, box }, null))
}

export const unreadAddress = { messages: `${paths.inbox}?view=unread`, mail: `${paths.inboxMail}?view=unread` }

function addressOf(path: string, params: URLSearchParams): string {
  return params.size > 0 ? `${path}?${params}` : path
}
