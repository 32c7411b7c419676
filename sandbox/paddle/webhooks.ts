import { createHmac } from 'node:crypto'
import { webhookSecret } from './keys.ts'
import type { Books, Notification } from './state/books.ts'

/** Sends one webhook. Returns the status of the answer. */
export type SendWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<number>

/** Schedules a callback and returns a function that cancels it. Tests provide their own, so that they need not wait. */
export type Later = (ms: number, run: () => void) => () => void

/** Paddle expects an answer within five seconds. */
const answerMs = 5000
/** The waits between attempts, in ms. After the last one, the webhook is given up. */
const waits = [1000, 5000, 30_000, 120_000, 600_000]

const sendByHttp: SendWebhook = async (url, headers, body) => {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  })
  await response.body?.cancel()
  return response.status
}

const realLater: Later = (ms, run) => {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}

interface WebhookOptions {
  send?: SendWebhook | undefined
  later?: Later | undefined
}

/** Sends webhooks in the order of their events, and those that failed again later. */
export class Webhooks {
  readonly #books: Books
  readonly #send: SendWebhook
  readonly #later: Later
  #running: Promise<void> | null = null
  #cancelWait: () => void = () => {}
  #isClosed = false

  constructor(books: Books, { send = sendByHttp, later = realLater }: WebhookOptions = {}) {
    this.#books = books
    this.#send = send
    this.#later = later
  }

  /** Starts to send what is due. Resolves when nothing is due anymore. */
  deliver(): Promise<void> {
    this.#running ??= this.#run()
      .catch((error: unknown) => console.error('The sandbox failed to send webhooks', error))
      .finally(() => {
        this.#running = null
        this.#waitForNext()
      })
    return this.#running
  }

  /** Sends everything that waits for its next attempt now. */
  async retryNow(): Promise<void> {
    await this.#running
    for (const each of this.#books.all.notifications) each.nextAt = 0
    return this.deliver()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelWait()
  }

  async #run(): Promise<void> {
    this.#cancelWait()
    for (let next = this.#due(); next && !this.#isClosed; next = this.#due()) await this.#attempt(next)
  }

  #due(): Notification | undefined {
    const { webhookUrl, notifications } = this.#books.all
    return webhookUrl === null ? undefined : notifications.find(({ nextAt }) => nextAt <= this.#books.real)
  }

  async #attempt(notification: Notification): Promise<void> {
    const { notifications, webhookUrl } = this.#books.all
    const body = JSON.stringify({ ...notification.event, notification_id: notification.id })
    const isTaken = await this.#send(webhookUrl!, this.#headers(body), body).then(
      (status) => status >= 200 && status < 300,
      // A receiver that is down counts like one that answers with an error.
      () => false,
    )
    const wait = waits[notification.attempts]
    notification.attempts += 1
    if (isTaken || wait === undefined) {
      // The list may be a new one after a purge.
      const at = notifications.indexOf(notification)
      if (at >= 0) notifications.splice(at, 1)
    } else notification.nextAt = this.#books.real + wait
    this.#books.save()
  }

  #headers(body: string): Record<string, string> {
    const ts = Math.floor(this.#books.real / 1000)
    const h1 = createHmac('sha256', webhookSecret).update(`${ts}:${body}`).digest('hex')
    return { 'content-type': 'application/json', 'user-agent': 'Paddle', 'paddle-signature': `ts=${ts};h1=${h1}` }
  }

  #waitForNext(): void {
    const { webhookUrl, notifications } = this.#books.all
    const nextAt = Math.min(...notifications.map((each) => each.nextAt))
    if (this.#isClosed || webhookUrl === null || !Number.isFinite(nextAt)) return
    this.#cancelWait = this.#later(Math.max(0, nextAt - this.#books.real), () => void this.deliver())
  }
}
