import { z } from 'zod'
import type { Answer } from '../sign-in/exchange.ts'
import { type Call, ok, refused } from './api/call.ts'
import type { Limits } from './api/limits.ts'
import { Behaviour, behaviourWords, type ScriptedBehaviour } from './behaviour.ts'
import { escaped } from './pages/markdown.ts'
import { html } from './pages/pages.ts'
import { PersonChange, standings } from './state/entry.ts'
import { same } from './state/mail.ts'
import type { State } from './state/state.ts'
import { nameOf } from './state/things.ts'

/** The parts of the sandbox that tests and the control page can change. */
export interface Controls {
  state: State
  mood: ScriptedBehaviour
  limits: Limits
  /** Deletes everything that clients did. */
  purge: () => void
}

const speeds = [0, 1, 10, 60, 1000]
const dayMs = 86_400_000

const Pace = z.object({
  speed: z.coerce.number().min(0).max(1000).optional(),
  /** Milliseconds to jump ahead. */
  ahead: z.coerce
    .number()
    .min(0)
    .max(400 * dayMs)
    .optional(),
})
const Post = z.object({
  subreddit: z.string(),
  author: z.string(),
  title: z.string(),
  body: z.string().default(''),
  url: z.string().nullable().default(null),
})
const Comment = z.object({ parent: z.string(), author: z.string(), body: z.string() })
/** With a subreddit it is modmail, which may come from no particular moderator. */
const Message = z.object({
  from: z.string().nullable(),
  to: z.string(),
  subreddit: z.string().optional(),
  subject: z.string(),
  body: z.string(),
})
/** What a person does now about the newest message that somebody sent them. */
const Response = z.object({
  from: z.string(),
  to: z.string(),
  does: z.enum(['answer', 'stop', 'block']).default('answer'),
  body: z.string().optional(),
})
const responses = { answer: 'Thanks for writing. Tell me more.', stop: 'Please stop messaging me.' }
const Moderation = z.object({ action: z.enum(['delete', 'remove', 'lock', 'unlock']) })
const Vote = z.object({ by: z.string(), direction: z.literal([-1, 0, 1]) })
const SubredditChange = z.object({ standing: z.enum(standings) })
const LimitChange = z.object({ perWindow: z.number().int().min(0) })

/** One control: its path, its schema and its effect. */
interface Control<Schema extends z.ZodType = z.ZodType> {
  path: RegExp
  schema: Schema
  tell: (controls: Controls, input: z.infer<Schema>, named: string) => object | null
}

function control<Schema extends z.ZodType>(path: RegExp, schema: Schema, tell: Control<Schema>['tell']): Control {
  return { path, schema, tell: (controls, input, named) => tell(controls, schema.parse(input), named) }
}

const controls: Control[] = [
  control(/^clock$/, Pace, ({ state }, { speed = state.clock.speed, ahead = 0 }) => {
    state.record({ type: 'pace', ...state.clock.paceOf({ speed, ahead }) })
    return { now: state.advance(), speed }
  }),
  control(/^whole$/, z.object({}), ({ state }) => {
    state.fillAll()
    return state.board.counts()
  }),
  control(/^behaviour$/, Behaviour, ({ mood }, input) => {
    mood.tell(input)
    return input
  }),
  control(/^limits$/, LimitChange, ({ limits }, { perWindow }) => {
    limits.perWindow = perWindow
    return { perWindow }
  }),
  control(/^purge$/, z.object({}), ({ purge }) => {
    purge()
    return {}
  }),
  control(/^subreddits\/(\w+)$/, SubredditChange, ({ state }, { standing }, name) => {
    if (!state.subreddit(name)) return null
    state.record({ type: 'subreddit', name, standing })
    return { name, standing }
  }),
  control(/^people\/([\w-]+)$/, PersonChange, ({ state }, change, name) => {
    if (!state.people.get(name)) return null
    state.record({ type: 'person', name, change })
    return { name, ...change }
  }),
  control(/^things\/(t[13]_\w+)$/, Moderation, ({ state }, { action }, target) => {
    if (!state.thing(target)) return null
    state.record({ type: 'moderate', at: state.advance(), target, action })
    return { target, action }
  }),
  control(/^votes\/(t[13]_\w+)$/, Vote, ({ state }, { by, direction }, target) => {
    if (!state.thing(target) || !state.people.get(by)) return null
    state.record({ type: 'vote', target, by, direction })
    return { target, direction }
  }),
  control(/^posts$/, Post, ({ state }, post) => {
    if (!state.subreddit(post.subreddit) || !state.people.get(post.author)) return null
    const id = state.nextId()
    state.record({ type: 'post', at: state.advance(), id, flair: null, ...post })
    return { name: nameOf('t3', id) }
  }),
  control(/^comments$/, Comment, ({ state }, comment) => {
    if (!state.thing(comment.parent) || !state.people.get(comment.author)) return null
    const id = state.nextId()
    state.record({ type: 'comment', at: state.advance(), id, ...comment })
    return { name: nameOf('t1', id) }
  }),
  control(/^messages$/, Message, ({ state }, message) => {
    const { subreddit } = message
    const from = message.from ?? (subreddit === undefined ? '' : `#${subreddit}`)
    const isKnown = from.startsWith('#') ? state.subreddit(from.slice(1)) : state.people.get(from)
    if (!state.people.get(message.to) || !isKnown) return null
    const id = state.nextId()
    state.record({ type: 'message', at: state.advance(), id, parent: null, ...message, from })
    return { name: nameOf('t4', id) }
  }),
  control(/^responses$/, Response, ({ state }, { from, to, does, body }) => {
    const at = state.advance()
    if (does === 'block') {
      if (!state.people.get(from)) return null
      state.record({ type: 'block', by: from, whom: to })
      return { name: null }
    }
    const message = state.mail.sent(to).find((sent) => same(sent.to, from))
    if (!message) return null
    const id = state.nextId()
    const subject = message.subject.startsWith('re: ') ? message.subject : `re: ${message.subject}`
    const content = { from: message.to, to: message.from, subject, body: body ?? responses[does], parent: message.name }
    state.record({ type: 'message', at, id, ...content })
    return { name: nameOf('t4', id) }
  }),
]

