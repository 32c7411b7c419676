import { isWithinPath } from '#platform/web/behavior/links.ts'
import type { Timers } from '#platform/web/behavior/timers.ts'

/** The storage keys: whether the modal was shown in this tab, and the visitor's email address (DECISIONS 26). */
export const shownKey = 'exitIntentShown'
export const marketingEmailKey = 'marketingEmail'

/** The delays in ms from a page or route to the start of listening, and from leaving to the modal (SPEC 9). */
const armDelayMs = 2000
const showDelayMs = 100

/** The stored state of a visitor; null: no storage. */
export interface Remembered {
  shown: boolean
  marketingEmail: string | null
}

/**
 * Returns whether the modal may open on a page: on every path except /app and /auth, once per tab, and never for
 * visitors who have left an email address (SPEC 4, 6, DECISIONS 23). Without storage it never opens, because it would
 * open on every page.
 */
export function mayShow(pathname: string, remembered: Remembered | null): boolean {
  if (isWithinPath('/app', pathname) || isWithinPath('/auth', pathname)) return false
  return remembered !== null && !remembered.shown && !remembered.marketingEmail
}

/**
 * Returns whether the pointer leaves the page through its top edge: at or above the top, not to another element (SPEC
 * 4).
 */
export function leavesThroughTop(event: { clientY: number; relatedTarget: unknown }): boolean {
  return event.clientY <= 0 && event.relatedTarget === null
}

/** The page as the rule sees it. */
export interface Page {
  after: Timers['after']
  /** Calls back when the pointer leaves the page. Returns a function that stops it. */
  onLeave(listener: (event: { clientY: number; relatedTarget: unknown }) => void): () => void
  isAllowed(): boolean
  /** Stores that the modal was shown. */
  markShown(): void
  /** Loads the function that opens the modal, during the delay before it opens; null if it can't be loaded. */
  fetchModal(): Promise<(() => void) | null>
}

/** The events that the page reports to the rule. */
export interface ExitIntent {
  /** A page or route was loaded `agoMs` ms ago: listening restarts two seconds after that. */
  routeChanged(agoMs?: number): void
  /** Stops permanently. */
  stop(): void
}

/** Opens the modal once, when the visitor is about to leave (SPEC 4). */
export function watchExit(page: Page): ExitIntent {
  let undo = () => {}
  /** Kept in addition to the stored state, because storage may be full. */
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
    // The visitor may have left an email address in another tab meanwhile.
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

/** Returns the fault of a typed email address, or null (SPEC 5, 8). */
export function emailFault(typed: string): string | null {
  const email = typed.trim()
  if (email === '') return 'Email is required'
  return pattern.test(email) ? null : 'Please enter a valid email address'
}

/** The maximum length of a path; longer ones are not ours and are cut off. */
const pathMax = 2000

/** Returns the request body for the capture service (SPEC 3, DECISIONS 23). */
export function captureBody(typed: string, pathname: string): { email: string; source: string; origin: string } {
  const origin = `Exit Intent Modal - ${pathname.slice(0, pathMax)}`
  return { email: typed.trim(), source: 'reddit-marketing-guide', origin }
}

/** Returns the error message in a service's answer, if any (SPEC 7). */
export function messageOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return null
  return typeof answer.message === 'string' && answer.message.trim() !== '' ? answer.message.trim() : null
}
