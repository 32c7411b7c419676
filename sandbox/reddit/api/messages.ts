import type { Answer } from '../../sign-in/exchange.ts'
import { shapedMessage, shapedReceived } from '../shapes/mail.ts'
import { type Received, same } from '../state/mail.ts'
import { type ApiCall, ok, refused } from './call.ts'
import { listingOf, pageByPosition, pageOf, wholeListing } from './listing.ts'

const boxes: Record<string, (received: Received) => boolean> = {
  inbox: () => true,
  unread: ({ isNew }) => isNew,
  messages: ({ reason }) => reason === 'message',
  comments: ({ reason }) => reason === 'comment_reply',
  selfreply: ({ reason }) => reason === 'post_reply',
  mentions: ({ reason }) => reason === 'username_mention',
}

/** Handles `message/{box}`: received or sent messages. */
export function messages(ask: ApiCall): Answer {
  const { viewer, state, call } = ask
  if (!viewer) return refused(403)
  const [box = 'inbox', id = ''] = ask.parts
  if (id !== '') return oneMessage(ask, id)
  const page = pageOf(call.query)
  if (box === 'sent') {
    const { shown, hasMore } = pageByPosition(state.mail.sent(viewer.name), page)
    const shape = (at: number) => shapedMessage(ask, shown[at]!, { isNew: false, subject: shown[at]!.subject })
    return ok(listingOf({ shown, hasMore }, page, shape))
  }
  const isInBox = boxes[box]
  if (!isInBox) return refused(404)
  const received = state.mail.inbox(viewer.name).filter(isInBox)
  const named = received.map((each) => ({ each, name: each.item.name }))
  const { shown, hasMore } = pageByPosition(named, page)
  return ok(listingOf({ shown, hasMore }, page, (at) => shapedReceived(ask, shown[at]!.each)))
}

function oneMessage(ask: ApiCall, id: string): Answer {
  const { viewer, state } = ask
  const message = state.mail.get(`t4_${id.toLowerCase()}`)
  if (!message || !viewer) return refused(404)
  if (!same(message.to, viewer.name) && !same(message.from, viewer.name)) return refused(403)
  return ok(wholeListing([shapedMessage(ask, message, { isNew: false, subject: message.subject })], null))
}

/** Marks items of the viewer's own inbox as read or unread. */
export function mark(isNew: boolean): (ask: ApiCall) => Answer {
  return ({ viewer, state, call }) => {
    if (!viewer) return refused(403)
    const names = (call.form.get('id') ?? '').split(',').filter(Boolean)
    if (names.length > 0) state.record({ type: 'read', by: viewer.name, names, isNew })
    return ok({})
  }
}

export function markAll({ viewer, state }: ApiCall): Answer {
  if (!viewer) return refused(403)
  const names = state.mail.inbox(viewer.name).map(({ item }) => item.name)
  state.record({ type: 'read', by: viewer.name, names, isNew: false })
  return { status: 202, body: {} }
}
