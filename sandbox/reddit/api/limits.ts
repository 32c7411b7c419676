const windowMs = 600_000
/** 100 requests per minute, averaged over ten minutes. Signed-out clients get one feed per minute. */
const perWindow = 1000
const feedMs = 60_000

interface Window {
  startedAt: number
  used: number
}

export interface Spent {
  used: number
  remaining: number
  /** Seconds until the window ends. */
  reset: number
  isOver: boolean
}

/** Counts requests per app and feeds per address, in real time. */
export class Limits {
  readonly #windows = new Map<string, Window>()
  readonly #feeds = new Map<string, number>()
  /** Requests that an app has per window. */
  perWindow = perWindow

  /** Counts one request of an app. */
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

  /** Returns 0 if the address may read a feed now, otherwise the seconds to wait. */
  feed(address: string, now: number): number {
    const last = this.#feeds.get(address) ?? Number.NEGATIVE_INFINITY
    if (now - last < feedMs) return Math.ceil((last + feedMs - now) / 1000)
    this.#feeds.set(address, now)
    return 0
  }
}
