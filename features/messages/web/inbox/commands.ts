import type { Command } from '#platform/web/commands/command.ts'
import type { Conversation } from '../../contract.ts'
import { boxNames } from './labels.ts'
import { boxes, type View } from './view.ts'

interface ConversationActions {
  move: (step: 1 | -1) => void
  /** Marks the conversation as done, or reopens it. */
  finish: (conversation: Conversation) => void
  /** Opens the menu of when to show it again. */
  openSnoozes: () => void
  /** Moves the focus to the text of an answer. */
  answer: () => void
  /** Assigns it to the user. */
  claim: (conversation: Conversation) => void
  undo: () => void
  /** Null: no conversation is open beside the list. */
  close: (() => void) | null
}

/** Returns the commands for the open conversation. Without the right to change it, only those that read. */
export function conversationCommands(
  conversation: Conversation | undefined,
  { move, finish, openSnoozes, answer, claim, undo, close }: ConversationActions,
  mayChange: boolean,
): Command[] {
  const walk = { keysOnly: true, repeats: true } as const
  const reading: Command[] = [
    { id: 'conversation next', label: 'Next conversation', icon: 'arrowDown', keys: 'j', run: () => move(1), ...walk },
    {
      id: 'conversation previous',
      label: 'Previous conversation',
      icon: 'arrowUp',
      keys: 'k',
      run: () => move(-1),
      ...walk,
    },
    // Handled by the browser, since the row is a link.
    { id: 'conversation open', label: 'Open conversation', icon: 'mail', keys: 'Enter', run: null },
    { id: 'conversation close', label: 'Close conversation', icon: 'close', keys: 'Escape', run: close },
  ]
  if (!mayChange) return reading
  return [
    ...reading,
    {
      id: 'conversation done',
      label: conversation?.state === 'done' ? 'Reopen conversation' : 'Mark done',
      icon: 'check',
      keys: 'e',
      words: 'archive close finish',
      run: conversation ? () => finish(conversation) : null,
    },
    {
      id: 'conversation snooze',
      label: 'Snooze, then press 1 to 4 for how long',
      icon: 'bell',
      keys: 's',
      words: 'later remind',
      run: conversation ? openSnoozes : null,
    },
    {
      id: 'conversation reply',
      label: 'Reply',
      icon: 'reply',
      keys: 'r',
      words: 'answer write message',
      run: conversation ? answer : null,
      focus: 'own',
    },
    {
      id: 'conversation claim',
      label: 'Assign to me',
      icon: 'people',
      keys: 'c',
      run: conversation ? () => claim(conversation) : null,
    },
    { id: 'conversation undo', label: 'Undo last change', icon: 'undo', keys: 'u', keysOnly: true, run: undo },
  ]
}

interface ViewActions {
  onView: (view: View) => void
  search: () => void
  /** Begins a mail; null outside of mail, or if the user may not. */
  write: (() => void) | null
}

/** Returns the commands for the search and the other views. */
export function viewCommands(view: View, { onView, search, write }: ViewActions): Command[] {
  return [
    {
      id: 'inbox search',
      label: 'Search conversations',
      icon: 'search',
      keys: '/',
      words: 'find filter',
      run: search,
      focus: 'own',
    },
    ...(write
      ? [
          {
            id: 'inbox write',
            label: 'New email',
            icon: 'edit',
            keys: 'n',
            words: 'write compose email',
            run: write,
            focus: 'own',
          } as const,
        ]
      : []),
    ...boxes.map(
      (box): Command => ({
        id: `inbox ${box}`,
        label: `Show conversations: ${boxNames[box].toLowerCase()}`,
        icon: 'mail',
        words: 'view tab',
        run: box === view.box ? null : () => onView({ ...view, box }),
      }),
    ),
  ]
}
