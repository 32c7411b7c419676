import { notify } from '../../ui/overlays/toast.tsx'
import { takeHanded } from '../behavior/handed-notices.ts'
import { start as showLoading } from './loading.ts'
import { start as watchBuild } from './newer-build.ts'
import { start as openOutside } from './outside.ts'
import { start as fetchAhead } from './prefetch.ts'

/** What a page of the app does once it is there. */
export function start(router: Parameters<typeof openOutside>[0]): void {
  watchBuild(router)
  showLoading(router)
  fetchAhead()
  // What the page before had to say and could not, since it was left (DECISIONS 22).
  for (const notice of takeHanded()) notify(notice)
  // Without it nothing is missing of the page.
  openOutside(router).catch(console.warn)
}
