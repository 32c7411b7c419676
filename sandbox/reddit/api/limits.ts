const windowMs = 600_000
/** 100 a minute, averaged over ten minutes; one a minute for whoever is not signed in and reads feeds. */
const perWindow = 1000
const feedMs = 60_000

interface Window {
  startedAt: number
  used: number
}

export interface Spent {
  used: number
  remaining: number
  /** Seconds. */
  reset: number
  isOver: boolean
}

/** Who has asked how often, in real time. */
export class Limits {
  readonly #windows = new Map<string, Window>()
  readonly #feeds = new Map<string, number>()
  /** How many requests an app has. */
  perWindow = perWindow

  /** One more request of an app. */
  spend(clientId: string, now: number): Spent {
    let window = this.#windows.get(clientId)
    if (!window || now - window.startedAt >= windowMs) {
      window = { startedAt: now, used: 0 }
      this.#windows.set(clientId, window)
    }
    const isOver = window.used >= this.perWindow
    if (!isOver) window.used += 1
    const reset = Math.ceil((window.startedAt + windowMs - now) / 1000)
    return { used: window.used, remaining: this.perWindow - window.used, reset, isOver }
  }

  /** Whether an address may read a feed now; else how many seconds it has to wait. */
  feed(address: string, now: number): number {
    const last = this.#feeds.get(address) ?? Number.NEGATIVE_INFINITY
    if (now - last < feedMs) return Math.ceil((last + feedMs - now) / 1000)
    this.#feeds.set(address, now)
    return 0
  }
}
