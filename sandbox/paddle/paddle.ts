import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
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
const javascript = { 'content-type': 'text/javascript; charset=utf-8' }
const htmlType = { 'content-type': 'text/html; charset=utf-8' }
/** Only pages of this machine may show the checkout. */
const framing = {
  'content-security-policy': 'frame-ancestors http://localhost:* http://127.0.0.1:* https://localhost:*',
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
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const path = url.pathname.slice(paddlePath.length)
    const body = await text(request)
    catchUp(this.books)
    if (path.startsWith('/api/')) this.#answerApi(request, response, url, body)
    else if (request.method === 'GET') this.#show(response, url, path)
    else await this.#act(request, response, path, body)
    this.books.save()
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

  #answerApi(request: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    const meta = { request_id: this.books.id('req') }
    const send = (status: number, answer: object) => sendJson(response, status, { ...answer, meta })
    const mood = this.#takeMood()
    if (mood === 'stall') return
    if (mood === 'nonsense') return void response.writeHead(200, htmlType).end('<h1>Welcome</h1>')
    try {
      if (mood === 'fail') throw new Refusal(500, 'internal_error', 'Something went wrong.')
      if (mood === 'busy') throw new Refusal(429, 'too_many_requests', 'Too many requests.')
      if (!/^bearer /i.test(request.headers.authorization ?? '')) {
        throw new Refusal(401, 'authentication_missing', 'No API key was provided.')
      }
      if (request.headers.authorization?.slice('bearer '.length) !== apiKey) {
        throw new Refusal(403, 'authentication_malformed', 'The API key is not valid.')
      }
      const root = `${url.origin}${paddlePath}`
      const call = { books: this.books, url, body: parsed(body), root }
      const answer = apiAnswer(call, request.method ?? 'GET', url.pathname.slice(`${paddlePath}/api`.length))
      if (answer instanceof Created) send(201, { data: answer.data })
      else if ('pagination' in answer && 'data' in answer) {
        sendJson(response, 200, { data: answer.data, meta: { ...meta, pagination: answer.pagination } })
      } else send(200, { data: answer })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      send(error.status, refusalBody(error))
    }
  }

  #takeMood(): Mood {
    if (this.#moodTimes <= 0) return 'well'
    this.#moodTimes -= 1
    return this.#mood
  }

  #show(response: ServerResponse, url: URL, path: string): void {
    const script = scripts.get(path)
    const invoice = /^\/invoices\/(inv_\w+)\.pdf$/.exec(path)?.[1]
    if (script) response.writeHead(200, javascript).end(script)
    else if (path === '/checkout') response.writeHead(200, { ...htmlType, ...framing }).end(this.#checkout(url))
    else if (path === '/control/' || path === '/control') {
      response.writeHead(200, htmlType).end(controlPage(this.books))
    } else if (path === '/control/state') sendJson(response, 200, stateOf(this.books))
    else if (invoice) this.#showInvoice(response, invoice)
    else sendJson(response, 404, refusalBody(new Refusal(404, 'not_found', 'Not found')))
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

  #showInvoice(response: ServerResponse, id: string): void {
    const transaction = this.books.all.transactions.find((each) => each.invoice_id === id)
    if (!transaction) {
      sendJson(response, 404, refusalBody(notFound(id)))
      return
    }
    const pdf = invoicePdf(transaction, this.books.customer(transaction.customer_id ?? ''))
    const name = `invoice-${transaction.invoice_number}.pdf`
    response
      .writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${name}"` })
      .end(pdf)
  }

  async #act(request: IncomingMessage, response: ServerResponse, path: string, body: string): Promise<void> {
    // Pages of other sites in the same browser must neither pay nor use the controls.
    const isForeign = ['cross-site', 'same-site'].includes(String(request.headers['sec-fetch-site']))
    const isLocal = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '')
    const isForm = /urlencoded/.test(request.headers['content-type'] ?? '')
    if (isForeign || !isLocal) return sendJson(response, 403, refusalBody(new Refusal(403, 'forbidden', 'Forbidden')))
    try {
      const input = isForm ? Object.fromEntries(new URLSearchParams(body)) : (parsed(body) ?? {})
      const answer = path === '/pay' ? this.#payFromPage(input) : await this.#control(path, input)
      if (!answer) throw new Refusal(404, 'not_found', 'Not found')
      // A button press returns to the page.
      if (isForm) response.writeHead(303, { location: `${paddlePath}/control/` }).end()
      else sendJson(response, 200, answer)
    } catch (error) {
      if (error instanceof z.ZodError) {
        sendJson(response, 400, refusalBody(new Refusal(400, 'invalid_field', z.prettifyError(error))))
      } else if (error instanceof Refusal) sendJson(response, error.status, refusalBody(error))
      else throw error
    }
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

function refusalBody({ status, code, message, errors }: Refusal): object {
  return {
    error: {
      type: status >= 500 ? 'api_error' : 'request_error',
      code,
      detail: message,
      documentation_url: `https://developer.paddle.com/errors/${code}`,
      ...(errors.length > 0 && { errors }),
    },
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Invalid JSON has no fields, so the schema rejects it.
    return null
  }
}