/** Handles `control` (the page), `control/state` (the state) and the controls themselves. */
export function controlAnswer(all: Controls, call: Call, path: string): Answer {
  if (call.method === 'GET') return path === 'state' ? ok(stateOf(all)) : controlPage(all)
  // Pages of other sites in the same browser must not use the controls.
  if (call.isForeign) return refused(403)
  all.state.advance()
  for (const { path: pattern, schema, tell } of controls) {
    const match = pattern.exec(path)
    if (!match) continue
    const input = schema.safeParse(call.told)
    if (!input.success) return refused(400, { reason: z.prettifyError(input.error) })
    const answer = tell(all, input.data, match[1] ?? '')
    if (!answer) return refused(404)
    // A button press returns to the page.
    return call.isForm ? { status: 303, body: '', headers: { location: `${call.origin}/control` } } : ok(answer)
  }
  return refused(404)
}

function stateOf({ state, mood }: Controls): object {
  const now = state.advance()
  return { now, speed: state.clock.speed, isWhole: state.isWhole, ...state.board.counts(), ...mood.told }
}

function controlPage({ state, mood }: Controls): Answer {
  const now = new Date(state.advance()).toISOString().slice(0, 19).replace('T', ' ')
  const { posts, comments } = state.board.counts()
  const { speed } = state.clock
  const pace =
    speed === 0 ? 'Time is paused' : speed === 1 ? 'Time runs at normal speed' : `Time runs ${speed} times as fast`
  const paces = speeds.map((each) => {
    const words = each === 0 ? 'Pause' : `${each}×`
    return `<button name="speed" value="${each}"${each === speed ? ' disabled' : ''}>${words}</button>`
  })
  const jumps = [
    ['An hour', dayMs / 24],
    ['A day', dayMs],
    ['A week', 7 * dayMs],
  ].map(([words, ahead]) => `<button name="ahead" value="${ahead}">${words}</button>`)
  const ways = Behaviour.shape.behaviour.options.map(
    (each) =>
      `<option value="${each}"${each === mood.told.behaviour ? ' selected' : ''}>${behaviourWords[each]}</option>`,
  )
  return html(
    200,
    'Control',
    `<p>It is <b>${now}</b> (UTC). ${pace}. There are ${posts} posts and ${comments} comments${state.isWhole ? '' : '; older ones are still being generated'}.</p>
<h2>Speed</h2><form method="post" action="/control/clock">${paces.join('')}</form>
<h2>Jump ahead</h2><form method="post" action="/control/clock">${jumps.join('')}</form>
<h2>Reddit's responses</h2>
<form method="post" action="/control/behaviour"><select name="behaviour" aria-label="Reddit's responses">${ways.join('')}</select><button>Apply</button></form>
<p>${escaped(mood.told.behaviour === 'well' ? 'Reddit responds normally.' : `Current response: ${behaviourWords[mood.told.behaviour]}.`)}</p>
<h2>Reset</h2>
<p>Deletes everything that clients wrote, their votes and their grants, and resets the time.</p>
<form method="post" action="/control/purge"><button>Reset</button></form>`,
  )
}
