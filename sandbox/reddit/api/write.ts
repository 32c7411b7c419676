import type { Answer } from '../../sign-in/exchange.ts'
import { shapedMessage } from '../shapes/mail.ts'
import { shapedComment, shapedPost } from '../shapes/thing.ts'
import { same } from '../state/mail.ts'
import type { Account } from '../state/people.ts'
import { nameOf, postOf, type Thing } from '../state/things.ts'
import { type ApiCall, done, type Fault, faulty, ok, refused, userRequired } from './call.ts'
import { permalinkOf, type Shaped } from './view.ts'

const bodyMost = { t1: 10_000, t3: 40_000 }
const titleMost = 300
const subjectMost = 100

/** Requires a user: an app alone can't write. */
export function byUser(act: (ask: ApiCall, viewer: Account) => Answer): (ask: ApiCall) => Answer {
  return (ask) => {
    if (!ask.viewer) return faulty(ask.call, userRequired)
    return ask.viewer.standing === 'suspended' ? refused(403) : act(ask, ask.viewer)
  }
}

/** Replies to a post, a comment or a private message. */
export function comment(ask: ApiCall, viewer: Account): Answer {
  const { call, state, now } = ask
  const [name, body] = [call.form.get('thing_id') ?? '', call.form.get('text') ?? '']
  if (name.startsWith('t4_')) return reply(ask, viewer, name, body)
  const parent = state.thing(name)
  if (!parent) return refused(403)
  const fault = textFault(body, bodyMost.t1) ?? closedFault(parent)
  if (fault) return faulty(call, fault)
  const subreddit = state.subreddit(postOf(parent).subreddit)
  if (!subreddit || state.standingOf(subreddit) !== 'public') return refused(403)
  const id = state.nextId()
  state.record({ type: 'comment', at: now, id, parent: name, author: viewer.name, body })
  return written(ask, state.thing(nameOf('t1', id)))
}

function closedFault(parent: Thing): Fault | null {
  if (parent.gone && parent.kind === 't1') return ['DELETED_COMMENT', 'that comment has been deleted', 'parent']
  if (postOf(parent).gone) return ['DELETED_LINK', 'the link you are commenting on has been deleted', 'parent']
  if (postOf(parent).isLocked) return ['THREAD_LOCKED', 'Comments are locked.', 'parent']
  return null
}

function textFault(text: string, most: number): Fault | null {
  if (text.trim() === '') return ['NO_TEXT', 'we need something here', 'text']
  if (text.length > most) return ['TOO_LONG', `this is too long (max: ${most})`, 'text']
  return null
}

function written(ask: ApiCall, thing: Thing | null): Answer {
  if (!thing) return refused(500)
  const shaped = thing.kind === 't3' ? shapedPost(ask, thing) : shapedComment(ask, thing, { where: 'alone' })
  return done({ things: [{ ...shaped, data: { ...shaped.data, rte_mode: 'markdown' } } satisfies Shaped] })
}

/** Edits the text of the viewer's own post or comment. Link posts have no text. */
export function edit(ask: ApiCall, viewer: Account): Answer {
  const { call, state, now } = ask
  const [target, body] = [call.form.get('thing_id') ?? '', call.form.get('text') ?? '']
  const thing = state.thing(target)
  if (!thing || !same(thing.author, viewer.name) || thing.gone) return refused(403)
  if (thing.kind === 't3' && thing.url !== null) return refused(403)
  const fault = textFault(body, bodyMost[thing.kind])
  if (fault) return faulty(call, fault)
  state.record({ type: 'edit', at: now, target, body })
  return written(ask, thing)
}

/** Succeeds even if the target is already gone. */
export function remove(ask: ApiCall, viewer: Account): Answer {
  const target = ask.call.form.get('id') ?? ''
  const thing = ask.state.thing(target)
  if (thing && same(thing.author, viewer.name)) {
    ask.state.record({ type: 'moderate', at: ask.now, target, action: 'delete' })
  }
  return ok({})
}

export function submit(ask: ApiCall, viewer: Account): Answer {
  const { call, state, now, origin } = ask
  const field = (name: string) => call.form.get(name) ?? ''
  const [title, kind] = [field('title').trim(), field('kind')]
  const subreddit = state.subreddit(field('sr'))
  if (!subreddit) return faulty(call, ['SUBREDDIT_NOEXIST', "that subreddit doesn't exist", 'sr'])
  if (state.standingOf(subreddit) !== 'public') {
    return faulty(call, ['SUBREDDIT_NOTALLOWED', "you aren't allowed to post there.", 'sr'])
  }
  const url = kind === 'link' ? field('url') : null
  const fault = titleFault(title) ?? (url === null ? null : linkFault(url))
  if (fault) return faulty(call, fault)
  const id = state.nextId()
  const flair = subreddit.flairs.find((flair) => flair === field('flair_text')) ?? null
  const content = { title, body: field('text').slice(0, bodyMost.t3), url, flair }
  state.record({ type: 'post', at: now, id, subreddit: subreddit.name, author: viewer.name, ...content })
  const post = state.thing(nameOf('t3', id))
  if (!post) return refused(500)
  return done({ url: `${origin}${permalinkOf(post)}`, drafts_count: 0, id: id.toString(36), name: post.name })
}

