import type { QueryValue } from '#platform/web/api/query-string.ts'
import type { Conversation } from '../../contract.ts'
import type { Reader } from './queries.ts'

export const boxes = ['all', 'mine', 'unassigned', 'unread', 'snoozed', 'done'] as const
/** A part of the inbox. All but the last two have only open conversations. */
export type Box = (typeof boxes)[number]

/** What the screen shows, all stored in the address. */
export interface View {
  box: Box
  /** The ID of the connected account or the mailbox that takes part; null: any. */
  account: string | null
  text: string
}

export const defaultView: View = { box: 'all', account: null, text: '' }

const textMost = 200
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the view in an address; missing and invalid values get the defaults. */
export function readView(params: URLSearchParams): View {
  const account = params.get('account') ?? ''
  return {
    box: boxes.find((box) => box === params.get('view')) ?? defaultView.box,
    account: uuid.test(account) ? account : null,
    text: (params.get('q') ?? '').replaceAll('\0', '').trim().slice(0, textMost),
  }
}

/** Returns the address of a view with its open conversation. Defaults are omitted. */
export function viewParams({ box, account, text }: View, conversation: string | null): URLSearchParams {
  const params = new URLSearchParams()
  if (box !== defaultView.box) params.set('view', box)
  if (account !== null) params.set('account', account)
  if (text !== '') params.set('q', text)
  if (conversation !== null) params.set('conversation', conversation)
  return params
}

/** Returns what identifies the conversations of a view. */
export function viewKey(view: View): string {
  return viewParams(view, null).toString()
}

/** Returns the filters of a view's list, as the API takes them. */
export function listFilters({ projectId, me, channel }: Reader, view: View): Record<string, QueryValue> {
  const { box, account, text } = view
  return {
    project: { id: { $eq: projectId } },
    channel: { $eq: channel },
    // A search in all conversations finds those that are over, too.
    ...((box !== 'all' || text === '') && { state: { $eq: stateIn(box) } }),
    ...(box === 'mine' && { assignee: { id: { $eq: me } } }),
    ...(box === 'unassigned' && { assignee: { id: { $null: true } } }),
    ...(box === 'unread' && { unread: { $eq: true } }),
    ...(account !== null && { [channel === 'mail' ? 'mailbox' : 'account']: { id: { $eq: account } } }),
    ...(text !== '' && { words: { $containsi: text.replace(/^\/u\//i, 'u/') } }),
  }
}

function stateIn(box: Box): Conversation['state'] {
  return box === 'snoozed' || box === 'done' ? box : 'open'
}

/**
 * Returns whether a conversation stays in a view after a change. One that was just read stays among the unread, so
 * that it isn't gone while it is read.
 */
export function belongsIn(
  { state, assignee }: Pick<Conversation, 'state' | 'assignee'>,
  view: View,
  me: string,
): boolean {
  if (view.box === 'all' && view.text !== '') return true
  if (state !== stateIn(view.box)) return false
  if (view.box === 'mine') return assignee?.id === me
  return view.box !== 'unassigned' || !assignee
}
