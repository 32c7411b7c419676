import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from './browser/chromium.ts'
import { makeData } from './browser/made-data.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for the data of servers, and the data that each starts with. */
    servers: { folder: string; madeData: string }
  }
}

const endMs = 30_000

/** Unpacks Chromium and creates the initial data of servers, once before test files run in parallel. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await chromiumPath()
  const folder = mkdtempSync(join(tmpdir(), 'earshot-browser-'))
  const madeData = join(folder, 'made')
  mkdirSync(madeData)
  await makeData(madeData)
  project.provide('servers', { folder, madeData })
  return async () => {
    // Shared servers stop once the worker that started them has ended.
    const running = () => readdirSync(folder).some((name) => existsSync(join(folder, name, 'postgres/postmaster.pid')))
    for (const deadline = Date.now() + endMs; running() && Date.now() < deadline; ) await pause(50)
    rmSync(folder, { recursive: true, force: true })
  }
}
