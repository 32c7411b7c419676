import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { apiAnswer, Created } from './api/routes.ts'
import { control, controlPage, type Mood, stateOf } from './control.ts'
import { apiKey, clientToken } from './keys.ts'
import { notFound, Refusal } from './life/refusal.ts'
import { catchUp } from './life/renewals.ts'
import { nameCustomer, type PaymentOutcome, payAtCheckout } from './life/transactions.ts'
import { checkoutOf, checkoutPage } from './pages/checkout.ts'
import { invoicePdf } from './pages/invoice.ts'
import { Books } from './state/books.ts'
import { type CardKey, cardKeys } from './state/cards.ts'
import { type Later, type SendWebhook, Webhooks } from './webhooks.ts'

/** The path prefix of Paddle on the sandbox's server. */
export const paddlePath = '/paddle'

export interface PaddleOptions {
  /** The folder for the state; null stores nothing. */
  folder: string | null
  /** Returns the real time in ms. */
  now: () => number
  /** Where webhooks go; a stored address stays without it. */
  webhookUrl?: string | null | undefined
  send?: SendWebhook | undefined
  later?: Later | undefined
}

interface Call {
  headers: IncomingHttpHeaders
  method: string
  url: URL
  /** Below paddlePath. */
  path: string
  body: string
}

interface Answer {
  status: number
  body: string | Buffer | object
  /** JSON by default. */
  type?: string
  headers?: Record<string, string>
}

const Pay = z.object({
  transaction: z.string(),
  token: z.literal(clientToken),
  email: z.email().optional(),
  card: z.enum(cardKeys),
  isConfirmed: z.boolean().nullable(),
})

const scripts = new Map(
  ['paddle.js', 'checkout.js'].map((name) => [`/${name}`, readFileSync(new URL(`pages/${name}`, import.meta.url))]),
)
const htmlType = 'text/html; charset=utf-8'
/** Only pages of this machine may show the checkout. */
const framing = {
  'content-security-policy':
    'frame-ancestors http://localhost:* http://*.localhost:* http://127.0.0.1:* https://localhost:*',
}

/**
 * Paddle Billing in miniature: its API below /paddle/api, Paddle.js with a checkout page, invoices, webhooks, and
 * controls below /paddle/control.
 */
export class Paddle {
  readonly books: Books
  readonly webhooks: Webhooks
  #mood: Mood = 'well'
  #moodTimes = 0

  constructor({ folder, now, webhookUrl, send, later }: PaddleOptions) {
    this.books = new Books(folder, now)
    if (webhookUrl !== undefined) this.books.all.webhookUrl = webhookUrl
    this.webhooks = new Webhooks(this.books, { send, later })
    void this.webhooks.deliver()
  }

  close(): void {
    this.webhooks.close()
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { headers, method = 'GET', url: address = '/' } = request
    const url = new URL(address, `http://${headers.host ?? 'localhost'}`)
    const call = { headers, method, url, path: url.pathname.slice(paddlePath.length), body }
    catchUp(this.books)
    const answer = call.path.startsWith('/api/') ? this.#answerApi(call) : await this.#answerPage(call)
    // Before the answer, so that a killed process loses nothing that it acknowledged.
    this.books.save()
    // A stalled request ends with the client's timeout.
    if (answer) send(response, answer)
    void this.webhooks.deliver()
  }

  /** Pays as the customer does on the checkout page. Throws Refusal. */
  pay(
    id: string,
    { email, card, isConfirmed = null }: { email?: string | undefined; card: CardKey; isConfirmed?: boolean | null },
  ) {
    const transaction = this.books.transaction(id)
    if (!transaction) throw notFound(id)
    if (email) nameCustomer(this.books, transaction, email)
    const outcome = payAtCheckout(this.books, transaction, { card, isConfirmed })
    return { outcome, checkout: { ...checkoutOf(this.books, transaction), token: clientToken } }
  }

