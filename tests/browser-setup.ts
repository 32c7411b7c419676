import { chromiumPath } from './browser/chromium.ts'

/** Sees to it that Chromium is there before tests start it side by side. */
export default async function setup(): Promise<void> {
  await chromiumPath()
}
