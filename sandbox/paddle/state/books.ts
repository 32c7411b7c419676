import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CardKey } from './cards.ts'
import { instant } from './time.ts'
import type { Address, Adjustment, Customer, PaddleEvent, Subscription, Transaction } from './wire.ts'

/** What the sandbox knows of a subscription beyond the wire format. */
export interface Terms {
  card: CardKey
  /** The start of the first period with this cycle, and how many periods have begun since. */
  anchor: string
  periods: number
  /** The percentage off that the current period was sold with. */
  discount: number
  /** The transaction that paid the current period. */
  paidBy: string
  /** When an unpaid subscription ends. */
  endsUnpaidAt: string | null
}

/** A webhook that wasn't acknowledged yet. */
export interface Notification {
  id: string
  event: PaddleEvent
  attempts: number
  /** Real time in ms. */
  nextAt: number
}

/** Everything that is stored. */
interface Stored {
  version: 1
  /** How far the clock is ahead of real time, in ms. */
  ahead: number
  /** Until when everything due has happened. */
  time: number
  serial: number
  invoices: number
  lastEventAt: number
  webhookUrl: string | null
  customers: Customer[]
  addresses: Address[]
  transactions: Transaction[]
  subscriptions: Subscription[]
  adjustments: Adjustment[]
  terms: Record<string, Terms>
  /** Cents by customer, from changes to a cheaper plan. */
  credits: Record<string, number>
  /** The newest events, oldest first. */
  events: PaddleEvent[]
  notifications: Notification[]
}

const eventsMost = 1000

function empty(now: number): Stored {
  return {
    version: 1,
    ahead: 0,
    time: now,
    serial: 0,
    invoices: 10_000,
    lastEventAt: 0,
    webhookUrl: null,
    customers: [],
    addresses: [],
    transactions: [],
    subscriptions: [],
    adjustments: [],
    terms: {},
    credits: {},
    events: [],
    notifications: [],
  }
}

/** The customers, transactions, and subscriptions of the account. The file is on disk before an answer is sent. */
export class Books {
  readonly #path: string | null
  readonly #real: () => number
  all: Stored

  /** Without a folder, nothing is stored. */
  constructor(folder: string | null, real: () => number) {
    this.#path = folder === null ? null : join(folder, 'paddle.json')
    this.#real = real
    if (folder !== null) mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.all = this.#read() ?? empty(real())
  }

  #read(): Stored | null {
    if (this.#path === null) return null
    try {
      // Nothing else writes this file.
      const stored = JSON.parse(readFileSync(this.#path, 'utf8')) as Stored
      return stored.version === 1 ? stored : null
    } catch (error) {
      const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isAbsent) console.error(`The sandbox starts fresh because ${this.#path} can't be read: ${error}`)
      return null
    }
  }

  save(): void {
    if (this.#path === null) return
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.all), { mode: 0o600 })
    renameSync(`${this.#path}.new`, this.#path)
  }

  /** Deletes everything but the destination of webhooks. */
  purge(): void {
    const { serial, webhookUrl } = this.all
    this.all = { ...empty(this.#real()), serial, webhookUrl }
  }

  get real(): number {
    return this.#real()
  }

  /** The time that the clock shows now; `all.time` follows it step by step. */
  get clock(): number {
    return Math.max(this.#real() + this.all.ahead, this.all.time)
  }

  /** The current time in the wire format. */
  get now(): string {
    return instant(this.all.time)
  }

  /** Returns a new ID such as sub_01k..., which sorts by time of creation. */
  id(prefix: string): string {
    this.all.serial += 1
    return `${prefix}_${base32(this.all.time, 10)}${base32(this.all.serial, 16)}`
  }

  /** Records an event with a copy of its object, and a webhook for it. Events have distinct, rising times. */
  emit(type: string, data: object): void {
    const micros = Math.max(this.all.time * 1000, this.all.lastEventAt + 137)
    this.all.lastEventAt = micros
    const event: PaddleEvent = {
      event_id: this.id('evt'),
      event_type: type,
      occurred_at: instant(Math.floor(micros / 1000), micros % 1000),
      data: structuredClone(data),
    }
    this.all.events.push(event)
    if (this.all.events.length > eventsMost) this.all.events.shift()
    this.all.notifications.push({ id: this.id('ntf'), event, attempts: 0, nextAt: 0 })
  }

  customer(id: string): Customer | undefined {
    return this.all.customers.find((each) => each.id === id)
  }
  transaction(id: string): Transaction | undefined {
    return this.all.transactions.find((each) => each.id === id)
  }
  subscription(id: string): Subscription | undefined {
    return this.all.subscriptions.find((each) => each.id === id)
  }
  terms(subscription: Subscription): Terms {
    return this.all.terms[subscription.id]!
  }
}

/** Crockford's alphabet, in lower case as Paddle writes it. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

function base32(value: number, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest = Math.floor(rest / 32)) digits = alphabet[rest % 32] + digits
  return digits
}
