import { siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import type { Command } from '#platform/web/commands/command.ts'
import type { Match } from './match.ts'

export const searchInputId = 'search-posts'

interface SearchActions {
  move: (step: 1 | -1) => void
  /** Adds the chosen matches, or else the open one. Null: the user may not decide, or all are leads. */
  add: (() => void) | null
  /** Null: the user may not decide. */
  choose: ((id: string) => void) | null
  chooseAll: () => void
  /** Null: none is chosen. */
  clearChoice: (() => void) | null
}

/** Returns the commands for the open match and the list. */
export function searchCommands(
  match: Match | undefined,
  { move, add, choose, chooseAll, clearChoice }: SearchActions,
): Command[] {
  const walk = { keysOnly: true, repeats: true } as const
  const post = match?.post

  return [
    {
      id: 'search focus',
      label: 'Edit query',
      icon: 'search',
      keys: '/',
      run: () => {
        const input = document.getElementById(searchInputId)
        if (input instanceof HTMLInputElement) input.select()
      },
      focus: 'own',
    },
    { id: 'search next', label: 'Next match', icon: 'arrowDown', keys: 'j', run: () => move(1), ...walk },
    { id: 'search previous', label: 'Previous match', icon: 'arrowUp', keys: 'k', run: () => move(-1), ...walk },
    // Handled by the browser, since the match is a link.
    { id: 'search open', label: 'Open match', icon: 'inbox', keys: 'Enter', run: null },
    {
      id: 'search add',
      label: 'Add to opportunities',
      icon: 'add',
      keys: 's',
      run: add,
    },
    {
      id: 'search choose',
      label: 'Select match, then add several at once',
      icon: 'check',
      keys: 'v',
      keysOnly: true,
      run: match && choose ? () => choose(match.id) : null,
    },
    {
      id: 'search choose all',
      label: 'Select all shown matches',
      icon: 'check',
      keys: 'V',
      run: match && choose ? chooseAll : null,
    },
    { id: 'search clear choice', label: 'Clear selection', icon: 'close', keys: 'Escape', run: clearChoice },
    {
      id: 'search reddit',
      label: `Open on ${post ? siteName(post.subreddit) : 'Reddit'}`,
      icon: 'external',
      keys: 'o',
      run: post ? () => void window.open(postUrl(post.permalink), '_blank', 'noopener,noreferrer') : null,
    },
  ]
}
