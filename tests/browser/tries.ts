import { beforeAll, beforeEach } from 'vitest'
import { openChromium } from './chromium.ts'
import { startFile } from './people.ts'
import { sharedServer } from './test-server.ts'

/**
 * Runs before the tests of this file, and again before the second try of a test, which then finds no window, user or
 * project of the first one, whatever that left.
 */
export function beforeTries(prepare: () => Promise<void>): void {
  beforeAll(prepare)
  beforeSecondTry(async () => {
    startFile()
    await (await openChromium()).close()
    await (await sharedServer()).stop()
    await prepare()
  })
}

/** Runs only before the second try of a test. */
export function beforeSecondTry(prepare: () => Promise<void>): void {
  beforeEach(async ({ task }) => {
    if (task.result?.retryCount) await prepare()
  })
}
