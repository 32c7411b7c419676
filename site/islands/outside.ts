import { openThirdParties } from '#platform/web/behavior/third-parties.ts'
import { readConfig } from './config.ts'

/** The timeout in ms of the configuration request. */
const patienceMs = 20_000

/** Counts the visit, and loads the scripts configured for public pages when the page has loaded (SPEC 4, 7). */
export async function start(): Promise<void> {
  const outside = openThirdParties(await readConfig(AbortSignal.timeout(patienceMs)))
  outside.pageShown(location.href)
  addEventListener('hashchange', () => outside.pageShown(location.href))
  // The page was restored from the browser's cache.
  addEventListener('pageshow', ({ persisted }) => persisted && outside.pageShown(location.href, true))
  const loaded = () => {
    outside.update({ path: location.pathname, isSearchboxTourCompleted: false, isLoaded: true })
  }
  if (document.readyState === 'complete') loaded()
  else addEventListener('load', loaded)
}
