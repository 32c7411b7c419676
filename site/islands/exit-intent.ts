import { isWithinPath } from '#platform/web/behavior/links.ts'
import type { Timers } from '#platform/web/behavior/timers.ts'

/** Where the modal keeps that it was shown in this tab, and who has left an address (DECISIONS 26). */
export const shownKey = 'exitIntentShown'
export const marketingEmailKey = 'marketingEmail'

/** Milliseconds from a page or route to the listening, and from leaving to the modal (SPEC 9). */
const armDelayMs = 2000
const showDelayMs = 100

/** What a browser remembers of a visitor; null: it remembers nothing. */
export interface Remembered {
  shown: boolean
  marketingEmail: string | null
}

/**
 * Whether the modal may open on a page: on every path but /app and /auth, once a tab, and to nobody who has left an
 * address (SPEC 4, 6, DECISIONS 23). Where nothing is remembered it would come back on each page, so it stays away.
 */
export function mayShow(pathname: string, remembered: Remembered | null): boolean {
  if (isWithinPath('/app', pathname) || isWithinPath('/auth', pathname)) return false
  return remembered !== null && !remembered.shown && !remembered.marketingEmail
}

/** Whether the pointer leaves the page through its top edge: for no other element, at or above the top (SPEC 4). */
export function leavesThroughTop(event: { clientY: number; relatedTarget: unknown }): boolean {
  return event.clientY <= 0 && event.relatedTarget === null
}

/** What the rule needs of a page. */
export interface Page {
  after: Timers['after']
  /** Calls back when the pointer leaves the page, until the answer is called. */
  onLeave(listener: (event: { clientY: number; relatedTarget: unknown }) => void): () => void
  isAllowed(): boolean
  /** Remembers that it was shown. */
  markShown(): void
  /** Fetches what opens the modal, while the moment passes until it opens; null where it can't be had now. */
  fetchModal(): Promise<(() => void) | null>
}

/** What the page tells the rule. */
export interface ExitIntent {
  /** A page or route was loaded, so many milliseconds ago: the listening begins anew, two seconds after that. */
  routeChanged(agoMs?: number): void
  /** Ends it for good. */
  stop(): void
}

/** Waits until somebody is about to leave and opens the modal then, once (SPEC 4). */
export function watchExit(page: Page): ExitIntent {
  let undo = () => {}
  /** Besides what the page remembers, which may have no room for more. */
  let isOpened = false
  const isAllowed = () => !isOpened && page.isAllowed()
  const leave = (event: { clientY: number; relatedTarget: unknown }) => {
    if (!leavesThroughTop(event) || !isAllowed()) return
    undo()
    const fetched = page.fetchModal()
    undo = page.after(showDelayMs, () => void open(fetched))
  }
  const open = async (fetched: ReturnType<Page['fetchModal']>) => {
    let isWanted = true
    undo = () => {
      isWanted = false
    }
    const openModal = await fetched
    // Another tab may have left an address meanwhile.
    if (!isWanted || !isAllowed()) return
    if (!openModal) return arm()
    openModal()
    isOpened = true
    page.markShown()
  }
  const arm = () => {
    undo = page.onLeave(leave)
  }
  return {
    routeChanged: (agoMs = 0) => {
      undo()
      undo = isAllowed() ? page.after(Math.max(0, armDelayMs - agoMs), arm) : () => {}
    },
    stop: () => undo(),
  }
}

const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What is wrong with an address that somebody typed; null where nothing is (SPEC 5, 8). */
export function emailFault(typed: string): string | null {
  const email = typed.trim()
  if (email === '') return 'Email is required'
  return pattern.test(email) ? null : 'Please enter a valid email address'
}

/** Longer ones are no page of ours, and cut. */
const pathMax = 2000

/** What the capture service is sent (SPEC 3, DECISIONS 23). */
export function captureBody(typed: string, pathname: string): { email: string; source: string; origin: string } {
  const origin = `Exit Intent Modal - ${pathname.slice(0, pathMax)}`
  return { email: typed.trim(), source: 'reddit-marketing-guide', origin }
}

/** What a service says went wrong: the message of its answer, if there is one (SPEC 7). */
export function messageOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return null
  return typeof answer.message === 'string' && answer.message.trim() !== '' ? answer.message.trim() : null
}
