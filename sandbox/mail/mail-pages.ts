import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { type Call, ok, refused } from '../reddit/api/call.ts'
import { sendAnswer } from '../reddit/api/send.ts'
import { escaped } from '../reddit/pages/markdown.ts'
import { html } from '../reddit/pages/pages.ts'
import { readCall } from '../reddit/reddit.ts'
import type { Answer } from '../sign-in/exchange.ts'
import { Behaviour, behaviourWords, type MailServer } from './mail-server.ts'
import type { Mail } from './mailbox.ts'
import { mannerWords } from './people.ts'

/** Deletes only the emails to this address; absent for all. */
const Purge = z.object({ to: z.string().optional() })

/** The path of the mailbox page. */
export const mailPath = '/control/mail'

/**
 * Serves the received emails. `control/mail` is a page and `control/mail.json` the same as data, both with `?to=` for
 * one address; `control/mail/{id}.eml` is the raw email. PUT or POST `behaviour` and `purge` (`{to}` for one address)
 * below it control the server.
 */
export class MailPages {
  readonly #server: MailServer

  constructor(server: MailServer) {
    this.#server = server
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    sendAnswer(response, await this.#answer(await readCall(request, mailPath), request), { isRaw: true })
  }

  async #answer(call: Call, request: IncomingMessage): Promise<Answer> {
    // Links in emails are secrets. The check keeps pages with a rebound DNS name from reading them.
    if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '')) return refused(403)
    if (call.method === 'GET') return this.#shown(call)
    if (call.isForeign) return refused(403)
    if (call.path === '/behaviour') return this.#setBehaviour(call)
    if (call.path === '/purge') return this.#purge(call)
    return refused(404)
  }

  async #shown({ path, ending, query }: Call): Promise<Answer> {
    const { mailbox, told } = this.#server
    const id = /^\/(\d+)\.eml$/.exec(path)?.[1]
    if (id !== undefined) return rawAnswer(mailbox.raw(Number(id)))
    if (path !== '/') return refused(404)
    const to = query.get('to')
    const mails = await mailbox.mails(to)
    return ending === 'json' ? ok(mails) : mailPage(mails, to, told)
  }

  async #purge(call: Call): Promise<Answer> {
    const parsed = Purge.safeParse(call.told)
    if (!parsed.success) return refused(400, { reason: z.prettifyError(parsed.error) })
    await this.#server.mailbox.clear(parsed.data.to ?? null)
    return done(call, {})
  }

  #setBehaviour(call: Call): Answer {
    const parsed = Behaviour.safeParse(call.told)
    if (!parsed.success) return refused(400, { reason: z.prettifyError(parsed.error) })
    this.#server.tell(parsed.data)
    return done(call, parsed.data)
  }
}

/** A button press returns to the page. */
function done(call: Call, answer: object): Answer {
  return call.isForm ? { status: 303, body: '', headers: { location: `${call.origin}${mailPath}` } } : ok(answer)
}

function rawAnswer(raw: Buffer | null): Answer {
  if (!raw) return refused(404)
  return { status: 200, body: raw.toString(), headers: { 'content-type': 'text/plain; charset=UTF-8' } }
}

function mailPage(mails: readonly Mail[], to: string | null, { behaviour }: Behaviour): Answer {
  const ways = Object.entries(behaviourWords).map(
    ([name, words]) => `<option value="${name}"${name === behaviour ? ' selected' : ''}>${words}</option>`,
  )
  const people = Object.entries(mannerWords)
    .map(([name, words]) => `<li>${name === 'answers' ? 'any other address' : `${name}@`}: ${words}</li>`)
    .join('')
  const all = to === null ? '' : `<p>Only emails to ${escaped(to)}. <a href="${mailPath}">Show all</a></p>`
  const list = mails.map((mail, at) => mailPart(mail, at === 0)).join('')
  return html(
    200,
    'Mail',
    `<p>Emails from Earshot arrive here. None of them reaches a real address.</p>${all}
${list === '' ? '<p>No emails yet. An email takes a second or two. Reload this page to check.</p>' : list}
<h2>Delivery</h2>
<form method="post" action="${mailPath}/behaviour"><select name="behaviour" aria-label="Delivery">${ways.join('')}</select><button>Apply</button></form>
<h2>People</h2>
<p>How people respond to mail from a sandbox mailbox depends on how their address begins:</p>
<ul>${people}</ul>
<h2>Delete</h2>
<form method="post" action="${mailPath}/purge">${purgeButton(to)}</form>`,
  )
}

function purgeButton(to: string | null): string {
  if (to === null) return '<button>Delete all emails</button>'
  return `<input type="hidden" name="to" value="${escaped(to)}"><button>Delete emails to ${escaped(to)}</button>`
}

function mailPart({ id, at, from, to, subject, text }: Mail, isOpen: boolean): string {
  const when = at.toISOString()
  return `<details${isOpen ? ' open' : ''}><summary><b>${escaped(subject)}</b>
<span class="by">to ${escaped(to.join(', '))} · <time datetime="${when}">${when.slice(0, 19).replace('T', ' ')} UTC</time></span></summary>
<p class="by">from ${escaped(from)} · <a href="${mailPath}/${id}.eml">source</a></p>
<div class="mail">${linked(text)}</div></details>`
}

/** Returns escaped text with its URLs as links. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escaped(part)}">${escaped(part)}</a>` : escaped(part)))
    .join('')
}
