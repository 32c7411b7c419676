import { placeLoadingBar } from '#platform/ui/motion/loading-bar.ts'

/** Every page of the site is a document of its own, so the bar needs nobody to tell it. */
export function start(): void {
  placeLoadingBar()
}