function titleFault(title: string): Fault | null {
  if (title === '') return ['NO_TEXT', 'we need something here', 'title']
  return title.length > titleMost ? ['TOO_LONG', `this is too long (max: ${titleMost})`, 'title'] : null
}

function linkFault(url: string): Fault | null {
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url)
  return isWeb ? null : ['BAD_URL', 'you should check that url', 'url']
}

export function vote(ask: ApiCall, viewer: Account): Answer {
  const [target, value] = [ask.call.form.get('id') ?? '', ask.call.form.get('dir') ?? '']
  const direction = { '1': 1, '0': 0, '-1': -1 }[value] as -1 | 0 | 1 | undefined
  if (direction === undefined) return refused(400)
  if (!ask.state.thing(target)) return refused(404)
  ask.state.record({ type: 'vote', target, by: viewer.name, direction })
  return ok({})
}

/** Sends a private message. */
export function compose(ask: ApiCall, viewer: Account): Answer {
  const { call, state, now } = ask
  const field = (name: string) => (call.form.get(name) ?? '').trim()
  const [, community] = /^(?:#|\/?r\/)(\w+)$/i.exec(field('to')) ?? []
  if (community !== undefined) return composeModmail(ask, viewer, community)
  const to = field('to').replace(/^\/?u\//i, '')
  if (to === '') return faulty(call, ['NO_USER', 'please enter a username', 'to'])
  if (!/^[\w-]{1,23}$/.test(to)) return faulty(call, ['USER_DOESNT_EXIST', "that user doesn't exist", 'to'])
  const subject = field('subject')
  const account = state.people.get(to)
  const fault = subjectFault(subject) ?? messageFault(field('text')) ?? reachFault(ask, account, viewer)
  if (fault) return faulty(call, fault)
  const body = call.form.get('text') ?? ''
  const content = { from: viewer.name, to: account?.name ?? to, subject, body, parent: null }
  state.record({ type: 'message', at: now, id: state.nextId(), ...content })
  return done()
}

/** Sends a message to the moderators of a subreddit. */
function composeModmail({ call, state, now }: ApiCall, viewer: Account, name: string): Answer {
  const subject = (call.form.get('subject') ?? '').trim()
  const body = call.form.get('text') ?? ''
  const subreddit = state.subreddit(name)
  if (!subreddit) return faulty(call, ['SUBREDDIT_NOEXIST', "that subreddit doesn't exist", 'to'])
  const fault = subjectFault(subject) ?? messageFault(body.trim())
  if (fault) return faulty(call, fault)
  const content = {
    from: viewer.name,
    to: `#${subreddit.name}`,
    subreddit: subreddit.name,
    subject,
    body,
    parent: null,
  }
  state.record({ type: 'message', at: now, id: state.nextId(), ...content })
  return done()
}

function subjectFault(subject: string): Fault | null {
  if (subject === '') return ['NO_SUBJECT', 'please enter a subject', 'subject']
  return subject.length > subjectMost ? ['TOO_LONG', `this is too long (max: ${subjectMost})`, 'subject'] : null
}

function messageFault(text: string): Fault | null {
  return textFault(text, bodyMost.t1)
}

const blocked: Fault = ['USER_BLOCKED', "you can't send to a user that you have blocked, or who has blocked you", 'to']

/** Returns the error if the account can't be messaged. */
function reachFault({ state }: ApiCall, account: Account | null, viewer: Account): Fault | null {
  if (account?.standing !== 'well') return ['USER_DOESNT_EXIST', "that user doesn't exist", 'to']
  if (state.people.hasBlocked(account.name, viewer.name)) return blocked
  if (account.messages === 'trusted') {
    const words = "Can't deliver the message: they accept messages from trusted users only."
    return ['NOT_WHITELISTED_BY_USER_MESSAGE', words, 'to']
  }
  if (account.messages === 'chat') {
    const words = "This user doesn't accept direct messages. Try sending a chat request instead."
    return ['RESTRICTED_TO_PM', words, 'to']
  }
  return null
}

/** Replies to a private message. */
function reply(ask: ApiCall, viewer: Account, name: string, body: string): Answer {
  const { call, state, now } = ask
  const before = state.mail.get(name)
  if (!before || !(same(before.to, viewer.name) || same(before.from, viewer.name))) return refused(403)
  const to = same(before.from, viewer.name) ? before.to : before.from
  const fault = textFault(body, bodyMost.t1) ?? (state.people.hasBlocked(to, viewer.name) ? blocked : null)
  if (fault) return faulty(call, fault)
  const of = before.subreddit === null ? {} : { subreddit: before.subreddit }
  const subject = before.subject.startsWith('re: ') ? before.subject : `re: ${before.subject}`
  const id = state.nextId()
  state.record({ type: 'message', at: now, id, from: viewer.name, to, ...of, subject, body, parent: name })
  const written = state.mail.get(nameOf('t4', id))
  return written ? done({ things: [shapedMessage(ask, written, { isNew: false, subject })] }) : refused(500)
}

/** Accepts an action that has no effect here. */
export function acknowledge(ask: ApiCall): Answer {
  return ask.viewer ? ok({}) : refused(403)
}
