import { siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import type { Command } from '#platform/web/commands/command.ts'
import type { Mention, MuteKind } from '../contract.ts'
import { muteKinds } from '../contract-limits.ts'
import { muteNames, statusNames } from './labels.ts'
import { isFiltered, noFilters, statuses, tabs, type View } from './view.ts'

interface MentionActions {
  move: (step: 1 | -1) => void
  /** Marks a mention as handled, or undoes that. */
  handle: (mention: Mention) => void
  /** Does the same for the chosen mentions. */
  handleChosen: (handled: boolean) => void
  choose: (mention: Mention) => void
  chooseAll: () => void
  clearChoice: () => void
  mute: (mention: Mention, kind: MuteKind) => void
  /** Opens the menu of what to mute. */
  openMutes: () => void
  undo: () => void
  /** Null: no mention is open beside the list. */
  close: (() => void) | null
}

/** The commands for users who may only read mentions. */
export const readerCommands: readonly string[] = [
  'mention next',
  'mention previous',
  'mention open',
  'mention reddit',
  'mention close',
]

/** Returns the commands for the open mention, or instead for the chosen ones, and for the list. */
export function mentionCommands(
  mention: Mention | undefined,
  chosen: readonly Mention[],
  { move, handle, handleChosen, choose, chooseAll, clearChoice, mute, openMutes, undo, close }: MentionActions,
): Command[] {
  const post = mention?.post

  const handling = chosen.length > 0 ? chosen.some(({ handled }) => !handled) : !mention?.handled
  const walk = { keysOnly: true, repeats: true } as const
  return [
    { id: 'mention next', label: 'Next mention', icon: 'arrowDown', keys: 'j', run: () => move(1), ...walk },
    { id: 'mention previous', label: 'Previous mention', icon: 'arrowUp', keys: 'k', run: () => move(-1), ...walk },
    // Handled by the browser, since the mention is a link.
    { id: 'mention open', label: 'Open mention', icon: 'comment', keys: 'Enter', run: null },
    {
      id: 'mention handle',
      label: handling ? 'Mark handled' : 'Mark not handled',
      icon: 'check',
      keys: 'e',
      words: 'done archive',
      run: chosen.length > 0 ? () => handleChosen(handling) : mention ? () => handle(mention) : null,
    },
    {
      id: 'mention choose',
      label: 'Select mention, then handle several at once',
      icon: 'check',
      keys: 'v',
      keysOnly: true,
      run: mention ? () => choose(mention) : null,
    },
    { id: 'mention choose all', label: 'Select all shown mentions', icon: 'check', keys: 'V', run: chooseAll },
    {
      id: 'mention clear choice',
      label: 'Clear selection',
      icon: 'close',
      keys: 'Escape',
      run: chosen.length > 0 ? clearChoice : null,
    },
    {
      id: 'mention mute',
      label: 'Mute, then press 1 to 3 for what',
      icon: 'hidden',
      keys: 'm',
      keysOnly: true,
      run: mention && !mention.muted ? openMutes : null,
    },
    ...muteKinds.map(
      (kind): Command => ({
        id: `mention mute ${kind}`,
        label: `Mute this ${muteNames[kind]}`,
        icon: 'hidden',
        words: 'hide block noise',
        run: mention && canMute(mention, kind) ? () => mute(mention, kind) : null,
      }),
    ),
    {
      id: 'mention reddit',
      label: `Open on ${post ? siteName(post.subreddit) : 'Reddit'}`,
      icon: 'external',
      keys: 'o',
      run: post ? () => void window.open(postUrl(post.permalink), '_blank', 'noopener,noreferrer') : null,
    },
    { id: 'mention undo', label: 'Undo last change', icon: 'undo', keys: 'u', keysOnly: true, run: undo },
    {
      id: 'mention close',
      label: 'Back to the overview',
      icon: 'chart',
      keys: 'Escape',
      run: chosen.length > 0 ? null : close,
    },
  ]
}

/** Returns whether a mention's thread, author or community can be muted: forgotten ones have no author. */
export function canMute({ author, muted }: Pick<Mention, 'author' | 'muted'>, kind: MuteKind): boolean {
  return !muted && (kind !== 'author' || author !== null)
}

interface ViewActions {
  onView: (view: View) => void
  search: () => void
}

/** Returns the commands for the search, the other tabs, and the filters. */
export function viewCommands(view: View, { onView, search }: ViewActions): Command[] {
  return [
    {
      id: 'mentions search',
      label: 'Search mentions',
      icon: 'search',
      keys: '/',
      words: 'find filter',
      run: search,
      focus: 'own',
    },
    {
      id: 'mentions clear',
      label: 'Clear all filters',
      icon: 'close',
      run: isFiltered(view) ? () => onView({ ...view, ...noFilters, range: null }) : null,
    },
    ...tabs.map(
      ({ value, label }): Command => ({
        // `mentions all` is the status.
        id: `mentions ${value === 'all' ? 'of any kind' : value}`,
        label: `Show mentions: ${label.toLowerCase()}`,
        icon: 'comment',
        words: 'tab',
        run: value === view.tab ? null : () => onView({ ...view, tab: value }),
      }),
    ),
    ...statuses.map(
      (status): Command => ({
        id: `mentions ${status}`,
        label: `Show ${statusNames[status].toLowerCase()} mentions`,
        icon: 'comment',
        words: 'status',
        run: status === view.status ? null : () => onView({ ...view, status }),
      }),
    ),
  ]
}
