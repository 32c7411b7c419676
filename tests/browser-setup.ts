import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from './browser/chromium.ts'
import { makeData } from './browser/made-data.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the houses of this run begin with. */
    madeData: string
  }
}

/** Makes once what tests side by side need: sees to it that Chromium is there, and makes the data of a first start. */
export default async function setup(project: TestProject): Promise<() => void> {
  await chromiumPath()
  const madeData = mkdtempSync(join(tmpdir(), 'earshot-made-'))
  await makeData(madeData)
  project.provide('madeData', madeData)
  return () => rmSync(madeData, { recursive: true, force: true })
}
