import { takeHanded } from '../behaviours/handed-notices.ts'
import { notify } from '../ui/toast.tsx'
import { start as watchBuild } from './newer-build.ts'

/** What a page of the app does once it is there. */
export function start(): void {
  watchBuild()
  // What the page before had to say and could not, since it was left (DECISIONS 22).
  for (const notice of takeHanded()) notify(notice)
}
