import type { EmbedName } from '../../contract/embeds.ts'
import { isWithinPath } from './links.ts'

/** What decides whether a script of somebody else's is loaded now. */
export interface Moment {
  path: string
  /** The flag of the tour of the search box (SPEC 3). */
  isSearchboxTourCompleted: boolean
  /** Whether the page is loaded with all that it shows. */
  isLoaded: boolean
}

/** The moments at which each script is loaded (SPEC 4; affiliate tracking on public pages, once they are there). */
const due: Record<EmbedName, (moment: Moment) => boolean> = {
  feedback: ({ path, isSearchboxTourCompleted }) => isSearchboxTourCompleted && isWithinPath('/app', path),
  form: ({ path }) => isWithinPath('/app', path),
  affiliate: ({ path, isLoaded }) => isLoaded && !isWithinPath('/app', path) && !isWithinPath('/auth', path),
}

/** Loads each script that is configured when its moment has come, once. Called at the start and after each change. */
export function watchEmbeds(configured: readonly EmbedName[], load: (name: EmbedName) => void): (now: Moment) => void {
  const waiting = new Set(configured)
  return (now) => {
    for (const name of waiting) {
      if (!due[name](now)) continue
      waiting.delete(name)
      load(name)
    }
  }
}

/** What a script finds in the page: its attributes, and the globals that it reads as it starts. */
export interface Start {
  attributes: Record<string, string>
  globals: Record<string, unknown>
}

/**
 * How each script is started with its public key, in the form that it asks for: UserJot's widget, Tally's embedded forms
 * and Rewardful's tracking. None of them has been called from here but by a stand-in.
 */
export const starts: Record<EmbedName, (key: string) => Start> = {
  feedback: (key) => ({
    attributes: { type: 'module' },
    globals: { $ujq: [['init', key, { widget: true, position: 'right', theme: 'light' }]] },
  }),
  form: (key) => ({
    attributes: {},
    globals: { TallyConfig: { formId: key, popup: { showOnce: true, doNotShowAfterSubmit: true } } },
  }),
  affiliate: (key) => ({ attributes: { 'data-rewardful': key }, globals: { _rwq: 'rewardful', rewardful: queue() } }),
}

/** A function that keeps what it is called with until the script is there and reads `q`. */
function queue(): { (...call: unknown[]): void; q: unknown[][] } {
  const queued = (...call: unknown[]) => void queued.q.push(call)
  queued.q = [] as unknown[][]
  return queued
}
