import { siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { noFilters, type View } from '#engine/rules/lead-view.ts'
import type { Command } from '#platform/web/commands/command.ts'
import type { Opportunity } from '../contract.ts'
import type { Decision } from './decisions.ts'
import { rejectionKeys, rejections } from './labels.ts'
import { isFiltered, namedSorts, namedTabs } from './view.ts'

interface LeadActions {
  move: (step: 1 | -1) => void
  decide: (decision: Decision) => void
  /** The signed-in user. */
  me: string
  /** Opens the menu of reasons. */
  reject: () => void
  undo: () => void
  choose: (id: string) => void
  chooseAll: () => void
  clearChoice: () => void
}

/** The commands for users who may only read leads. */
export const readerCommands: readonly string[] = ['lead next', 'lead previous', 'lead open', 'lead reddit']

/** Returns the commands for the open lead, or instead for the chosen ones, and for the list. */
export function leadCommands(
  lead: Opportunity | undefined,
  chosen: readonly Opportunity[],
  { me, move, decide, reject, undo, choose, chooseAll, clearChoice }: LeadActions,
): Command[] {
  const decided = chosen.length > 0 ? chosen : lead ? [lead] : []
  const isNew = decided.some(({ state }) => state === 'new')
  const save: Decision = { kind: 'save', on: chosen.length > 0 || !lead?.saved }
  const post = lead?.post

  const walk = { keysOnly: true, repeats: true } as const
  return [
    { id: 'lead next', label: 'Next lead', icon: 'arrowDown', keys: 'j', run: () => move(1), ...walk },
    { id: 'lead previous', label: 'Previous lead', icon: 'arrowUp', keys: 'k', run: () => move(-1), ...walk },
    // Handled by the browser, since the lead is a link.
    { id: 'lead open', label: 'Open lead', icon: 'inbox', keys: 'Enter', run: null },
    {
      id: 'lead reply',
      label: 'Mark replied',
      icon: 'reply',
      keys: 'r',
      run: isNew ? () => decide({ kind: 'reply', on: true }) : null,
    },
    {
      id: 'lead reject',
      label: 'Reject, then press 1 to 5 for the reason',
      icon: 'reject',
      keys: 'x',
      keysOnly: true,
      run: isNew ? reject : null,
    },
    {
      id: 'lead save',
      label: save.on ? 'Save lead' : 'Remove from saved',
      icon: 'save',
      keys: 's',
      words: 'bookmark keep',
      run: decided.length > 0 ? () => decide(save) : null,
    },
    {
      id: 'lead claim',
      label: lead?.claim?.user === me ? 'Unclaim lead' : 'Claim lead',
      icon: 'people',
      keys: 'c',
      words: 'assign take',
      run: chosen.length > 0 ? null : claimCommand(lead, me, decide),
    },
    {
      id: 'lead reddit',
      label: `Open on ${post ? siteName(post.subreddit) : 'Reddit'}`,
      icon: 'external',
      keys: 'o',
      run: post ? () => void window.open(postUrl(post.permalink), '_blank', 'noopener,noreferrer') : null,
    },
    {
      id: 'lead choose',
      label: 'Select lead, then decide about several at once',
      icon: 'check',
      keys: 'v',
      keysOnly: true,
      run: lead ? () => choose(lead.id) : null,
    },
    { id: 'lead choose all', label: 'Select all shown leads', icon: 'check', keys: 'V', run: lead ? chooseAll : null },
    {
      id: 'lead clear choice',
      label: 'Clear selection',
      icon: 'close',
      keys: 'Escape',
      run: chosen.length > 0 ? clearChoice : null,
    },
    { id: 'lead undo', label: 'Undo last decision', icon: 'undo', keys: 'u', keysOnly: true, run: undo },
    ...rejectionKeys.map(
      (reason): Command => ({
        id: `lead reject ${reason}`,
        label: `Reject: ${rejections[reason].toLowerCase()}`,
        icon: 'reject',
        whenTyped: true,
        run: isNew ? () => decide({ kind: 'rejection', on: true, reason }) : null,
      }),
    ),
    {
      id: 'lead restore',
      label: 'Move back to new',
      icon: 'undo',
      run: lead && !isNew ? () => decide({ kind: lead.state === 'replied' ? 'reply' : 'rejection', on: false }) : null,
    },
  ]
}

/** Returns what claims a free lead or ends the user's own claim; null for a lead that another member works on. */
function claimCommand(lead: Opportunity | undefined, me: string, decide: LeadActions['decide']) {
  if (!lead) return null
  if (!lead.claim) return () => decide({ kind: 'claim' })
  return lead.claim.user === me ? () => decide({ kind: 'assignment', to: null }) : null
}

interface ViewActions {
  onView: (view: View) => void
  search: () => void
  /** Closes the open lead; null if none is open or one always is. */
  close: (() => void) | null
}

/** Returns the commands for the search, the other tabs, the other orders, and the filters. */
export function viewCommands(view: View, { onView, search, close }: ViewActions): Command[] {
  return [
    { id: 'view close', label: 'Close lead', icon: 'close', keys: 'Escape', keysOnly: true, run: close },
    {
      id: 'view search',
      label: 'Search leads',
      icon: 'search',
      keys: '/',
      words: 'find filter',
      run: search,
      focus: 'own',
    },
    {
      id: 'view clear',
      label: 'Clear all filters',
      icon: 'close',
      run: isFiltered(view) ? () => onView({ ...view, ...noFilters }) : null,
    },
    ...namedTabs.map(
      ({ value, label }): Command => ({
        id: `view ${value}`,
        label: `Show ${label.toLowerCase()} leads`,
        icon: 'inbox',
        words: 'tab',
        run: value === view.tab ? null : () => onView({ ...view, tab: value }),
      }),
    ),
    ...namedSorts.map(
      ({ value, label }): Command => ({
        id: `sort ${value}`,
        label: `Sort: ${label.toLowerCase()}`,
        icon: 'arrowDown',
        words: 'order',
        run: value === view.sort ? null : () => onView({ ...view, sort: value }),
      }),
    ),
  ]
}
