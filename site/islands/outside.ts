import { openThirdParties } from '#platform/web/behavior/third-parties.ts'
import { readConfig } from './config.ts'

/** So long the answer about what is configured may take. */
const patienceMs = 20_000

/** Counts the visit, and loads what is configured for public pages once the page is loaded (SPEC 4, 7). */
export async function start(): Promise<void> {
  const outside = openThirdParties(await readConfig(AbortSignal.timeout(patienceMs)))
  outside.pageShown(location.href)
  // A page that the browser kept and shows again.
  addEventListener('pageshow', ({ persisted }) => persisted && outside.pageShown(location.href, true))
  const loaded = () => {
    outside.update({ path: location.pathname, isSearchboxTourCompleted: false, isLoaded: true })
  }
  if (document.readyState === 'complete') loaded()
  else addEventListener('load', loaded)
}
