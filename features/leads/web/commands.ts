import type { Command } from '#platform/web/commands/command.ts'
import { redditUrl } from '#platform/web/page/paths.ts'
import type { Opportunity } from '../contract.ts'
import type { Decision } from './decisions.ts'
import { rejectionKeys, rejections } from './labels.ts'
import type { View } from './view.ts'
import { isFiltered, noFilters, sorts, tabs } from './view.ts'

interface LeadActions {
  move: (step: 1 | -1) => void
  decide: (decision: Decision) => void
  /** Opens the menu of reasons. */
  reject: () => void
  undo: () => void
}

/** The commands for users who may only read leads. */
export const readerCommands: readonly string[] = ['lead next', 'lead previous', 'lead open', 'lead reddit']

/** Returns the commands for the open lead and for its list. */
export function leadCommands(lead: Opportunity | undefined, { move, decide, reject, undo }: LeadActions): Command[] {
  const isNew = lead?.state === 'new'
  const permalink = lead?.post?.permalink
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
      label: lead?.saved ? 'Remove from saved' : 'Save lead',
      icon: 'save',
      keys: 's',
      words: 'bookmark keep',
      run: lead ? () => decide({ kind: 'save', on: !lead.saved }) : null,
    },
    {
      id: 'lead reddit',
      label: 'Open on Reddit',
      icon: 'external',
      keys: 'o',
      run: permalink ? () => void window.open(redditUrl(permalink), '_blank', 'noopener,noreferrer') : null,
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

interface ViewActions {
  onView: (view: View) => void
  search: () => void
}

/** Returns the commands for the search, the other tabs, the other orders, and the filters. */
export function viewCommands(view: View, { onView, search }: ViewActions): Command[] {
  return [
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
    ...tabs.map(
      ({ value, label }): Command => ({
        id: `view ${value}`,
        label: `Show ${label.toLowerCase()} leads`,
        icon: 'inbox',
        words: 'tab',
        run: value === view.tab ? null : () => onView({ ...view, tab: value }),
      }),
    ),
    ...sorts.map(
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
