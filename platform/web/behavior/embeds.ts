import type { EmbedName } from '../../contract/embeds.ts'
import { isWithinPath } from './links.ts'

/** The state of the page that decides which third-party scripts are due. */
export interface Moment {
  path: string
  /** The flag of the search box tour (SPEC 3). */
  isSearchboxTourCompleted: boolean
  /** Whether the page and everything on it has loaded. */
  isLoaded: boolean
}

/** The condition under which each script is due (SPEC 4; affiliate tracking on public pages after they have loaded). */
const due: Record<EmbedName, (moment: Moment) => boolean> = {
  feedback: ({ path, isSearchboxTourCompleted }) => isSearchboxTourCompleted && isWithinPath('/app', path),
  form: ({ path }) => isWithinPath('/app', path),
  affiliate: ({ path, isLoaded }) => isLoaded && !isWithinPath('/app', path) && !isWithinPath('/auth', path),
}

/** Loads each configured script once, when it is due. Call the result at the start and after each change. */
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

/** The attributes and globals that a script reads at its start. */
export interface Start {
  attributes: Record<string, string>
  globals: Record<string, unknown>
}

/**
 * Returns the start of each script with its public key, in its own format: UserJot's widget, Tally's embedded forms,
 * Rewardful's tracking. Tests run only against stand-ins.
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

/** Creates a function that queues its calls in `q` until the script has loaded and reads them. */
function queue(): { (...call: unknown[]): void; q: unknown[][] } {
  const queued = (...call: unknown[]) => void queued.q.push(call)
  queued.q = [] as unknown[][]
  return queued
}