  #answerApi({ headers, method, url, path, body }: Call): Answer | null {
    const meta = { request_id: this.books.id('req') }
    const mood = this.#takeMood()
    if (mood === 'stall') return null
    if (mood === 'nonsense') return { status: 200, body: '<h1>Welcome</h1>', type: htmlType }
    try {
      if (mood === 'fail') throw new Refusal(500, 'internal_error', 'Something went wrong.')
      if (mood === 'busy') throw new Refusal(429, 'too_many_requests', 'Too many requests.')
      requireKey(headers.authorization)
      const call = { books: this.books, url, body: parsed(body), root: `${url.origin}${paddlePath}` }
      const answer = apiAnswer(call, method, path.slice('/api'.length))
      if (answer instanceof Created) return { status: 201, body: { data: answer.data, meta } }
      if (!('pagination' in answer && 'data' in answer)) return { status: 200, body: { data: answer, meta } }
      return { status: 200, body: { data: answer.data, meta: { ...meta, pagination: answer.pagination } } }
    } catch (error) {
      return refusalAnswer(error, meta)
    }
  }

  #takeMood(): Mood {
    if (this.#moodTimes <= 0) return 'well'
    this.#moodTimes -= 1
    return this.#mood
  }

  async #answerPage(call: Call): Promise<Answer> {
    // Keeps pages of other sites, and those with a rebound DNS name, from paying, using the controls, or reading them.
    const isForeign = ['cross-site', 'same-site'].includes(String(call.headers['sec-fetch-site']))
    const isLocal = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(call.headers.host ?? '')
    try {
      if (!isLocal || (isForeign && call.method !== 'GET')) throw new Refusal(403, 'forbidden', 'Forbidden')
      return call.method === 'GET' ? this.#show(call) : await this.#act(call)
    } catch (error) {
      return refusalAnswer(error)
    }
  }

  #show({ path, url }: Call): Answer {
    const script = scripts.get(path)
    if (script) return { status: 200, body: script, type: 'text/javascript; charset=utf-8' }
    if (path === '/checkout') return { status: 200, body: this.#checkout(url), type: htmlType, headers: framing }
    if (/^\/control\/?$/.test(path)) return { status: 200, body: controlPage(this.books), type: htmlType }
    if (path === '/control/state') return { status: 200, body: stateOf(this.books) }
    const invoice = /^\/invoices\/(inv_\w+)\.pdf$/.exec(path)?.[1]
    if (invoice) return this.#invoice(invoice)
    throw notFound(path)
  }

  #checkout({ searchParams }: URL): string {
    const token = searchParams.get('token') ?? ''
    const transaction = this.books.transaction(searchParams.get('transaction') ?? '') ?? null
    const isPayable = transaction && ['draft', 'ready', 'past_due'].includes(transaction.status)
    const problem =
      token !== clientToken
        ? 'The client token is wrong.'
        : !transaction
          ? 'There is no such transaction.'
          : isPayable
            ? null
            : 'This transaction can no longer be paid.'
    return checkoutPage(this.books, { transaction, token, email: searchParams.get('email') ?? '', problem })
  }

  #invoice(id: string): Answer {
    const transaction = this.books.all.transactions.find((each) => each.invoice_id === id)
    if (!transaction) throw notFound(id)
    const headers = { 'content-disposition': `inline; filename="invoice-${transaction.invoice_number}.pdf"` }
    const body = invoicePdf(transaction, this.books.customer(transaction.customer_id ?? ''))
    return { status: 200, body, type: 'application/pdf', headers }
  }

  async #act({ path, headers, body }: Call): Promise<Answer> {
    const isForm = /urlencoded/.test(headers['content-type'] ?? '')
    const input = isForm ? Object.fromEntries(new URLSearchParams(body)) : (parsed(body) ?? {})
    const answer = path === '/pay' ? this.#payFromPage(input) : await this.#control(path, input)
    if (!answer) throw notFound(path)
    // A button press returns to the page.
    return isForm
      ? { status: 303, body: '', headers: { location: `${paddlePath}/control/` } }
      : { status: 200, body: answer }
  }

  #payFromPage(input: unknown): { outcome: PaymentOutcome; checkout: object; message: string } {
    const { transaction, ...choice } = Pay.parse(input)
    const message = 'The card was declined. Choose another one.'
    return { ...this.pay(transaction, choice), message }
  }

  #control(path: string, input: unknown): Promise<object | null> {
    const setMood = (mood: Mood, times: number) => {
      this.#mood = mood
      this.#moodTimes = times
    }
    const { books, webhooks } = this
    const name = /^\/control\/(\w+)$/.exec(path)?.[1] ?? ''
    return control({ books, webhooks, setMood }, name, input)
  }
}

function requireKey(authorization = ''): void {
  const [, key] = /^bearer (.*)$/i.exec(authorization) ?? []
  if (key === undefined) throw new Refusal(401, 'authentication_missing', 'No API key was provided.')
  if (key !== apiKey) throw new Refusal(403, 'authentication_malformed', 'The API key is not valid.')
}

/** Returns an error in Paddle's format. Throws what is no rejection. */
function refusalAnswer(error: unknown, meta?: object): Answer {
  const refusal = error instanceof z.ZodError ? new Refusal(400, 'invalid_field', z.prettifyError(error)) : error
  if (!(refusal instanceof Refusal)) throw error
  const { status, code, message, errors } = refusal
  const told = {
    type: status >= 500 ? 'api_error' : 'request_error',
    code,
    detail: message,
    documentation_url: `https://developer.paddle.com/errors/${code}`,
    ...(errors.length > 0 && { errors }),
  }
  return { status, body: { error: told, meta } }
}

function send(response: ServerResponse, { status, body, type = 'application/json', headers }: Answer): void {
  const isSent = typeof body === 'string' || Buffer.isBuffer(body)
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(isSent ? body : JSON.stringify(body))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Invalid JSON has no fields, so the schema rejects it.
    return null
  }
}
