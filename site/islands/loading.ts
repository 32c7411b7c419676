import { placeLoadingBar } from '#platform/ui/motion/loading-bar.ts'

/** Starts the loading bar. Each page of the site is a separate document, so no router has to control it. */
export function start(): void {
  placeLoadingBar()
}
